import { z } from "zod";
import { whole } from "~/kit/page/forms/rules";
import { columnFields, columnsSent, type StationChoices } from "../stations/choices";
import type { Columns } from "../stations/columns";
import type { StationPreview } from "../stations/preview";

/** How a table of a whole network is understood; columns are counted from 0. */
export type TableChoices = Pick<StationChoices, "sheet" | "headerRow" | "columns">;

/** What its preview shows of it. */
export type TableFacts = Pick<StationPreview, "sheets" | "columns">;

/** What the page asks about a table beside what it asks about every file. */
export const tableFields = {
  sheet: z.string().max(200).optional(),
  headerRow: whole(0, 1000).optional(),
  ...columnFields,
};

type SentChoices = z.output<z.ZodObject<typeof tableFields>>;

/** As the page sent them; another header row or sheet has its columns guessed again, which `undefined` says. */
export function tableSent(
  { sheet, headerRow = 0, ...columns }: SentChoices,
  before: TableChoices,
): TableChoices | undefined {
  if ((sheet ?? before.sheet) !== before.sheet || headerRow !== before.headerRow) return undefined;
  return { sheet: before.sheet, headerRow, columns: columnsSent(columns) };
}

/** The columns that a person chose otherwise than they were; none on another sheet, which has columns of its own. */
export function columnsChanged(
  { sheet, headerRow: _headerRow, ...columns }: SentChoices,
  before: TableChoices,
): Columns {
  if ((sheet ?? before.sheet) !== before.sheet) return {};
  return Object.fromEntries(
    Object.entries(columnsSent(columns)).filter(([name, at]) => before.columns[name as keyof Columns] !== at),
  );
}

export const isComplete = ({ columns }: TableChoices) =>
  (columns.line !== undefined || columns.lineId !== undefined) &&
  (columns.staName !== undefined || columns.staSelfCode !== undefined);

export const holdsPlaces = ({ columns }: TableChoices) =>
  columns.place !== undefined || (columns.lng !== undefined && columns.lat !== undefined);

/** Files of other kinds always hold places. */
export const isPlaced = ({ table }: { table?: TableChoices }) => !table || holdsPlaces(table);
