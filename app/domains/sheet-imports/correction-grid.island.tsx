import { useMemo, useState } from "react";
import { CellGrid } from "~/kit/page/grids/cell-grid.island";
import type { CellRow } from "~/kit/page/grids/grid-cell";
import { holdCells } from "~/kit/page/grids/held-cells";
import { useIslandHost } from "~/kit/page/islands/host";
import { cellName, type CorrectionRows } from "./preview";
import styles from "./sheet-imports.module.css";

/** The wrong rows as a sheet to type into, in the place of their fields; saving is the form's. */
export default function CorrectionGrid({ columns, rows }: CorrectionRows) {
  const typed = useIslandHost()?.typed;
  const [whole, setWhole] = useState(false);
  const [held] = useState(() => {
    const cells = rows.flatMap(({ row, cells }) => cells.map((text, at) => [cellName(row, columns[at]!.name), text]));
    return holdCells(Object.fromEntries(cells) as Record<string, string>, typed ?? {});
  });
  const shown = useMemo(() => {
    const faulty = new Set(rows.flatMap(({ faults }) => faults.map(({ name }) => name)));
    return columns
      .filter(({ name, names }) => whole || names || faulty.has(name))
      .map(({ letter, header, ...column }) => ({ ...column, header: `${header} ${letter}` }));
  }, [columns, rows, whole]);
  const lines = useMemo(() => rows.map((row) => lineOf(row, columns)), [columns, rows]);
  return (
    <>
      <p className={styles.above}>
        {(whole || shown.length < columns.length) && (
          <label>
            <input type="checkbox" checked={whole} onChange={(event) => setWhole(event.target.checked)} /> 显示全部{" "}
            {columns.length} 列
          </label>
        )}
        <span className="quiet">回车和方向键换格，Esc 还原；可以从 Excel 粘贴一列</span>
      </p>
      <CellGrid
        label="有错误的行"
        columns={shown}
        rows={lines}
        leadHeader="行"
        noteHeader="错误"
        held={held}
        fieldOf={cellName}
      />
    </>
  );
}

function lineOf({ row, hidden, faults }: CorrectionRows["rows"][number], columns: CorrectionRows["columns"]): CellRow {
  return {
    id: row,
    title: `第 ${row} 行`,
    lead: hidden ? `${row}（隐藏）` : row,
    faults: Object.fromEntries(faults.map(({ name, words }) => [name, words])),
    note: faults.map(({ name, words }, at) => {
      const header = columns.find((column) => column.name === name)?.header;
      return <div key={at}>{header ? `${header}：${words}` : words}</div>;
    }),
  };
}
