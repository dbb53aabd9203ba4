import type { Viewer } from "~/kernel/access/viewer";
import { problem } from "~/kernel/http/problem";
import { metresApart } from "~/kernel/roads/metres";
import { today } from "~/kernel/time/today.server";
import { findStation, linesOfStation } from "./queries.server";

/** Metres within which a station counts as where it was. */
const sameplace = 20;

/** The lines that call at a station today, are planned to, or would in a draft, each once. */
export async function linesCalling(viewer: Viewer, staUuid: string): Promise<{ lineUuid: string; lineName: string }[]> {
  const calls = (await linesOfStation(viewer, staUuid, today())).filter(({ standing }) => standing !== "past");
  return [...new Map(calls.map(({ lineUuid, lineName }) => [lineUuid, { lineUuid, lineName }])).values()];
}

/** A station that lines call at is not moved without the person having seen which ones; throws problem.field. */
export async function refuseSilentMove(viewer: Viewer, staUuid: string, to: { lng: number; lat: number }, acknowledged: boolean): Promise<void> {
  const station = await findStation(viewer, staUuid);
  if (!station || acknowledged) return;
  const metres = Math.round(metresApart([station.lng, station.lat], [to.lng, to.lat]));
  if (metres <= sameplace) return;
  const lines = await linesCalling(viewer, staUuid);
  if (lines.length === 0) return;
  const names = lines.slice(0, 5).map(({ lineName }) => lineName).join("、");
  throw problem.field("acknowledged", `站点移动了 ${metres} 米，影响 ${lines.length} 条线路（${names}${lines.length > 5 ? " 等" : ""}）：路径、站距和报站点需要重新核对。请勾选确认后再保存`);
}
