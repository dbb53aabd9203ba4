import type { LngLat } from "~/transit/geo/lng-lat";
import { distancesAlong } from "~/transit/geo/path";
import { stopsAlong } from "~/transit/roads/stops-along";
import { cutAlong, type Line, metresOf } from "./line-cut";
import type { Leg, PathParts, Plan } from "./model";

export function cutPlan(empty: Plan, { points, freeHand }: PathParts, places: readonly LngLat[]): Plan {
  const along = stopsAlong(points, places).map(({ distance }, at) => ({ anchor: empty.anchors[at]!, distance }));
  const starts = distancesAlong(points);
  const ranges = freeHand
    .map(([from, to]) => [starts[from] ?? 0, starts[to] ?? starts.at(-1)!] as const)
    .filter(([from, to]) => to > from);
  const [first, last] = [along[0]!.distance, along.at(-1)!.distance];
  const ends = freeHand
    .flat()
    .map((at) => ({ anchor: { kind: "via", at: points[at] ?? points[0]! } as const, distance: starts[at] ?? 0 }));
  const added = ends.filter(
    ({ distance }, at) =>
      distance > first &&
      distance < last &&
      [...along, ...ends.slice(0, at)].every((one) => Math.abs(one.distance - distance) > 0.5),
  );
  const all = [...along, ...added].sort((a, b) => a.distance - b.distance);
  const parts = cutAlong(
    points,
    all.map(({ distance }) => distance),
  );
  const legs = parts.slice(1, -1).map((part, i): Leg => {
    const middle = (all[i]!.distance + all[i + 1]!.distance) / 2;
    return {
      mode: ranges.some(([from, to]) => middle > from && middle < to) ? "free" : "road",
      way: "laid",
      points: part,
      reason: "",
    };
  });
  const beyond = (part: Line) => (metresOf(part) > 0.5 ? part : []);
  const [head, tail] = [beyond(parts[0]!), beyond(parts.at(-1)!)];
  const drawnEnds = { head: rangesOn(head, 0, ranges), tail: rangesOn(tail, last, ranges) };
  return { ...empty, anchors: all.map(({ anchor }) => anchor), legs, head, tail, drawnEnds };
}

/** Stretches (metres) as places in a line that begins at so many metres. */
function rangesOn(line: Line, begin: number, stretches: readonly (readonly [number, number])[]): [number, number][] {
  const along = distancesAlong(line).map((metres) => begin + metres);
  return stretches.flatMap(([from, to]): [number, number][] => {
    const [first, final] = [
      along.findIndex((metres) => metres >= from - 0.5),
      along.findLastIndex((metres) => metres <= to + 0.5),
    ];
    return first >= 0 && final > first ? [[first, final]] : [];
  });
}
