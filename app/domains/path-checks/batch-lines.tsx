import { z } from "zod";
import { doubtfulBelow, labelOf, pathSources } from "~/domains/lines/schema";
import { OnceField } from "~/kit/page/forms/once";
import { type Column, defineTable } from "~/kit/page/tables/define-table";
import { PlainTable } from "~/kit/page/tables/plain-table";
import type { BatchLineRow } from "./batches.server";
import { batchLineStates } from "./schema";
import { confidenceText, directionText, shareText } from "./table";
import { lineAt } from "./urls";

export function BatchLines({ rows, mayWrite }: { rows: readonly BatchLineRow[]; mayWrite: boolean }) {
  return (
    <PlainTable
      table={tables[mayWrite ? "choosing" : "reading"]}
      rows={rows}
      caption="各方向的匹配结果"
      empty="没有可以查看的方向。"
    />
  );
}

/** A proposal that is not to be taken unseen. */
const unsure = ({ state, confidence, breaks }: BatchLineRow) =>
  state === "done" && ((confidence ?? 1) < doubtfulBelow || (breaks ?? 0) > 0);

const columns: Column<BatchLineRow>[] = [
  { id: "lineName", header: "线路", cell: (row) => <a href={lineAt(row)}>{directionText(row)}</a> },
  {
    id: "state",
    header: "结果",
    cell: (row) =>
      row.message ??
      (unsure(row) ? `${batchLineStates[row.state]}，有可信度低的站间，请先查看` : batchLineStates[row.state]),
  },
  { id: "ratio", header: "在道路上", width: 90, align: "right", cell: (row) => shareText(row.ratio) },
  { id: "confidence", header: "最低可信度", width: 100, align: "right", cell: (row) => confidenceText(row.confidence) },
  { id: "breaks", header: "断开", width: 60, align: "right", cell: (row) => row.breaks ?? "—" },
  {
    id: "mileage",
    header: "原里程 → 新里程（公里）",
    width: 180,
    align: "right",
    cell: (row) => (row.mileage === null ? "—" : `${row.oldMileage?.toFixed(3) ?? "无"} → ${row.mileage.toFixed(3)}`),
  },
  { id: "source", header: "来源", width: 110, cell: (row) => (row.source ? labelOf(pathSources, row.source) : "—") },
];
const choice: Column<BatchLineRow> = {
  id: "choice",
  header: "处理",
  width: 190,
  cell: (row) => {
    if (row.state === "accepted" || row.state === "rejected") return batchLineStates[row.state];
    const look = (
      <a className="button small" href={lineAt(row, "/match")}>
        查看
      </a>
    );
    if (row.state !== "done" || !row.proposed) return row.mileage === null ? "" : look;
    const which = `${row.classifySid}:${row.direction}`;
    return (
      <form method="post">
        <OnceField />
        {look}{" "}
        <button className="button small" name="do" value={`accept:${which}`} aria-label={`采用 ${directionText(row)}`}>
          采用
        </button>{" "}
        <button
          className="button small"
          name="do"
          value={`reject:${which}`}
          aria-label={`不采用 ${directionText(row)}`}
        >
          不采用
        </button>
      </form>
    );
  },
};
const rest = {
  filters: z.object({}),
  filterFields: [],
  sortBy: "lineName",
  rowKey: (row: BatchLineRow) => `${row.classifySid}:${row.direction}`,
};
const tables = {
  reading: defineTable<BatchLineRow>()({ columns, ...rest }),
  choosing: defineTable<BatchLineRow>()({ columns: [...columns, choice], ...rest }),
};
