import { checkSequence, newRow, type SequenceRow, withEndTypes } from "~/domains/line-versions/queries.server";
import { groupBy } from "~/kit/ground/group-by";
import type { MatchedEntry } from "./arrange";
import type { Columns, StationColumn } from "./columns";
import type { RowReport } from "./row-report";

export type DirectionPlan = ReturnType<typeof planDirection>;

interface DirectionPlanInput {
  lineType: number;
  direction: 1 | 2;
  calls: MatchedEntry[];
  before: readonly SequenceRow[];
  places: ReadonlyMap<string, { staName: string; lng: number; lat: number }>;
  columns: Columns;
  report: RowReport;
}

/** Makes the calls of a direction and checks them; what the file does not say of a station stays as the direction had it. */
export function planDirection({ lineType, direction, calls, before, places, columns, report }: DirectionPlanInput) {
  const had = groupBy(before, ({ staUuid }) => staUuid);
  const hail = direction === 1 ? 6 : 7;
  const known = calls.filter(({ match }) => match.key !== null);
  const rows = withEndTypes(
    known.map(({ entry, match }): SequenceRow => {
      const old = had.get(match.key!)?.shift();
      const base = old ?? newRow(match.key!);
      const kept = columns.staType === undefined ? base.staType : 5;
      return { ...base, ...entry.call, staType: entry.hail ? hail : kept };
    }),
    direction,
  );
  // Rows that mean no station yet would only be reported a second time.
  if (known.length === calls.length) {
    for (const { row, path, message, level } of checkSequence({ lineType, direction, rows, stations: places })) {
      const entry = known[Math.min(row, known.length) - 1]!.entry;
      report[level](entry.row, columnOfPath[path] ?? (path as StationColumn), message);
    }
  }
  return { direction, calls, rows };
}

/** Where the file says what a rule of sequences speaks of. */
const columnOfPath: Record<string, StationColumn> = {
  staUuid: "staName",
  distancePrev: "staName",
  serial: "serial",
  direction: "direction",
};
