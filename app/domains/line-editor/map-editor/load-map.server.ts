import { readLineView } from "~/domains/parameters/queries.server";
import { findStoredForm } from "~/kit/data/access/stored-post.server";
import { readForm } from "~/kit/page/forms/read-form";
import type { ViewerCall } from "~/kit/page/http/page.server";
import type { Direction } from "~/domains/lines/directions";
import { kilometresText } from "~/domains/lines/labels";
import { queryKept } from "~/domains/line-versions/queries.server";
import { withEndTypes } from "~/domains/line-versions/sequence/sequence";
import { asideOf } from "~/domains/line-versions/sequence/sequence-form";
import { editing } from "../sequence-place.server";
import { MapForm, pathTextOf } from "./map-form";
import { type MapTyped, shownMap, storedTyped } from "./page.server";

export const typedOf = (sent: MapForm, { direction }: { direction: number }): MapTyped => ({
  rows: withEndTypes(sent.rows, direction as Direction),
  text: pathTextOf(sent),
  seen: sent.map.seen ?? "",
});

export async function loadMap(call: ViewerCall) {
  const { directions, version, one, gone, drafts } = await editing(call);
  const form = await findStoredForm(call);
  const sent = form && (await readForm(form, MapForm));
  const kept = sent?.status === "success" ? sent.value : null;
  const shown = await shownMap(call.viewer, version, one, kept ? typedOf(kept, one) : storedTyped(one));
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
      ...shown,
      from: kept?.from,
      to: kept?.to,
      reason: kept?.reason,
      version: (kept && asideOf(kept).version) ?? version.version ?? 0,
      unsaved: kept !== null,
      finder: { find: kept?.find, at: kept?.at, offers: null },
      notice: gone && `${gone.words}。下面是现在代替它的，保存后成为草稿`,
      unread: shown.errors.length > 0,
      confirm: false,
      acknowledged: false,
    },
  };
}
