import { z } from "zod";
import { page } from "~/kit/page/http/page.server";
import { linesAround, stationsAround, stationsNamed, stationsNear } from "../map-editor/around.server";
import { may } from "~/domains/lines/policy";
import { requireVariant } from "~/domains/line-versions/queries.server";

/** A map that shows the whole earth asks beyond its edges. */
const degrees = z.coerce.number().min(-1000).max(1000);
const Box = z.object({ minLng: degrees, minLat: degrees, maxLng: degrees, maxLat: degrees });
const Point = z.object({ lng: degrees, lat: degrees });

/** What the map editor shows around the line, as JSON: `of=stations` and `of=lines` in a box, `of=near` at a point, `of=named` by a search. */
export const loader = page(may.write, async ({ viewer, url, params }) => {
  const { lineUuid } = await requireVariant(viewer, { lineUuid: params.lineUuid });
  const { of, ...query } = Object.fromEntries(url.searchParams);
  const [box, point] = [Box.safeParse(query), Point.safeParse(query)];
  if (of === "near" && point.success) return Response.json({ stations: await stationsNear(viewer, point.data) });
  if (of === "named" && query.find?.trim())
    return Response.json({ stations: await stationsNamed(viewer, query.find.trim()) });
  if (of === "stations" && box.success) return Response.json(await stationsAround(viewer, box.data));
  if (of === "lines" && box.success) return Response.json(await linesAround(viewer, box.data, lineUuid));
  return Response.json({ message: "请求不完整" }, { status: 400 });
});
