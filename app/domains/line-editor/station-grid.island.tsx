import { useEffect, useMemo, useState } from "react";
import { RowGrid, typedUnder } from "~/kit/page/grids/row-grid.island";
import { useIslandHost } from "~/kit/page/islands/host";
import { rowViews, type RowView, viewShown } from "~/domains/line-versions/screens/row-fields";
import { RowViews } from "~/domains/line-versions/screens/row-views";
import { moveRow, removeRow } from "~/domains/line-versions/sequence/sequence";
import { isOpen, type TypedRow } from "~/domains/line-versions/sequence/sequence-form";
import type { SequenceRowsProps } from "./sequence-rows";
import { columnsOf, type GridStation, type Meta } from "./station-columns";

/** The rows of the sequence editor with dragging; it fills the same form fields, saving is the form's. */
export default function StationGrid({ direction, rows: given, problems, showSpacing, view }: SequenceRowsProps) {
  const typed = useIslandHost()?.typed ?? {};
  const [rows, setRows] = useState<GridStation[]>(() =>
    given.map((row, at) => ({
      ...row,
      ...typedUnder(typed, `rows[${at}].`),
      id: at,
      wasOpen: isOpen(row),
      messages: problems.filter((problem) => problem.row === at + 1),
    })),
  );
  const [shown, show] = useState<RowView>(() => viewShown(typed["view"] ?? view, problems));
  // Distances belong to the old order; the server measures the new one at the next post.
  const reorder = (next: GridStation[]) => setRows(next.map((row) => ({ ...row, along: null, spacing: null })));
  const move = (from: number, to: number) => reorder(moveRow(rows, from, to, direction));
  const set = (id: number, name: keyof TypedRow, value: string) =>
    setRows((all) => all.map((row) => (row.id === id ? { ...row, [name]: value } : row)));
  useEffect(() => {
    const count = document.querySelector(`[data-stations-of="${direction}"]`);
    if (count) count.textContent = String(rows.length);
  }, [direction, rows.length]);
  const columns = useMemo(() => columnsOf(direction, showSpacing, shown), [direction, showSpacing, shown]);
  const seen = new Set(columns.map(({ id }) => id));
  const unseen = [...alwaysHidden, ...fields.map(({ name }) => name)].filter((name) => !seen.has(name));
  return (
    <>
      <RowViews shown={shown} withUnits onShow={show} />
      <RowGrid
        columns={columns}
        rows={rows}
        whereOf={(row, at) => `第 ${at + 1} 站 ${row.staName}`}
        move={move}
        remove={(at) => reorder(removeRow(rows, at, direction))}
        removeLabel="移除"
        rowProps={(at) => ({ id: `row-${at + 1}`, "data-station-serial": at + 1 })}
        meta={{ set, last: rows.length - 1 } satisfies Meta}
      >
        {rows.map((row, at) =>
          unseen.map(
            (name) =>
              row[name] !== undefined &&
              !(row.wasOpen && name === "staUuid") && (
                <input key={`${row.id}${name}`} type="hidden" name={`rows[${at}].${name}`} value={row[name]} />
              ),
          ),
        )}
      </RowGrid>
    </>
  );
}

const alwaysHidden = ["staUuid", "distance", "staType"] as const;
const fields = rowViews.flatMap(({ fields }) => fields);
