import { roadsForMap } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { boxOf, growBox } from "~/transit/geo/coordinates";
import { operatorMap } from "~/kit/page/map/operator-map.server";
import type { MonitorFilters } from "./schema";
import { marksOf } from "./watch.server";

const mostDrawn = 300;

/** A dispatch room and its displays look at the same few buses. */
const latestMarks = sharedFigures("latest marks", (viewer) => marksOf(viewer, {}, undefined, mostDrawn), {
  seconds: 5,
});

export async function pictureOf(viewer: Viewer, filters: MonitorFilters) {
  const isWhole = Object.values(filters).every((value) => value === undefined);
  const [settings, marks] = await Promise.all([
    operatorMap(),
    isWhole ? latestMarks(viewer) : marksOf(viewer, filters, undefined, mostDrawn),
  ]);
  const [lng, lat] = settings.centre;
  const box = growBox(
    boxOf(marks.map((mark) => [mark.lng, mark.lat] as const)) ?? { minLng: lng, minLat: lat, maxLng: lng, maxLat: lat },
    marks.length > 0 ? 300 : 3000,
  );
  return { settings, marks, box, roads: await roadsForMap(viewer, box, { width: 640, height: 520 }, 2000) };
}
