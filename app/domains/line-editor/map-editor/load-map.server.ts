import { readLineView } from "~/domains/parameters/queries.server";
import type { ViewerCall } from "~/kit/page/http/page.server";
import type { Direction } from "~/domains/lines/directions";
import { kilometresText } from "~/domains/lines/labels";
import { queryKept } from "~/domains/line-versions/queries.server";
import { editing } from "../sequence-place.server";
import { keptMap, typedOf } from "./kept-map.server";
import { shownMap, storedTyped } from "./page.server";

export async function loadMap(call: ViewerCall) {
  const { directions, version, one, gone, drafts } = await editing(call);
  const kept = await keptMap(call);
  const first = kept
    ? { ...kept.aside, ...(await shownMap(call.viewer, version, one, typedOf(kept.value, one))), unsaved: true }
    : { ...(await shownMap(call.viewer, version, one, storedTyped(one))), unsaved: false };
  return {
    ...version,
    drafts,
    query: queryKept(call.url),
    direction: one.direction as Direction,
    directionName: one.directionName,
    directions: directions.map(({ direction, directionName, mileage }) => ({
      direction,
      directionName: `${directionName}（${mileage === null ? "无路径" : kilometresText(mileage)}）`,
    })),
    showSpacing: (await readLineView()).showSpacing,
    shown: {
      ...first,
      finder: { find: kept?.value.find, at: kept?.value.at, offers: null },
      told: gone && `${gone.words}。下面是现在代替它的，保存后成为草稿`,
      unread: first.errors.length > 0,
      confirm: false,
      acknowledged: false,
    },
  };
}
