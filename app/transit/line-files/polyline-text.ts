import type { LngLat } from "~/transit/geo/lng-lat";
import { LineCollector } from "./assemble";
import { pairOf } from "./points";
import type { LineFile } from "./shape";

/** One direction a line of text: 线路名;编号;经度 纬度,经度 纬度 …; there are no stations. */
export async function readPolylineText(lines: AsyncIterable<string>): Promise<LineFile> {
  const found = new LineCollector();
  let number = 0;
  let record = 0;
  for await (const text of lines) {
    number++;
    if (text.trim() === "") continue;
    record++;
    const where = `第 ${record} 条记录（第 ${number} 行）`;
    const [name = "", , polyline] = text.split(";");
    if (!name.trim() || polyline === undefined) {
      found.tell(where, "应为三段：线路名;编号;折线，已略去此记录");
      continue;
    }
    const { path, unreadable } = pointsOf(polyline);
    if (unreadable > 0) found.tell(where, `“${name}”的折线中有 ${unreadable} 个点读不出坐标，已略去`);
    const [first, last] = [path[0], path.at(-1)];
    found.add({
      lineName: name.trim(),
      lineKey: `poly:${name.trim()}`,
      circular: path.length > 2 && String(first) === String(last),
      stops: [],
      path,
      record,
      where,
    });
  }
  return { kind: "polylines", lines: found.finish(), problems: found.problems, counts: found.counts };
}

/** Empty places between two commas only part the stretches between stations. */
function pointsOf(polyline: string): { path: LngLat[]; unreadable: number } {
  const path: LngLat[] = [];
  let unreadable = 0;
  for (const part of polyline.split(",")) {
    if (part.trim() === "") continue;
    const point = pairOf(part);
    if (!point) unreadable++;
    else if (String(path.at(-1)) !== String(point)) path.push(point);
  }
  return { path, unreadable };
}
