import { metresApart } from "~/transit/geo/metres";
import { readGtfs } from "~/transit/gtfs/read.server";
import { stopsAndShapeOf } from "~/transit/gtfs/round-trip";
import type { MatchResult, Place } from "~/transit/roads/match";
import { stopsAlong } from "~/transit/roads/stops-along";
import { clocked } from "./matching-clock";
import { type Line, lineLength, shareNear } from "./matching-line";

/** Metres within which two lines count as the same road. */
export const tolerance = 20;
/** Degrees (200 m) kept from the extract's edge, so that the roads around a stop are in the file too. */
const margin = 0.002;

/** One direction of a real line: its stops and the operator's own shape. */
export interface Pattern {
  name: string;
  stops: Place[];
  shape: Line;
  /** Stops of the line's other direction; null where it has none inside. */
  back: Place[] | null;
}

export interface Scores {
  recall: number[];
  /** Recall of the part between the first and the last stop: beyond them stops say nothing. */
  between: number[];
  /** Share of the operator's line that is missed, and lies beyond the end stops. */
  beyond: number[];
  precision: number[];
  ratio: number[];
  breaks: number;
  /** Lines with breaks. */
  broken: string[];
  ms: number[];
}

export async function patternsInside(
  file: string,
  bounds: { minLng: number; minLat: number; maxLng: number; maxLat: number },
): Promise<Pattern[]> {
  const feed = await readGtfs(file);
  const inside = (lng: number, lat: number) =>
    lng >= bounds.minLng + margin &&
    lng <= bounds.maxLng - margin &&
    lat >= bounds.minLat + margin &&
    lat <= bounds.maxLat - margin;
  return feed.patterns
    .map((pattern) => {
      const { stopIds, shape } = stopsAndShapeOf(feed, pattern);
      const back =
        feed.patterns
          .find(({ shapeId }) => shapeId === otherDirection(pattern.shapeId))
          ?.stopIds.map((id) => feed.stops.get(id)!) ?? null;
      return {
        name: pattern.shapeId,
        stops: stopIds.map((id) => feed.stops.get(id)!),
        shape,
        back: back?.every(({ lng, lat }) => inside(lng, lat)) ? back : null,
      };
    })
    .filter(
      ({ shape, stops }) =>
        shape.length > 1 &&
        shape.every(([lng, lat]) => inside(lng, lat)) &&
        stops.every(({ lng, lat }) => inside(lng, lat)),
    );
}

const otherDirection = (name: string) => name.replace(/-[12]$/, (end) => (end === "-1" ? "-2" : "-1"));

/** Matches every pattern; one that throws counts as 0. */
export function scored(patterns: readonly Pattern[], match: (pattern: Pattern) => MatchResult): Scores {
  const scores: Scores = {
    recall: [],
    between: [],
    beyond: [],
    precision: [],
    ratio: [],
    breaks: 0,
    broken: [],
    ms: [],
  };
  for (const pattern of patterns) {
    const { result, ms } = clocked(() => attempted(() => match(pattern)));
    scores.ms.push(ms);
    const inner = betweenEnds(pattern);
    const [recall, between] = result
      ? ([pattern.shape, inner].map((line) => shareNear(line, result.path, tolerance)) as [number, number])
      : [0, 0];
    scores.recall.push(recall);
    scores.between.push(between);
    scores.beyond.push(Math.max(0, 1 - recall - ((1 - between) * lineLength(inner)) / lineLength(pattern.shape)));
    scores.precision.push(result ? shareNear(result.path, pattern.shape, tolerance) : 0);
    scores.ratio.push(result ? result.length / lineLength(pattern.shape) : 0);
    scores.breaks += result?.breaks.length ?? 0;
    if (!result || result.breaks.length > 0) scores.broken.push(pattern.name);
  }
  return scores;
}

/** The operator's line between the first and the last stop. */
export function betweenEnds({ shape, stops }: Pattern): Line {
  const along = stopsAlong(
    shape,
    stops.map(({ lng, lat }): Line[number] => [lng, lat]),
  );
  const [first, last] = [along[0]!, along.at(-1)!];
  let distance = 0;
  const inner = shape.filter((point, i) => {
    if (i > 0) distance += metresApart(shape[i - 1]!, point);
    return distance > first.distance && distance < last.distance;
  });
  return [first.place, ...inner, last.place];
}

function attempted(run: () => MatchResult): MatchResult | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
