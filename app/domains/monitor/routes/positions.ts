import { page } from "~/kit/page/http/page.server";
import { problem } from "~/kit/ground/problem";
import { readState } from "~/kit/page/tables/state";
import { may } from "../policy";
import { marksOf } from "../queries.server";
import { monitorTable } from "../table";

/** The buses of the monitor's filters that are in a box, for the live map. */
export const loader = page(may.read, async ({ viewer, url }) => {
  const [minLng, minLat, maxLng, maxLat] = ["minLng", "minLat", "maxLng", "maxLat"].map((side) =>
    Number(url.searchParams.get(side) ?? NaN),
  ) as [number, number, number, number];
  if ([minLng, minLat, maxLng, maxLat].some((side) => !Number.isFinite(side)))
    throw problem.field("minLng", "请给出矩形的四边");
  const marks = await marksOf(viewer, readState(monitorTable, url).filters, { minLng, minLat, maxLng, maxLat });
  return Response.json({ marks }, { headers: { "Cache-Control": "no-store" } });
});
