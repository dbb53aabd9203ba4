import { loadStations } from "~/domains/stations/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Problem } from "~/kit/ground/problem";
import type { Direction } from "~/domains/lines/directions";
import { measureStops } from "~/domains/line-versions/sequence/measure";
import type { DirectionDetail } from "~/domains/line-versions/schema";
import { rowOf } from "~/domains/line-versions/sent-directions";
import { checkSequence, type SequenceProblem } from "~/domains/line-versions/sequence/sequence-check";
import { entriesOf, isOpen, type TypedRow } from "~/domains/line-versions/sequence/sequence-form";
import { offerForOpen } from "./finder/offer-stations.server";
import { offerWords } from "./finder/offers";
import type { EditedRow } from "./sequence-cells";

interface EditedRows {
  rows: EditedRow[];
  problems: SequenceProblem[];
}

export async function editedRows(
  lineType: number,
  one: DirectionDetail,
  rows: readonly TypedRow[],
): Promise<EditedRows> {
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
        staName: station?.staName ?? (isOpen(row) ? (row.asked ?? "") : goneName(one, row.staUuid)),
        staSelfCode: station?.staSelfCode ?? "",
        along,
        spacing: along !== null && before !== null ? Math.round((along - before) * 1000) / 1000 : null,
      };
    }),
    // Until it is saved, a row without a station is work under way.
    problems: [
      ...errors.map((error) => ({
        ...error,
        level: isOpen(rows[error.row - 1]!) ? ("warning" as const) : ("error" as const),
      })),
      ...broken,
    ],
  };
}

/** The same with the stations that may be meant by rows that are open. */
export async function withOffers(viewer: Viewer, { rows, problems }: EditedRows): Promise<EditedRows> {
  const offers = await offerForOpen(viewer, rows);
  return {
    rows: rows.map((row, at) => {
      const found = offers.get(at)?.map((offer) => ({ staUuid: offer.staUuid, words: offerWords(offer) }));
      return found ? { ...row, offers: found } : row;
    }),
    problems: problems.map((problem) => {
      const isMissing = offers.get(problem.row - 1)?.length === 0;
      const words = `没有找到“${rows[problem.row - 1]?.asked}”，请改写后再查找，或移除这一行`;
      return isMissing ? { ...problem, message: words } : problem;
    }),
  };
}

function goneName({ stationList }: DirectionDetail, staUuid: string | undefined): string {
  const called = stationList.find((one) => one.staUuid === staUuid);
  return called ? `${called.staName}（已删除）` : "（站点已删除）";
}

/** What keeps a direction from being saved, or the other one that is saved with it. */
export function refusedRows({ errors, message }: Problem, other = ""): SequenceProblem[] {
  if (errors.length === 0) return [{ row: 0, path: "", message, level: "error" }];
  return errors.map(({ row = 0, path, message }) =>
    path.startsWith("directions.1.")
      ? { row: 0, path: "", message: `${other}第 ${row} 站：${message}`, level: "error" }
      : { row, path: path.split(".").at(-1) ?? "", message, level: "error" },
  );
}
