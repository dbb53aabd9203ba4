import type { FlatLine } from "~/transit/geo/simplify";

/** One every `spacing` from half a spacing on, three points each, `size` from tip to tail, in the line's own unit. */
export function chevronsAlong(line: FlatLine, spacing: number, size: number): FlatLine[] {
  const chevrons: FlatLine[] = [];
  let untilNext = spacing / 2;
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [x, y, toX, toY] = [line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!];
    const length = Math.hypot(toX - x, toY - y);
    if (length === 0) continue;
    const [ux, uy] = [(toX - x) / length, (toY - y) / length];
    for (; untilNext <= length; untilNext += spacing) {
      const [tipX, tipY] = [x + ux * (untilNext + size / 2), y + uy * (untilNext + size / 2)];
      const [backX, backY] = [tipX - ux * size, tipY - uy * size];
      chevrons.push([backX - uy * size, backY + ux * size, tipX, tipY, backX + uy * size, backY - ux * size]);
    }
    untilNext -= length;
  }
  return chevrons;
}

/** Points of a line every so many units, for labels to see what they would cover. */
export function sampled(line: FlatLine, every: number): number[] {
  return chevronsAlong(line, every, 0).flatMap((chevron) => chevron.slice(2, 4));
}
