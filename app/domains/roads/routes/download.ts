import { z } from "zod";
import { page } from "~/kernel/access/page.server";
import { attachment } from "~/kernel/files/attachment.server";
import { readForm } from "~/kernel/forms/read-form";
import { problem } from "~/kernel/http/problem";
import { may } from "../policy";
import { downloadRoads } from "../queries.server";
import { RoadRectangle } from "../schema";

/** The roads of a rectangle as a file. */
export const loader = page(may.read, async ({ viewer, url }) => {
  const format = z.enum(["geojson", "osm"]).safeParse(url.searchParams.get("format"));
  const asked = new FormData();
  for (const [name, value] of url.searchParams) if (name !== "format") asked.set(name, value);
  const sent = await readForm(asked, RoadRectangle);
  if (!format.success || sent.status !== "success") throw problem.field("", "下载地址不完整，请从“地图数据下载”页面重新查询后下载");
  const file = await downloadRoads(viewer, sent.value, format.data);
  return attachment(file.content, file);
});
