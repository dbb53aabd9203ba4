import type { FileDirection, FileLine, FileProblem, LineFile } from "~/transit/line-files/shape";
import type { FileCrs } from "~/transit/geo/file-crs";
import { createYielder } from "~/kit/ground/yield-regularly";
import { faultOf } from "../file-place";

/** A file without the points that cannot be in the chosen system, each direction's first one told at its record. */
export async function fittingIn(file: LineFile, crs: FileCrs): Promise<LineFile> {
  const turn = createYielder();
  const problems: FileProblem[] = [];
  const lines: FileLine[] = [];
  for (const line of file.lines) {
    await turn();
    lines.push({
      ...line,
      directions: line.directions.map((one) =>
        fitting(one, crs, (text) => problems.push({ where: `第 ${one.record} 条记录`, text: `“${line.name}”${text}` })),
      ),
    });
  }
  return { ...file, lines, problems };
}

function fitting(one: FileDirection, crs: FileCrs, tell: (text: string) => void): FileDirection {
  const path = one.path.filter((point) => !faultOf(point, crs));
  const stops = one.stops.filter(({ lng, lat }) => !faultOf([lng, lat], crs));
  if (path.length === one.path.length && stops.length === one.stops.length) return one;
  const at = one.path.findIndex((point) => faultOf(point, crs));
  const stop = one.stops.find(({ lng, lat }) => faultOf([lng, lat], crs));
  if (at >= 0)
    tell(
      `路径第 ${at + 1} 点 ${one.path[at]!.join(",")}：${faultOf(one.path[at]!, crs)!.fault}；略去 ${one.path.length - path.length} 个点`,
    );
  if (stop)
    tell(
      `站点“${stop.name}” ${stop.lng},${stop.lat}：${faultOf([stop.lng, stop.lat], crs)!.fault}；略去 ${one.stops.length - stops.length} 站`,
    );
  return { ...one, path: path.length < 2 ? [] : path, stops };
}
