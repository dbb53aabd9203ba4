/** How the operator wants the directions shown: parameter S013 says which comes first, direction.reverse swaps their names. */
export interface DirectionView {
  first: 1 | 2;
  reversed: boolean;
}

export function directionName(lineType: number, direction: number, { reversed }: DirectionView): string {
  if (lineType === 2) return "环行";
  return (direction === 1) === reversed ? "下行" : "上行";
}
