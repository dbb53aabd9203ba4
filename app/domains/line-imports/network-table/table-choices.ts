import { z } from "zod";
import { whole } from "~/kit/page/forms/rules";
import { columnFields, columnsSent, type StationChoices } from "../stations/choices";
import type { Columns } from "../stations/columns";
import type { StationPreview } from "../stations/preview";
import type { KnownPlan } from "~/kit/room/sheets/import-row";
import { type DayType, dayTypes } from "./day-types";
import type { DirectionWords, UnknownDirection } from "./meant-directions";
import { holdings, type Holds, type Layout, layouts, holdsLists } from "./layouts";

/** How a table of a whole network is understood; columns are counted from 0. */
export type TableChoices = Pick<StationChoices, "sheet" | "headerRow" | "columns"> & {
  layout?: Layout;
  holds?: Holds;
  days?: DayType;
  /** How a table with this header was read before. */
  plan?: KnownPlan;
} & DirectionWords;

/** What its preview shows of it. */
export type TableFacts = Pick<StationPreview, "sheets" | "columns"> & {
  /** Words that say no direction, the most frequent first, at most twenty. */
  unknownDirections?: UnknownDirection[];
};

/** What the page asks about a table beside what it asks about every file. */
export const tableFields = {
  sheet: z.string().max(200).optional(),
  headerRow: whole(0, 1000).optional(),
  layout: z.enum(Object.keys(layouts) as Layout[]).optional(),
  holds: z.enum(Object.keys(holdings) as Holds[]).optional(),
  days: z.enum(Object.keys(dayTypes) as DayType[]).optional(),
  upWords: z.string().max(500).optional(),
  downWords: z.string().max(500).optional(),
  eachLine: z.boolean().optional(),
  ...columnFields,
};

type SentChoices = z.output<z.ZodObject<typeof tableFields>>;

/** As they were sent; another header row or sheet has its columns guessed again, which `undefined` says. */
export function tableSent(
  { sheet, headerRow, layout, holds, days, upWords, downWords, eachLine, ...columns }: SentChoices,
  before: TableChoices,
): TableChoices | undefined {
  const isTurned = layout === "rows" && before.layout === "columns";
  if (isTurned || (sheet ?? before.sheet) !== before.sheet || (headerRow ?? before.headerRow) !== before.headerRow)
    return undefined;
  const sent = columnsSent(columns);
  // A call that names no column leaves them as they were understood.
  const named = headerRow === undefined && Object.keys(sent).length === 0 ? before.columns : sent;
  return {
    sheet: before.sheet,
    headerRow: before.headerRow,
    layout: layout ?? before.layout,
    holds: holds ?? before.holds,
    days: days ?? before.days,
    plan: before.plan,
    upWords,
    downWords,
    eachLine,
    columns: named,
  };
}

/** The columns that a person chose otherwise than they were; none on another sheet, which has columns of its own. */
export function columnsChanged(sent: SentChoices, before: TableChoices): Columns {
  if ((sent.sheet ?? before.sheet) !== before.sheet) return {};
  return Object.fromEntries(
    Object.entries(columnsSent(sent)).filter(([name, at]) => before.columns[name as keyof Columns] !== at),
  );
}

export const isComplete = ({ layout, headerRow, columns, holds }: TableChoices) =>
  layout === "columns"
    ? headerRow > 0
    : holds === "departures"
      ? (columns.line !== undefined || columns.lineId !== undefined) && columns.departure !== undefined
      : (columns.line !== undefined || columns.lineId !== undefined) &&
        (columns.staName !== undefined || columns.staSelfCode !== undefined || holdsLists({ columns }));

export const holdsPlaces = ({ layout, columns, holds }: TableChoices) =>
  holds !== "departures" &&
  !holdsLists({ layout, columns }) &&
  (columns.place !== undefined || (columns.lng !== undefined && columns.lat !== undefined));

/** Files of other kinds always hold places. */
export const isPlaced = ({ table }: { table?: TableChoices }) => !table || holdsPlaces(table);
