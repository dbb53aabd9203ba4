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
