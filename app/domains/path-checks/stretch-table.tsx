import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import { PlainTable } from "~/kit/page/tables/plain-table";
import type { CheckRow, Stretch } from "./schema";
import { checkUrl, whiteListUrl } from "./urls";

export function StretchTable({ check, mayWrite }: { check: CheckRow; mayWrite: boolean }) {
  if (!check.checkedAt) return <p className="quiet">这条路径还没有按现在的道路检查过。</p>;
  const first = check.stretches.find(({ whiteUuid }) => !whiteUuid);
  const rows = check.stretches.map((stretch) => ({
    ...stretch,
    first: stretch === first,
    acceptUrl: mayWrite ? `${checkUrl(check)}/accept?from=${stretch.from}&to=${stretch.to}` : null,
  }));
  return (
    <PlainTable table={stretchTable} rows={rows} caption="不在道路上的路段" empty="整条路径都在可行驶的道路上。" />
  );
}

interface StretchRow extends Stretch {
  first: boolean;
  acceptUrl: string | null;
}

const stretchTable = defineTable<StretchRow>()({
  columns: [
    { id: "from", header: "路段（距起点，米）", width: 180, cell: (row) => `${row.from} – ${row.to}` },
    { id: "metres", header: "长度（米）", width: 100, align: "right" },
    { id: "causeName", header: "问题" },
    { id: "whiteUuid", header: "处理", width: 140, cell: (row) => <Dealt {...row} /> },
  ],
  filters: z.object({}),
  filterFields: [],
  sortBy: "from",
  rowKey: (row) => String(row.from),
});

function Dealt({ whiteUuid, acceptUrl, first }: StretchRow) {
  if (whiteUuid) return <a href={`${whiteListUrl}/${whiteUuid}`}>已在白名单</a>;
  if (!acceptUrl) return <>待处理</>;
  return (
    <a className="button small" href={acceptUrl} data-hotkey={first ? "w" : undefined}>
      加入白名单
      {first && (
        <>
          {" "}
          <kbd>W</kbd>
        </>
      )}
    </a>
  );
}
