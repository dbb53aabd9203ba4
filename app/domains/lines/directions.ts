/** 1 up, 2 down; a circular line has direction 1 only. */
export type Direction = 1 | 2;

/** How the operator wants the directions shown: parameter S013 says which comes first, direction.reverse swaps their names. */
export interface DirectionView {
  first: Direction;
  reversed: boolean;
}

export interface NamedDirection {
  direction: Direction;
  directionName: string;
}

/** The directions of a line in the operator's order, with the operator's names. */
export function directionsOf(lineType: number, view: DirectionView): NamedDirection[] {
  if (lineType === 2) return [{ direction: 1, directionName: "环行" }];
  const order: Direction[] = view.first === 2 ? [2, 1] : [1, 2];
  return order.map((direction) => ({ direction, directionName: directionName(lineType, direction, view) }));
}

export function directionName(lineType: number, direction: number, { reversed }: DirectionView): string {
  if (lineType === 2) return "环行";
  return (direction === 1) === reversed ? "下行" : "上行";
}
