import type { Viewer } from "~/kit/data/access/viewer";
import { pickStations, shownFinder } from "../finder/press-finder.server";
import type { DirectionDetail } from "~/domains/line-versions/schema";
import { asideOf } from "~/domains/line-versions/sequence/sequence-form";
import type { MapForm } from "./map-form";
import type { MapTyped } from "./page.server";
import { pressedMap, type Serials } from "./press-map.server";

export interface Pressed {
  notice: string | null;
  /** What is left in the fields of the finder. */
  finder: Pick<MapForm, "find" | "at">;
}

export async function pressedForm(
  viewer: Viewer,
  one: DirectionDetail,
  typed: MapTyped,
  sent: MapForm,
  button: string,
  serials: Serials,
): Promise<MapTyped & Pressed> {
  const picked = await pickStations(viewer, sent, button, typed.rows, serials.at);
  if (!picked) return { ...(await pressedMap(viewer, one, typed, button, serials)), finder: sent };
  let now = { ...typed, notice: picked.refused[0]?.message ?? null };
  for (const [nth, staUuid] of picked.stations.entries())
    now = await pressedMap(viewer, one, now, `add:${staUuid}`, {
      ...serials,
      at: serials.at === undefined ? undefined : serials.at + nth,
    });
  return { ...now, finder: picked };
}

export function finderAfter(
  viewer: Viewer,
  sent: MapForm,
  { rows, finder }: MapTyped & Partial<Pressed>,
  button: string,
) {
  const { find, at } = finder ?? sent;
  const look = button === "find" || Boolean(finder && find?.trim());
  return shownFinder(viewer, { find, at }, rows, asideOf({ ...sent, at }).at, look);
}
