import type { MRT_ColumnDef } from "mantine-react-table";
import { useMemo, useState } from "react";
import { RowGrid, typedUnder } from "~/kit/page/grids/row-grid.island";
import { useIslandHost } from "~/kit/page/islands/host";
import { typeWithin } from "./choices";
import type { Direction } from "./directions";
import { innerTypes, moveRow, removeRow } from "./sequence";
import type { SequenceProblem } from "./sequence-check";
import type { TypedRow } from "./sequence-form";

interface GridRow extends TypedRow {
  staName: string;
  staSelfCode: string;
  along: number | null;
  spacing: number | null;
}

interface StationGridProps {
  direction: Direction;
  rows: GridRow[];
  problems: SequenceProblem[];
  showSpacing: boolean;
}

type Kept = GridRow & { id: number; messages: SequenceProblem[] };

const unseen = [
  "staUuid",
  "distance",
  "duration",
  "dwell",
  "limitSpeed",
  "isKey",
  "isTimed",
  "alias",
  "aliasEn",
  "fareStage",
] as const;

/** The rows of the sequence editor with dragging; it fills the same form fields, saving is the form's. */
export default function StationGrid({ direction, rows: given, problems, showSpacing }: StationGridProps) {
  const typed = useIslandHost()?.typed ?? {};
  const [rows, setRows] = useState<Kept[]>(() =>
    given.map((row, at) => ({
      ...row,
      ...typedUnder(typed, `rows[${at}].`),
      id: at,
      messages: problems.filter((problem) => problem.row === at + 1),
    })),
  );
  // Distances belong to the old order; the server measures the new one at the next post.
  const reorder = (next: Kept[]) => setRows(next.map((row) => ({ ...row, along: null, spacing: null })));
  const move = (from: number, to: number) => reorder(moveRow(rows, from, to, direction));
  const set = (id: number, name: keyof TypedRow, value: string) =>
    setRows((all) => all.map((row) => (row.id === id ? { ...row, [name]: value } : row)));
  const columns = useMemo(() => columnsOf(direction, showSpacing), [direction, showSpacing]);
  return (
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
            row[name] !== undefined && (
              <input key={`${row.id}${name}`} type="hidden" name={`rows[${at}].${name}`} value={row[name]} />
            ),
        ),
      )}
    </RowGrid>
  );
}

interface Meta {
  set: (id: number, name: keyof TypedRow, value: string) => void;
  last: number;
}

function columnsOf(direction: Direction, showSpacing: boolean): MRT_ColumnDef<Kept>[] {
  const number = (name: "azimuth" | "inRadius" | "outRadius", header: string): MRT_ColumnDef<Kept> => ({
    id: name,
    header,
    size: 66,
    Cell: ({ row, table }) => (
      <input
        name={`rows[${row.index}].${name}`}
        value={row.original[name] ?? ""}
        size={5}
        inputMode="numeric"
        autoComplete="off"
        aria-label={`第 ${row.index + 1} 站 ${row.original.staName} 的${header}`}
        aria-invalid={
          row.original.messages.some((problem) => problem.path === name && problem.level === "error") || undefined
        }
        onChange={(event) => (table.options.meta as Meta).set(row.original.id, name, event.target.value)}
      />
    ),
  });
  return [
    { id: "serial", header: "站序", size: 44, Cell: ({ row }) => row.index + 1 },
    { id: "station", header: "站点", size: 176, Cell: ({ row: { original } }) => <Station row={original} /> },
    {
      id: "staType",
      header: "类型",
      size: 104,
      Cell: ({ row, table }) => (
        <TypeCell row={row.original} at={row.index} direction={direction} meta={table.options.meta as Meta} />
      ),
    },
    {
      id: "along",
      header: showSpacing ? "距起点 / 站距" : "距起点",
      size: 108,
      Cell: ({ row: { original } }) =>
        `${original.along?.toFixed(3) ?? "—"}${showSpacing && original.spacing !== null ? ` / ${original.spacing.toFixed(3)}` : ""}`,
    },
    number("azimuth", "方位角"),
    number("inRadius", "进站半径"),
    number("outRadius", "出站半径"),
  ];
}

function Station({ row }: { row: Kept }) {
  return (
    <>
      {row.staName} <span className="quiet">{row.staSelfCode}</span>
      {row.messages.map(({ message, level }) => (
        <div key={message} style={{ whiteSpace: "normal", color: `var(--${level === "error" ? "bad" : "warn"})` }}>
          {level === "error" ? "错误" : "提醒"}：{message}
        </div>
      ))}
    </>
  );
}

function TypeCell({ row, at, direction, meta }: { row: Kept; at: number; direction: Direction; meta: Meta }) {
  const name = `rows[${at}].staType`;
  if (at === 0 || at === meta.last) {
    return (
      <>
        {typeWithin(Number(row.staType))}
        <input type="hidden" name={name} value={row.staType} />
      </>
    );
  }
  return (
    <select
      name={name}
      value={row.staType}
      aria-label={`第 ${at + 1} 站 ${row.staName} 的类型`}
      onChange={(event) => meta.set(row.id, "staType", event.target.value)}
    >
      {innerTypes(direction).map((value) => (
        <option key={value} value={value}>
          {typeWithin(value)}
        </option>
      ))}
    </select>
  );
}
