import { flatPathLength } from "~/transit/geo/path";
import type { RoadEdge } from "~/transit/roads/edge";
import { busDirections, type BusDirections } from "./access";
import type { OsmExtract, OsmTags, OsmWay } from "./extract";

/**
 * The roads a bus may use, cut at every junction, in ascending way id; `skipped` counts the ways left out by reason
 * (`roadSkipLabels`). A way that leaves the file keeps the parts inside it; a stretch that returns to its own start is
 * cut in two. Lengths in metres, 0 only where two junctions share one position.
 */
export function toEdges(extract: OsmExtract): { edges: RoadEdge[]; skipped: Record<string, number> } {
  const { nodes } = extract;
  const skipped: Record<string, number> = {};
  const skip = (reason: string) => (skipped[reason] = (skipped[reason] ?? 0) + 1);
  const kept: { way: OsmWay; directions: BusDirections; runs: Int32Array[] }[] = [];
  const uses = new Uint8Array(nodes.size);
  for (const way of extract.ways) {
    const directions = busDirections(way.tags);
    if (typeof directions === "string") skip(directions);
    else {
      const runs = runsInside(way, extract);
      if (!runs.length) skip("outside-file");
      for (const run of runs) for (const index of run) if (uses[index]! < 2) uses[index]! += 1;
      if (runs.length) kept.push({ way, directions, runs });
    }
  }

  const edges: RoadEdge[] = [];
  for (const { way, directions, runs } of kept) {
    const facts = {
      wayId: way.id,
      roadClass: way.tags.highway!,
      roadName: roadName(way.tags),
      ...directions,
      maxSpeed: maxSpeed(way.tags),
    };
    let seq = 0;
    for (const run of runs) {
      for (const piece of stretches(run, uses)) {
        const coords = new Float64Array(piece.length * 2);
        piece.forEach((index, at) => {
          coords[2 * at] = nodes.lngAt(index);
          coords[2 * at + 1] = nodes.latAt(index);
        });
        const [fromNode, toNode] = [nodes.ids[piece[0]!]!, nodes.ids[piece.at(-1)!]!];
        edges.push({
          edgeKey: `${way.id}:${seq}`,
          seq,
          fromNode,
          toNode,
          coords,
          length: flatPathLength(coords),
          ...facts,
        });
        seq += 1;
      }
    }
  }
  return { edges, skipped };
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
