import type { Transaction } from "kysely";
import { farMove, stationRecord } from "~/domains/stations/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { DB } from "~/kit/data/db/tables";
import { updateRecord } from "~/kit/data/db/records.server";
import { type Conflict, type FieldError, Problem, problem } from "~/kit/ground/problem";
import { formatLngLat, type LngLat } from "~/transit/geo/lng-lat";
import { metresApart } from "~/transit/geo/metres";
import type { KnownPlace } from "./model";

/** A station's new place, meant from the version of its record that the person had seen. */
export interface Move {
  station: KnownPlace;
  to: LngLat;
}

/** Writes new places into stations' records, or refuses them all: told is each station that is gone, and each that somebody else has moved meanwhile. */
export async function moveStations(trx: Transaction<DB>, viewer: Viewer, moves: readonly Move[]): Promise<void> {
  const refused: FieldError[] = [];
  for (const {
    station,
    to: [lng, lat],
  } of moves) {
    const { staUuid, staName, version } = station;
    const write = (from?: number) => updateRecord(trx, viewer, stationRecord, staUuid, { lng, lat }, from);
    try {
      await write(version);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const message = error.conflict
        ? movedMeanwhile(station, [lng, lat], error.conflict)
        : error.reason === "missing"
          ? `${staName}已被删除，不能移动：请把它从站点中移除，或删去它的新位置`
          : error.message;
      if (message) refused.push({ path: `map.moves.${error.conflict ? staUuid : ""}`, message });
      else await write();
    }
  }
  if (refused.length > 0) throw problem.fields(refused);
}

/** Both places in words; null where what has changed of the record is not its place. */
function movedMeanwhile(
  { staName }: KnownPlace,
  mine: LngLat,
  { original, theirs, changedBy, changedAt }: Conflict,
): string | null {
  const place = ({ lng, lat }: Record<string, unknown>): LngLat => [Number(lng), Number(lat)];
  const [before, now] = [place(original), place(theirs)];
  // Without a history of the version seen, both sides are one object and nothing can be told.
  if (original !== theirs && metresApart(before, now) < 0.5) return null;
  const apart = Math.round(metresApart(now, mine));
  if (apart === 0) return null;
  return `${staName}：在您编辑期间，${changedBy}（${changedAt}）把它移到了 ${formatLngLat(now)}，您要移到 ${formatLngLat(mine)}，相距 ${apart} 米。再次保存就用您的位置`;
}

/** A station that other lines call at is not moved without the person having seen which ones. */
export async function refuseSilentMove(
  viewer: Viewer,
  lineUuid: string | undefined,
  { station: { staUuid }, to }: Move,
): Promise<void> {
  const move = await farMove(viewer, staUuid, to, lineUuid);
  if (move)
    throw problem.field(
      "map.moves",
      `${move.staName}移动了 ${move.metres} 米，还影响 ${move.lines}：它们的路径和站距需要重新核对。请勾选下面的确认后再保存`,
    );
}
