import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import { PlainTable } from "~/kit/page/tables/plain-table";
import { type NameAndDetail, type Proposal, totalOf } from "./proposal";

export function Proposals({ proposal, caption, empty }: { proposal: Proposal; caption: string; empty: string }) {
  const rows = [
    ...proposal.new.map((one) => ({ ...one, change: "新增" })),
    ...proposal.changed.map((one) => ({ ...one, change: "变更" })),
    ...proposal.unchanged.map((one) => ({ ...one, change: "不变" })),
  ].map((one, id) => ({ ...one, id }));
  return (
    <>
      {rows.length < totalOf(proposal) && <p className="quiet">只列出 {rows.length} 条。</p>}
      <PlainTable table={namedTable} rows={rows} caption={caption} empty={empty} />
    </>
  );
}

const namedTable = defineTable<NameAndDetail & { change: string; id: number }>()({
  columns: [
    { id: "change", header: "变化", width: 70 },
    { id: "name", header: "名称", width: 260 },
    { id: "detail", header: "说明" },
  ],
  filters: z.object({}),
  filterFields: [],
  sortBy: "id",
  rowKey: (row) => String(row.id),
});
