import type { Viewer } from "~/kit/data/access/viewer";
import type { OfferedRow } from "../finder/offers";
import { pickStations, shownFinder } from "../finder/press-finder.server";
import type { DirectionDetail } from "~/domains/line-versions/schema";
import { asideOf } from "~/domains/line-versions/sequence/sequence-form";
import type { MapForm } from "./map-form";
import type { MapTyped } from "./page.server";
import { pressedMap, type Serials } from "./press-map.server";

export interface FinderAnswer {
  notice: string | null;
  /** What is left in the fields of the finder. */
  finder: Pick<MapForm, "find" | "at" | "picks">;
}

export async function pressedForm(
  viewer: Viewer,
  one: DirectionDetail,
  typed: MapTyped,
  sent: MapForm,
  button: string,
  serials: Serials,
): Promise<MapTyped & FinderAnswer> {
  const picked = await pickStations(viewer, sent, button, typed.rows, serials.at);
  if (!picked) return { ...(await pressedMap(viewer, one, typed, button, serials)), finder: sent };
  const { now: placed, later } = inOrder(picked.placed, serials.at);
  const words = `请先为“${later[0]}”勾选站点：要加在第 ${serials.at} 站之前的按顺序加入`;
  let now = { ...typed, notice: placed.length === 0 && later[0] ? words : (picked.refused[0]?.message ?? null) };
  for (const [nth, staUuid] of placed.entries())
    now = await pressedMap(viewer, one, now, `add:${staUuid}`, {
      ...serials,
      at: serials.at === undefined ? undefined : serials.at + nth,
    });
  const find = [picked.finder.find, ...later].filter(Boolean).join("\n");
  const at = serials.at === undefined ? picked.finder.at : String(serials.at + placed.length);
  return { ...now, finder: { find, at, picks: picked.finder.picks } };
}

/** A path takes a station only where it is known: at a named place the rest waits for the first that is not. */
function inOrder(placed: readonly OfferedRow[], at: number | undefined): { now: string[]; later: string[] } {
  const open = placed.findIndex(({ staUuid }) => !staUuid);
  const whole = at === undefined || open < 0 ? placed : placed.slice(0, open);
  const rest = placed.filter((one) => !one.staUuid || !whole.includes(one));
  return { now: whole.flatMap(({ staUuid }) => staUuid ?? []), later: [...new Set(rest.map(({ asked }) => asked))] };
}

export function finderAfter(
  viewer: Viewer,
  sent: MapForm,
  { rows, finder }: MapTyped & Partial<FinderAnswer>,
  button: string,
) {
  const { find, at, picks } = finder ?? sent;
  const look = button === "find" || Boolean(finder && find?.trim());
  return shownFinder(
    viewer,
    { find, at, picks: button === "find" ? [] : picks },
    rows,
    asideOf({ ...sent, at }).at,
    look,
  );
}
