import { edgesNear } from "~/transit/roads/near";
import { matchStops, type MatchResult, matchTrace, searchFor, stopOptions, traceOptions } from "~/transit/roads/match";
import { buildGraph } from "~/transit/roads/graph-build";
import type { RouteSearch } from "~/transit/roads/route";
import { atLeast, atMost, type Figure, mean, reported } from "./figure";
import { betweenEnds, scored, tolerance } from "./matching-patterns";
import { type LineSet, lineSets } from "./matching-sets";
import { seeded, shareNear } from "./matching-line";
import { forbiddenTurns } from "./matching-turns";

/** What each set reached before turns, driveways and classes of roads counted. */
const before: Record<string, number> = { "Porto Alegre": 0.982, Addison: 0.92, Beijing: 1, Moscow: 1 };

/** Every set's lines from their stops alone, their turns, and how well a given path is followed. */
export async function setFigures(data: string): Promise<Figure[]> {
  const sets = await lineSets(data);
  return [...sets.filter(({ patterns }) => patterns.length > 0).flatMap(figuresOf), ...randomLines(sets)];
}

function figuresOf(set: LineSet): Figure[] {
  const { name, patterns, graph } = set;
  const search = searchFor(graph, stopOptions);
  const results: MatchResult[] = [];
  const kept = (result: MatchResult) => (results.push(result), result);
  const scores = scored(patterns, ({ stops }) => kept(matchStops(search, stops)));
  const followed = patterns.map((pattern) => {
    const given = betweenEnds(pattern);
    const { path } = kept(
      matchTrace(search, pattern.shape.map(toPlace), pattern.stops, { ...traceOptions, trim: true }),
    );
    const onRoad = ([lng, lat]: readonly [number, number]) =>
      edgesNear(graph, lng, lat, tolerance, 1, { driveways: true }).length > 0;
    return shareNear(given, path, tolerance, onRoad);
  });
  const half = (first: number) => mean(scores.between.filter((_, i) => i % 2 === first));
  const of = (what: string) => `matching: ${name}, ${what}`;
  return [
    reported(of("lines"), patterns.length, "lines"),
    atLeast(of("stops only, recall between the end stops"), mean(scores.between), before[name] ?? 0),
    reported(of("the same of the even lines, on which constants were chosen"), half(0)),
    reported(of("the same of the odd lines"), half(1)),
    reported(of("stops only, precision"), mean(scores.precision)),
    reported(of("stops only, breaks"), scores.breaks, `in ${scores.broken.length} lines`),
    atLeast(of("a given path is followed where roads are"), mean(followed), 0.99),
    atMost(of("forbidden turns in matched lines"), turnsIn(set, results), 0, `of ${set.rules.length} rules`),
  ];
}

const toPlace = ([lng, lat]: readonly [number, number]) => ({ lng, lat });

const turnsIn = ({ edges, rules }: LineSet, results: readonly MatchResult[]) =>
  results.reduce((sum, result) => sum + forbiddenTurns(edges, rules, result.edges), 0);

/** Lines past places drawn at random where there are rules: how many break one, with and without heeding them. */
function randomLines(sets: readonly LineSet[]): Figure[] {
  return sets
    .filter(({ rules }) => rules.length > 0)
    .flatMap((set) => {
      const unheeded = searchFor(buildGraph(set.edges), stopOptions);
      const heeded = searchFor(set.graph, stopOptions);
      const broken = (search: RouteSearch) =>
        mean(drawn(set).map((stops) => (turnsIn(set, [matchStops(search, stops)]) > 0 ? 1 : 0)));
      const name = `matching: ${set.name}, random lines with a forbidden turn`;
      return [reported(`${name}, rules not heeded`, broken(unheeded)), atMost(name, broken(heeded), 0)];
    });
}

function drawn({ edges }: LineSet) {
  const random = seeded(11);
  const place = () => {
    const { coords } = edges[Math.floor(random() * edges.length)]!;
    return { lng: coords[0]!, lat: coords[1]! };
  };
  return Array.from({ length: 200 }, () => Array.from({ length: 4 }, place));
}
