import type { Viewer } from "~/kit/data/access/viewer";
import type { FieldError } from "~/kit/ground/problem";
import { type LngLat } from "~/transit/geo/lng-lat";
import { findRow } from "~/kit/room/source.server";
import { today } from "~/kit/ground/time/today.server";
import { metresApart } from "~/transit/geo/metres";
import { samePlace } from "./elsewhere.server";
import { stationSource } from "./source.server";
import { linesOfStation } from "./uses.server";

/** The lines that call at a station today, are planned to, or would in a draft, each once. */
export async function listLinesCalling(
  viewer: Viewer,
  staUuid: string,
): Promise<{ lineUuid: string; lineName: string }[]> {
  const calls = (await linesOfStation(viewer, staUuid, today())).filter(({ standing }) => standing !== "past");
  return [...new Map(calls.map(({ lineUuid, lineName }) => [lineUuid, { lineUuid, lineName }])).values()];
}

interface FarMove {
  staName: string;
  metres: number;
  lines: string;
}

/** What the move of a station to another place means for lines, that with key `besides` left out; null where it stays about where it was, or no line calls at it. */
export async function farMove(viewer: Viewer, staUuid: string, to: LngLat, besides?: string): Promise<FarMove | null> {
  const station = await findRow(stationSource, viewer, staUuid);
  if (!station) return null;
  const metres = Math.round(metresApart([station.lng, station.lat], to));
  if (metres <= samePlace) return null;
  const lines = (await listLinesCalling(viewer, staUuid)).filter(({ lineUuid }) => lineUuid !== besides);
  if (lines.length === 0) return null;
  const names = lines
    .slice(0, 5)
    .map(({ lineName }) => lineName)
    .join("、");
  return {
    staName: station.staName,
    metres,
    lines: `${lines.length} 条线路（${names}${lines.length > 5 ? " 等" : ""}）`,
  };
}

/** Why a station that lines call at is not moved before the person has seen which ones. */
export async function findMoveFault(
  viewer: Viewer,
  staUuid: string,
  to: { lng: number; lat: number },
): Promise<FieldError[]> {
  const move = await farMove(viewer, staUuid, [to.lng, to.lat]);
  if (!move) return [];
  const message = `站点移动了 ${move.metres} 米，影响 ${move.lines}：路径、站距和报站点需要重新核对。请勾选确认后再保存`;
  return [{ path: "acknowledged", message }];
}
