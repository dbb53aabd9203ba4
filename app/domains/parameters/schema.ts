/** How the operator wants the directions shown: parameter S013 says which comes first, direction.reverse swaps their names. */
export interface DirectionView {
  first: 1 | 2;
  reversed: boolean;
}

export function directionName(lineType: number, direction: number, { reversed }: DirectionView): string {
  if (lineType === 2) return "环行";
  return (direction === 1) === reversed ? "下行" : "上行";
}

/** Words that name a direction as it is stored, as the operator names it. */
export function nameDirections(words: string, { reversed }: Pick<DirectionView, "reversed">): string {
  return reversed ? words.replace(/上行|(?<!上)下行/g, (word) => (word === "上行" ? "下行" : "上行")) : words;
}
