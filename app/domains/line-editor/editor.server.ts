import { loadStations } from "~/domains/stations/queries.server";
import type { Problem } from "~/kit/ground/problem";
import type { Direction } from "~/domains/lines/directions";
import { measureStops } from "~/domains/line-versions/sequence/measure";
import type { DirectionDetail } from "~/domains/line-versions/schema";
import { rowOf } from "~/domains/line-versions/sent-directions";
import { checkSequence, type SequenceProblem } from "~/domains/line-versions/sequence/sequence-check";
import { entriesOf, type TypedRow } from "~/domains/line-versions/sequence/sequence-form";
import type { EditedRow } from "./sequence-cells";

export async function editedRows(
  lineType: number,
  one: DirectionDetail,
  rows: readonly TypedRow[],
): Promise<{ rows: EditedRow[]; problems: SequenceProblem[] }> {
  const found = await loadStations(rows.flatMap(({ staUuid }) => staUuid ?? []));
  const stations = new Map(found.map((station) => [station.staUuid, station]));
  const known = rows.every(({ staUuid }) => stations.has(staUuid ?? ""));
  const measured =
    one.path.length > 1 && known
      ? measureStops(
          one.path,
          rows.map(({ staUuid }) => stations.get(staUuid!)!).map(({ lng, lat }) => [lng, lat] as const),
        )
      : undefined;
  const { entries, errors } = entriesOf(rows);
  const calls =
    errors.length > 0
      ? null
      : entries.map((entry, at) => ({ ...rowOf(entry), ...(measured && { distance: measured[at]!.distance }) }));
  const broken = calls
    ? checkSequence({
        lineType,
        direction: one.direction as Direction,
        rows: calls,
        stations,
        measured,
        mileage: one.pathMileage ?? undefined,
      })
    : [];
  return {
    rows: rows.map((row, at) => {
      const station = stations.get(row.staUuid ?? "");
      const [along, before] = [measured?.[at]?.distance ?? null, measured?.[at - 1]?.distance ?? null];
      return {
        ...row,
        staName: station?.staName ?? goneName(one, row.staUuid),
        staSelfCode: station?.staSelfCode ?? "",
        along,
        spacing: along !== null && before !== null ? Math.round((along - before) * 1000) / 1000 : null,
      };
    }),
    problems: [...errors.map((error) => ({ ...error, level: "error" as const })), ...broken],
  };
}

function goneName({ stationList }: DirectionDetail, staUuid: string | undefined): string {
  const called = stationList.find((one) => one.staUuid === staUuid);
  return called ? `${called.staName}（已删除）` : "（站点已删除）";
}

export function refusedRows({ errors, message }: Problem): SequenceProblem[] {
  if (errors.length === 0) return [{ row: 0, path: "", message, level: "error" }];
  return errors.map((error) => ({
    row: error.row ?? 0,
    path: error.path.split(".").at(-1) ?? "",
    message: error.message,
    level: "error",
  }));
}
