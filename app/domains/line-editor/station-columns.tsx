import type { MRT_ColumnDef, MRT_TableInstance } from "mantine-react-table";
import type { Direction } from "~/domains/lines/directions";
import { type RowField, rowViews, type RowView } from "~/domains/line-versions/screens/row-fields";
import type { SequenceProblem } from "~/domains/line-versions/sequence/sequence-check";
import type { TypedRow } from "~/domains/line-versions/sequence/sequence-form";
import { Cell, type EditedRow, OpenStation, TypeField } from "./sequence-cells";

/** `wasOpen`: it came without a station and may be chosen another one until it is sent. */
export type GridStation = EditedRow & { id: number; wasOpen: boolean; messages: SequenceProblem[] };

export interface Meta {
  set: (id: number, name: keyof TypedRow, value: string) => void;
  last: number;
}

export function columnsOf(direction: Direction, showSpacing: boolean, shown: RowView): MRT_ColumnDef<GridStation>[] {
  const first: MRT_ColumnDef<GridStation>[] = [
    { id: "serial", header: "站序", size: 40, Cell: ({ row }) => row.index + 1 },
    {
      id: "station",
      header: "站点",
      size: 172,
      Cell: ({ row: { index, original }, table }) => (
        <Station row={original} at={index} set={(name, value) => metaOf(table).set(original.id, name, value)} />
      ),
    },
  ];
  const place: MRT_ColumnDef<GridStation>[] = [
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

const metaOf = (table: MRT_TableInstance<GridStation>) => table.options.meta as Meta;

function columnOf(field: RowField): MRT_ColumnDef<GridStation> {
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

interface StationProps {
  row: GridStation;
  at: number;
  set: (name: keyof TypedRow, value: string) => void;
}

function Station({ row, at, set }: StationProps) {
  const messages = row.wasOpen && row.staUuid ? [] : row.messages;
  return (
    <>
      {row.wasOpen ? (
        <OpenStation row={row} at={at} wrong={messages.some(({ level }) => level === "error")} set={set} />
      ) : (
        <>
          {row.staName} <span className="quiet">{row.staSelfCode}</span>
        </>
      )}
      {messages.map(({ message, level }) => (
        <div key={message} style={{ whiteSpace: "normal", color: `var(--${level === "error" ? "bad" : "warn"})` }}>
          {level === "error" ? "错误" : "提醒"}：{message}
        </div>
      ))}
    </>
  );
}
