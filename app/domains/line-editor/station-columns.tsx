import type { MRT_ColumnDef, MRT_TableInstance } from "mantine-react-table";
import type { Direction } from "~/domains/lines/directions";
import { type RowField, rowViews, type RowView } from "~/domains/line-versions/screens/row-fields";
import type { SequenceProblem } from "~/domains/line-versions/sequence/sequence-check";
import type { TypedRow } from "~/domains/line-versions/sequence/sequence-form";
import { Cell, type EditedRow, TypeField } from "./sequence-cells";

export type Kept = EditedRow & { id: number; messages: SequenceProblem[] };

export interface Meta {
  set: (id: number, name: keyof TypedRow, value: string) => void;
  last: number;
}

export function columnsOf(direction: Direction, showSpacing: boolean, shown: RowView): MRT_ColumnDef<Kept>[] {
  const first: MRT_ColumnDef<Kept>[] = [
    { id: "serial", header: "站序", size: 40, Cell: ({ row }) => row.index + 1 },
    { id: "station", header: "站点", size: 172, Cell: ({ row: { original } }) => <Station row={original} /> },
  ];
  const place: MRT_ColumnDef<Kept>[] = [
    {
      id: "staType",
      header: "类型",
      size: 90,
      Cell: ({ row, table }) => (
        <TypeField
          at={row.index}
          staType={row.original.staType}
          end={row.index === 0 || row.index === metaOf(table).last}
          direction={direction}
          label={`第 ${row.index + 1} 站 ${row.original.staName} 的类型`}
          set={(value) => metaOf(table).set(row.original.id, "staType", value)}
        />
      ),
    },
    {
      id: "along",
      header: showSpacing ? "距起点 / 站距" : "距起点",
      size: 100,
      Cell: ({ row: { original } }) =>
        `${original.along?.toFixed(3) ?? "—"}${showSpacing && original.spacing !== null ? ` / ${original.spacing.toFixed(3)}` : ""}`,
    },
  ];
  const { fields: chosen } = rowViews.find(({ value }) => value === shown)!;
  return [...first, ...(shown === "place" ? place : []), ...chosen.map(columnOf)];
}

const metaOf = (table: MRT_TableInstance<Kept>) => table.options.meta as Meta;

function columnOf(field: RowField): MRT_ColumnDef<Kept> {
  return {
    id: field.name,
    header: field.label,
    size: field.width,
    Cell: ({ row: { index, original }, table }) => (
      <Cell
        field={field}
        row={original}
        at={index}
        where={`第 ${index + 1} 站 ${original.staName}`}
        wrong={original.messages.some(({ path, level }) => path === field.name && level === "error")}
        set={(value) => metaOf(table).set(original.id, field.name, value)}
      />
    ),
  };
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
