import { pathLength } from "~/transit/geo/path";
import { metresText } from "./line-drawing";
import { listedPoints, pointsOf } from "~/transit/geo/shape";
import type { Shape, ShapeKind } from "~/transit/geo/shape";
import { ringArea, shapeArea } from "~/transit/geo/shape-geometry";

/** "3,215 m²" or "1.24 km²"; a slow browser takes a tenth of a second to get its own grouping of digits ready. */
const areaText = (area: number) =>
  area < 1e6 ? `${String(Math.round(area)).replace(/\B(?=\d{3}$)/, ",")} m²` : `${(area / 1e6).toFixed(2)} km²`;

/** A shape in a few words: "12 个点，面积 3,200 m²". */
export function shapeWords(shape: Shape): string {
  if (shape.kind === "circle") return `半径 ${metresText(shape.radius)}，面积 ${areaText(shapeArea(shape))}`;
  if (shape.kind === "corridor")
    return `${shape.path.length} 个点，长 ${metresText(pathLength(shape.path))}，宽 ${metresText(shape.width)}`;
  return `${listedPoints(shape).length} 个点，面积 ${areaText(shapeArea(shape))}`;
}

/** A ring's stored coordinates in words, for history. */
export function ringWords(coords: unknown): string {
  const points = Array.isArray(coords) ? pointsOf(coords as number[]) : [];
  return points.length === 0 ? "（空）" : `${points.length} 个点，面积 ${areaText(ringArea(points))}`;
}

/** The same for files in GBK, which has no ². */
export const withoutSquares = (words: string) => words.replace("km²", "平方公里").replace("m²", "平方米");

export const howToDraw: Record<ShapeKind, string> = {
  circle: "点击圆心，移动后再点击定出半径",
  rectangle: "点击一个角，移动后再点击对角",
  polygon: "依次点击各顶点，双击或点回第一点结束",
  corridor: "沿路依次点击，双击结束",
};
