import { lineOptions } from "~/domains/lines/queries.server";
import type { Viewer } from "~/kernel/access/viewer";

const most = 60;

/** Lines for the form to offer: those already ticked, then the first that the keyword finds. */
export async function linesToTick(viewer: Viewer, ticked: readonly string[], keyword = ""): Promise<{ lineUuid: string; lineName: string }[]> {
  const all = await lineOptions(viewer);
  const found = keyword ? await lineOptions(viewer, { keyword }) : all;
  const chosen = new Set(ticked);
  return [...all.filter(({ lineUuid }) => chosen.has(lineUuid)), ...found.filter(({ lineUuid }) => !chosen.has(lineUuid)).slice(0, most)].map(({ lineUuid, lineName }) => ({ lineUuid, lineName }));
}
