import { directionName, type DirectionView } from "~/domains/parameters/schema";

/** 1 up, 2 down; a circular line has direction 1 only. */
export type Direction = 1 | 2;

export interface NamedDirection {
  direction: Direction;
  directionName: string;
}

export function directionsOf(lineType: number, view: DirectionView): NamedDirection[] {
  if (lineType === 2) return [{ direction: 1, directionName: "环行" }];
  const order: Direction[] = view.first === 2 ? [2, 1] : [1, 2];
  return order.map((direction) => ({ direction, directionName: directionName(lineType, direction, view) }));
}

/** The operator's view for a line or version with a first direction of its own: the first that says one decides. */
export function beginWith<View extends DirectionView>(view: View, ...own: (number | null | undefined)[]): View {
  const first = own.find((one) => one === 1 || one === 2);
  return first ? { ...view, first } : view;
}

/** The kilometres that parameter S014 chooses; what the other way knows where this one knows nothing. */
export function chooseMileage(
  { declaredMileage }: { declaredMileage: boolean },
  { path, declared }: { path: number | null; declared: number | null },
): number | null {
  return declaredMileage ? (declared ?? path) : (path ?? declared);
}

/** A figure of each direction in the operator's order, each with its name; a circular line has one, which needs none. */
export function eachWay<Figures extends { directionName: string }>(
  directions: readonly Figures[],
  say: (figures: Figures) => string | number | null | undefined,
): string {
  const said = directions.map((one) => [one.directionName.replace("行", ""), say(one) ?? ""] as const);
  if (said.every(([, figure]) => figure === "")) return "";
  return said.length === 1 ? String(said[0]![1]) : said.map(([name, figure]) => `${name} ${figure || "—"}`).join(" / ");
}
