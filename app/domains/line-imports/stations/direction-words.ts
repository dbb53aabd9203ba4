interface DirectionNames {
  directionNames: readonly { direction: 1 | 2; directionName: string }[];
  /** The column says 0 for up and 1 for down, as timetables of other programs do. */
  fromZero?: boolean;
}

/** Which direction a cell says: the line's own name for it, 上行, up, 去程 or a number; null where it says none. */
export function directionSaid(text: string, { directionNames, fromZero = false }: DirectionNames): 1 | 2 | null {
  const named = directionNames.find(({ directionName }) => directionName === text)?.direction;
  if (named) return named;
  if (fromZero && /^[01]$/.test(text)) return text === "0" ? 1 : 2;
  if (/^(1|上行?|环行|up|去程)$/i.test(text)) return 1;
  return /^(2|下行?|down|回程|返程)$/i.test(text) ? 2 : null;
}
