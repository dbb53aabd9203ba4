import type { LngLat } from "~/transit/geo/lng-lat";
import { lineFileLimits } from "~/kit/ground/files/limits";
import { LineFileError } from "./shape";

/** Pasted coordinates: 经度,纬度 pairs parted by line ends, semicolons or blanks, or a JSON list of pairs. Throws LineFileError with the place of what is wrong. */
export function pointsOfText(text: string): LngLat[] {
  const points: LngLat[] = [];
  text.split(/\r?\n/).forEach((line, index) => {
    const plain = line
      .replace(/[[\](){}"'；;，]/g, (sign) => (/[；;]/.test(sign) ? " " : sign === "，" ? "," : " "))
      .trim();
    if (plain === "" || plain === ",") return;
    const words = plain.split(/[\s,]+/).filter((word) => word !== "");
    const wrong = words.find((word) => !/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(word));
    if (wrong !== undefined)
      throw new LineFileError(`第 ${index + 1} 行的“${wrong.slice(0, 30)}”不是坐标，请写作 经度,纬度，每行一点`);
    if (words.length % 2 === 1)
      throw new LineFileError(`第 ${index + 1} 行的数字个数是单数，请检查是否漏写了经度或纬度`);
    for (let at = 0; at < words.length; at += 2)
      points.push(checked([Number(words[at]), Number(words[at + 1])], points.length + 1));
  });
  if (points.length < 2) throw new LineFileError("至少需要 2 个点，每行写一个：经度,纬度");
  if (points.length > lineFileLimits.pathPoints)
    throw new LineFileError(
      `共 ${points.length} 个点，最多 ${lineFileLimits.pathPoints.toLocaleString("en")} 个，请抽稀后再试`,
    );
  const metres = points.filter(([x, y]) => Math.abs(x) > 180 || Math.abs(y) > 90).length;
  const stray = points.findIndex(([x, y]) => Math.abs(x) > 180 || Math.abs(y) > 90);
  if (stray >= 0 && metres < points.length / 2)
    throw new LineFileError(
      `第 ${stray + 1} 个点 ${points[stray]!.join(",")} 不是经纬度（应为 经度,纬度，经度 -180 到 180，纬度 -90 到 90），请改正或删去`,
    );
  return points;
}

function checked(point: LngLat, at: number): LngLat {
  if (point.every((one) => Math.abs(one) <= 20_100_000)) return point;
  throw new LineFileError(`第 ${at} 个点 ${point.join(",")} 超出了地球的范围，请改正或删去`);
}

export function textOfPoints(points: readonly LngLat[]): string {
  return points.map(([lng, lat]) => `${lng},${lat}`).join("\n");
}
