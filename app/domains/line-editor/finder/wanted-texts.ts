function wantedTexts(typed: string): { cells: string[]; ofSheet: boolean }[] {
  return typed
    .split(/[\r\n]+/)
    .map((line) => ({
      cells: line
        .split(/[\t,，;；、|]+/)
        .map((cell) => cell.normalize("NFKC").trim().slice(0, 64))
        .filter(Boolean),
      ofSheet: line.includes("\t"),
    }))
    .filter(({ cells }) => cells.length > 0);
}

interface StationLookup {
  byCode: (cell: string) => { staName: string } | undefined;
  isName: (cell: string) => boolean;
}

/** One text for each station that is meant: a sheet's line with number and name means one, words parted by blanks mean several where they are no name together. */
export function textsMeant(typed: string, { byCode, isName }: StationLookup): string[] {
  return wantedTexts(typed).flatMap(({ cells, ofSheet }) => {
    const meant = cells.filter((cell, at) => {
      const beside = ofSheet ? cells : [cells[at - 1], cells[at + 1]];
      return byCode(cell) || !beside.some((other) => other && byCode(other)?.staName === cell);
    });
    const known = meant.some((cell) => byCode(cell) || isName(cell));
    const kept = ofSheet && known ? meant.filter((cell) => byCode(cell) || !/^[\d.]+$/.test(cell)) : meant;
    return kept.flatMap((cell) => {
      const words = cell.split(/\s+/);
      const isOne = words.length === 1 || byCode(cell) || isName(cell);
      return isOne || !words.some((word) => byCode(word) || isName(word)) ? cell : words;
    });
  });
}

export const textsToLookUp = (typed: string) =>
  wantedTexts(typed).flatMap(({ cells }) => cells.flatMap((cell) => [cell, ...cell.split(/\s+/)]));
