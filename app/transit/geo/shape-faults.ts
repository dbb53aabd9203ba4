import { pathLength } from "./path";
import { ringArea } from "./shape-geometry";
import { boxSize, boxOf } from "./lng-lat";
import type { LngLat } from "./lng-lat";
import { ringFault, ringFaultWords } from "./ring-fault";
import { kindOf, pointsOf } from "./shape";
import type { ShapeColumns, ShapeKind } from "./shape";

/** The bounds of shapes: metres, square metres, corners. */
export const shapeLimits = {
  corners: [3, 200],
  area: 100,
  radius: [10, 10_000],
  width: [5, 200],
  span: 200_000,
} as const;

export interface ShapeFault {
  path: "coords" | "lng" | "lat" | "radius" | "width";
  message: string;
}

/** What keeps columns from being a sound shape, at the field to mend, in Chinese. */
export function shapeFaults(columns: ShapeColumns): ShapeFault[] {
  const kind = kindOf(columns.shape);
  if (!kind) return [];
  if (kind === "circle") return circleFaults(columns);
  const points = pointsOf(columns.coords ?? []);
  const faults = kind === "corridor" ? measureFaults("width", "宽度", columns.width, shapeLimits.width) : [];
  const fault = pointsFault(kind, points);
  return fault ? [{ path: "coords", message: fault }, ...faults] : faults;
}

export function pointsFault(kind: Exclude<ShapeKind, "circle">, points: readonly LngLat[]): string | null {
  const [least, most] = shapeLimits.corners;
  if (points.length > most) return `最多 ${most} 个点，现有 ${points.length} 个，请删去一些`;
  const size = points.length > 1 ? boxSize(boxOf(points)!) : { width: 0, height: 0 };
  if (Math.max(size.width, size.height) > shapeLimits.span) return "各点相距超过 200 公里，请核对坐标";
  if (kind === "corridor") {
    if (points.length < 2) return "走廊至少要 2 个点，每行一个";
    return pathLength(points) < 1 ? "走廊的各点重合，请移开" : null;
  }
  if (kind === "rectangle") {
    if (points.length !== 2 && points.length !== 4) return "矩形请填两个对角的坐标，每行一个";
    if (points.length === 4 && !isUpright(points)) return "四个角不成正南正北的矩形：请只填两个对角，或改用多边形";
    return size.width * size.height <= shapeLimits.area ? tooSmall(size.width * size.height) : null;
  }
  if (points.length < least) return `至少要 ${least} 个顶点，现有 ${points.length} 个，每行一个`;
  const fault = ringFault(points);
  if (fault) return ringFaultWords(fault);
  const area = ringArea(points);
  return area <= shapeLimits.area ? tooSmall(area) : null;
}

const tooSmall = (area: number) => `面积应大于 ${shapeLimits.area} 平方米，现为 ${Math.round(area)} 平方米`;

export const missingMeasure = (kind: "circle" | "corridor") =>
  (kind === "circle"
    ? measureFaults("radius", "半径", null, shapeLimits.radius)
    : measureFaults("width", "宽度", null, shapeLimits.width))[0]!.message;

function circleFaults({ lng, lat, radius }: ShapeColumns): ShapeFault[] {
  const missing = (path: "lng" | "lat", label: string): ShapeFault => ({ path, message: `请输入圆心${label}` });
  return [
    ...(lng === null || lng === undefined ? [missing("lng", "经度")] : []),
    ...(lat === null || lat === undefined ? [missing("lat", "纬度")] : []),
    ...measureFaults("radius", "半径", radius, shapeLimits.radius),
  ];
}

function measureFaults(
  path: "radius" | "width",
  label: string,
  value: number | null | undefined,
  [least, most]: readonly [number, number],
): ShapeFault[] {
  if (value === null || value === undefined) return [{ path, message: `请输入${label}（${least} 到 ${most} 米）` }];
  return value >= least && value <= most ? [] : [{ path, message: `${label}在 ${least} 到 ${most} 米之间` }];
}

/** Whether each corner lies within 2 m of one of the corners of the box around them all. */
function isUpright(points: readonly LngLat[]): boolean {
  const { minLng, minLat, maxLng, maxLat } = boxOf(points)!;
  const corners: LngLat[] = [
    [minLng, minLat],
    [maxLng, minLat],
    [maxLng, maxLat],
    [minLng, maxLat],
  ];
  return corners.every((corner) =>
    points.some((point) => Math.max(...Object.values(boxSize(boxOf([corner, point])!))) < 2),
  );
}
