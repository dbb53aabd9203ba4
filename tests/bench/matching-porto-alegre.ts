import { metresApart } from "~/transit/geo/metres";
import { join } from "node:path";
import { readRoads } from "~/transit/osm/read.server";
import { buildGraph } from "~/transit/roads/graph-build";
import { matchStops, matchTrace, type Place, searchFor, stopOptions, traceOptions } from "~/transit/roads/match";
import { atLeast, atMost, type Figure, mean, percentile, reported } from "./figure";
import { seeded, traceOf } from "./matching-line";
import { type Pattern, patternsInside, type Scores, scored } from "./matching-patterns";

/** How well lines are found from their stops alone and from noisy traces, against the operator's own shapes. */
export async function portoAlegreFigures(data: string): Promise<Figure[]> {
  const roads = await readRoads(join(data, "osm/porto-alegre.osm.pbf"));
  const search = searchFor(buildGraph(roads.edges), stopOptions);
  const patterns = await patternsInside(join(data, "gtfs-porto-alegre/poa_eptc.zip"), roads.bounds!);
  const traced = (step: number, noise: number) => {
    const random = seeded(step);
    const traces = new Map(
      patterns.map((pattern) => [
        pattern,
        traceOf(pattern.shape, step, noise, random).map(([lng, lat]) => ({ lng, lat })),
      ]),
    );
    return scored(patterns, (pattern) => matchTrace(search, traces.get(pattern)!, pattern.stops));
  };
  const fromStops = scored(patterns, (pattern) => matchStops(search, pattern.stops));
  const turning = scored(patterns, (pattern) => matchStops(search, withTurns(pattern)));
  const itself = scored(patterns, ({ shape, stops }) =>
    matchTrace(
      search,
      shape.map(([lng, lat]) => ({ lng, lat })),
      stops,
      { ...traceOptions, trim: true },
    ),
  );
  return [
    atLeast("matching: real lines compared", patterns.length, 73, "lines"),
    atLeast("matching: stops only, recall", mean(fromStops.recall), 0.958),
    reported("matching: stops only, recall of the even lines", mean(everySecond(fromStops.recall, 0))),
    reported("matching: stops only, recall of the odd lines", mean(everySecond(fromStops.recall, 1))),
    atLeast("matching: stops only, recall between the end stops", mean(fromStops.between), 0.98),
    reported(
      "matching: stops only, recall between the end stops of the odd lines",
      mean(everySecond(fromStops.between, 1)),
    ),
    reported("matching: stops only, missed beyond the end stops", mean(fromStops.beyond)),
    reported("matching: the operator's line laid on these roads, recall between the end stops", mean(itself.between)),
    reported("matching: the operator's line laid on these roads and cut at the end stops, recall", mean(itself.recall)),
    atLeast("matching: stops only, recall with the turn-rounds to the other direction", mean(turning.recall), 0.967),
    reported(
      "matching: stops only, recall with the turn-rounds of the odd lines",
      mean(everySecond(turning.recall, 1)),
    ),
    atLeast("matching: stops only, precision", mean(fromStops.precision), 0.97),
    reported("matching: stops only, precision of the even lines", mean(everySecond(fromStops.precision, 0))),
    reported("matching: stops only, precision of the odd lines", mean(everySecond(fromStops.precision, 1))),
    atLeast("matching: stops only, median length ratio, low", percentile(fromStops.ratio, 0.5), 0.95),
    atMost("matching: stops only, median length ratio, high", percentile(fromStops.ratio, 0.5), 1.05),
    reported("matching: stops only, recall of the worst tenth", percentile(fromStops.recall, 0.1)),
    breaks("matching: stops only", fromStops),
    reported("matching: stops only, p50", percentile(fromStops.ms, 0.5), "ms CPU"),
    atMost("matching: stops only, p95", percentile(fromStops.ms, 0.95), 50, "ms CPU"),
    ...traceFigures("matching: trace every 50 m, 10 m noise", traced(50, 10), 0.99),
    ...traceFigures("matching: trace every 200 m, 15 m noise", traced(200, 15), 0.985),
  ];
}

function traceFigures(name: string, scores: Scores, least: number): Figure[] {
  return [
    atLeast(`${name}, recall`, mean(scores.recall), least),
    atLeast(`${name}, precision`, mean(scores.precision), 0.975),
    breaks(name, scores),
    reported(`${name}, p95`, percentile(scores.ms, 0.95), "ms CPU"),
  ];
}

function breaks(name: string, scores: Scores): Figure {
  return reported(
    `${name}, breaks`,
    scores.breaks,
    scores.broken.length > 0 ? `in ${scores.broken.length} lines: ${scores.broken.join(" ")}` : "",
  );
}

/** One of the two halves: a choice made on one should hold on the other; the constants as they stand were once chosen on both, and no choice on the even ones did better on the odd ones. */
function everySecond(values: readonly number[], half: 0 | 1): number[] {
  return values.filter((_, i) => i % 2 === half);
}

/** Metres between a line's ends of both directions within which the bus turns round there. */
const turnRound = 2500;

/** The stops with the other direction's last one before them and its first one behind: shapes begin and end in between. */
function withTurns({ stops, back }: Pattern): Place[] {
  const near = (a: Place, b: Place) => metresApart([a.lng, a.lat], [b.lng, b.lat]) < turnRound;
  const before = back && near(back.at(-1)!, stops[0]!) ? [back.at(-1)!] : [];
  const behind = back && near(back[0]!, stops.at(-1)!) ? [back[0]!] : [];
  return [...before, ...stops, ...behind];
}
