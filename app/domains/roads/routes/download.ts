import { z } from "zod";
import { page } from "~/kit/page/http/page.server";
import { readForm } from "~/kit/page/forms/read-form";
import { longDownload } from "~/kit/page/http/long-download.server";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { may } from "../policy";
import { downloadRoads } from "../queries.server";
import { RoadRectangle } from "../schema";
import { roadsUrl } from "../urls";

/** The roads of a rectangle as a file; what cannot be downloaded is said on the page it was asked from. */
export const loader = page(may.read, async (call) => {
  const { viewer, request, url } = call;
  const format = z.enum(["geojson", "osm"]).safeParse(url.searchParams.get("format"));
  const asked = new FormData();
  for (const [name, value] of url.searchParams) if (name !== "format") asked.set(name, value);
  const sent = await readForm(asked, RoadRectangle);
  if (!format.success || sent.status !== "success")
    return redirectWith(request, "下载地址不完整，请重新查找后下载", roadsUrl, "error");
  const file = await attempt(() => downloadRoads(viewer, sent.value, format.data));
  if (!file.ok) return redirectWith(request, file.problem.message, roadsUrl, "error");
  return longDownload(call, file.value, file.value.content);
});
