import { flatPathLength } from "~/transit/geo/path";
import type { RoadEdge } from "~/transit/roads/edge";
import { busDirections, type BusDirections, closedClass, roadClassOf } from "./access";
import type { OsmExtract, OsmTags, OsmWay } from "./extract";

/**
 * The roads a bus may use, cut at every junction, in ascending way id; `skipped` counts the ways left out by reason
 * (`roadSkipLabels`). A way that leaves the file keeps the parts inside it; a stretch that returns to its own start is
 * cut in two. Lengths in metres, 0 only where two junctions share one position. `closed` are the roads that no bus may use,
 * which tell why a path ends; the others are cut where they meet them.
 */
export function toEdges(extract: OsmExtract): RoadsOfExtract {
  const { nodes } = extract;
  const skipped: Record<string, number> = {};
  const skip = (reason: string) => (skipped[reason] = (skipped[reason] ?? 0) + 1);
  const usable: UsableWay[] = [];
  const shut: UsableWay[] = [];
  for (const way of extract.ways) {
    const directions = busDirections(way.tags);
    if (typeof directions === "string") {
      skip(directions);
      const roadClass = closedClass(way.tags);
      const runs = roadClass ? runsInside(way, extract) : [];
      if (roadClass && runs.length > 0) shut.push({ way, directions: neither, runs, roadClass });
    } else {
      const runs = runsInside(way, extract);
      if (!runs.length) skip("outside-file");
      else usable.push({ way, directions, runs, roadClass: roadClassOf(way.tags) });
    }
  }
  const all = usesOf(usable, nodes.size);
  const kept = usable.filter((one) => {
    const short = isShortDriveway(one, all, nodes);
    if (short) skip("short-driveway");
    return !short;
  });
  const met = usesOf([...usable, ...shut], nodes.size);
  const barring = shut.filter((one) => one.roadClass !== "service" || leadsOn(one, met));
  const uses = usesOf([...kept, ...barring], nodes.size);
  const cut = (ways: readonly UsableWay[]) => ways.flatMap((way) => edgesOf(way, uses, nodes));
  return { edges: cut(kept), closed: cut(barring), skipped };
}

export interface RoadsOfExtract {
  edges: RoadEdge[];
  closed: RoadEdge[];
  skipped: Record<string, number>;
}

const neither: BusDirections = { forward: false, backward: false };

function edgesOf({ way, directions, runs, roadClass }: UsableWay, uses: Uint8Array, nodes: OsmExtract["nodes"]) {
  const { id: wayId, tags } = way;
  const facts = { wayId, roadClass, roadName: roadName(tags), ...directions, maxSpeed: maxSpeed(tags) };
  return runs
    .flatMap((run) => [...stretches(run, uses)])
    .map((piece, seq): RoadEdge => {
      const coords = new Float64Array(piece.length * 2);
      piece.forEach((index, at) => {
        coords[2 * at] = nodes.lngAt(index);
        coords[2 * at + 1] = nodes.latAt(index);
      });
      const [fromNode, toNode] = [nodes.ids[piece[0]!]!, nodes.ids[piece.at(-1)!]!];
      return { edgeKey: `${wayId}:${seq}`, seq, fromNode, toNode, coords, length: flatPathLength(coords), ...facts };
    });
}

interface UsableWay {
  way: OsmWay;
  directions: BusDirections;
  runs: Int32Array[];
  roadClass: string;
}

function usesOf(ways: readonly UsableWay[], count: number): Uint8Array {
  const uses = new Uint8Array(count);
  for (const { runs } of ways) for (const run of runs) for (const index of run) if (uses[index]! < 2) uses[index]! += 1;
  return uses;
}

/** Metres from a road within which a stop is reached from the road itself. */
const besideRoad = 100;

/** Whether a driveway leads nowhere but to a door close to its road: there are many, and no bus needs one. */
function isShortDriveway(one: UsableWay, uses: Uint8Array, nodes: OsmExtract["nodes"]): boolean {
  const { roadClass, runs } = one;
  if (roadClass !== "driveway" || runs.length !== 1 || leadsOn(one, uses)) return false;
  const run = runs[0]!;
  const coords = Float64Array.from({ length: run.length * 2 }, (_, i) =>
    i % 2 ? nodes.latAt(run[i >> 1]!) : nodes.lngAt(run[i >> 1]!),
  );
  return flatPathLength(coords) < besideRoad;
}

/** Whether a way meets others at more than one place. */
function leadsOn({ runs }: UsableWay, uses: Uint8Array): boolean {
  return runs.reduce((sum, run) => sum + run.reduce((joints, index) => joints + (uses[index]! > 1 ? 1 : 0), 0), 0) > 1;
}

/** A road's name as shown on lists: the local one, else the number. */
export const roadName = (tags: OsmTags) => tags.name ?? tags["name:zh"] ?? tags.ref ?? "";

/** Unbroken parts of a way inside the file, as table places, without a node repeated in a row. */
function runsInside(way: OsmWay, { nodes }: OsmExtract): Int32Array[] {
  const runs: Int32Array[] = [];
  let run: number[] = [];
  const close = () => {
    if (run.length > 1) runs.push(Int32Array.from(run));
    run = [];
  };
  for (const ref of way.refs) {
    const index = nodes.indexOf(ref);
    if (index < 0) close();
    else if (run.at(-1) !== index) run.push(index);
  }
  close();
  return runs;
}

function* stretches(run: Int32Array, uses: Uint8Array): Generator<Int32Array> {
  let from = 0;
  for (let to = 1; to < run.length; to += 1) {
    if (to < run.length - 1 && uses[run[to]!]! < 2) continue;
    const piece = run.subarray(from, to + 1);
    if (piece[0] === piece.at(-1)) {
      const middle = piece.length >> 1;
      yield piece.subarray(0, middle + 1);
      yield piece.subarray(middle);
    } else yield piece;
    from = to;
  }
}

function maxSpeed(tags: OsmTags): number {
  const [, number, unit] =
    /^(\d+(?:\.\d+)?)\s*(mph|km\/h|kmh)?$/.exec(tags.maxspeed ?? tags["maxspeed:forward"] ?? "") ?? [];
  return number ? Math.round(Number(number) * (unit === "mph" ? 1.609344 : 1)) : 0;
}
