import { clipPolyline } from "lineclip";
import { douglasPeucker } from "ol/geom/flat/simplify.js";

/** A line as flat [x, y, x, y, ...]. */
export type FlatLine = number[];

/** Leaves out points that are no farther than `tolerance` from what remains (Douglas-Peucker); the ends stay. */
export function simplifyLine(line: FlatLine, tolerance: number): FlatLine {
  const kept: number[] = [];
  kept.length = douglasPeucker(line, 0, line.length, 2, tolerance * tolerance, kept, 0);
  return kept;
}

/** The parts of a line inside [minX, minY, maxX, maxY]. */
export function clipLine(line: FlatLine, box: [number, number, number, number]): FlatLine[] {
  const points: [number, number][] = [];
  for (let i = 0; i + 1 < line.length; i += 2) points.push([line[i]!, line[i + 1]!]);
  if (points.length < 2) return [];
  return clipPolyline(points, box).map((part) => part.flat());
}

/** Joins lines end to start, at a joint the first unused one, turned round where `mayTurn` allows it. */
export function joinLines(lines: readonly FlatLine[], mayTurn = true): FlatLine[] {
  const byEnd = new Map<string, number[]>();
  const endKey = (line: FlatLine, last: boolean) => (last ? `${line.at(-2)},${line.at(-1)}` : `${line[0]},${line[1]}`);
  lines.forEach((line, i) => {
    for (const last of mayTurn ? [false, true] : [false]) {
      const key = endKey(line, last);
      const there = byEnd.get(key);
      if (there) there.push(i);
      else byEnd.set(key, [i]);
    }
  });
  const used = new Uint8Array(lines.length);
  const grow = (chain: FlatLine) => {
    for (;;) {
      const key = endKey(chain, true);
      const next = byEnd.get(key)?.find((i) => !used[i]);
      if (next === undefined) return chain;
      used[next] = 1;
      const line = lines[next]!;
      const onward = endKey(line, false) === key ? line : turned(line);
      for (let i = 2; i < onward.length; i++) chain.push(onward[i]!);
    }
  };
  const joined: FlatLine[] = [];
  lines.forEach((line, i) => {
    if (used[i] || line.length < 4) return;
    used[i] = 1;
    const chain = grow([...line]);
    joined.push(mayTurn ? turned(grow(turned(chain))) : chain);
  });
  return joined;
}

function turned(line: FlatLine): FlatLine {
  const back: FlatLine = [];
  for (let i = line.length - 2; i >= 0; i -= 2) back.push(line[i]!, line[i + 1]!);
  return back;
}
