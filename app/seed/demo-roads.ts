import type { RoadEdge } from "~/transit/roads/edge";
import { METRES_PER_DEGREE, metresPerDegreeEast } from "~/transit/geo/metres";
import { flatPathLength } from "~/transit/geo/path";
import { isLinked, type Junction, junctionPlace, type Street, streets } from "./demo-streets";

/** A road edge of the demo city and the two junctions it joins, in the order of its coordinates. */
export interface Link {
  edge: RoadEdge;
  street: Street;
  from: Junction;
  to: Junction;
  busLane?: RoadEdge;
}

type Place = [east: number, north: number];

const firstWay = 900_000_001;
const firstNode = 910_000_000;
const southWest = [116.3395, 39.8485] as const;
const eastPerDegree = metresPerDegreeEast(39.87);
const laneOffset = 7;

/** The stretches of road between junctions, in order of way and sequence; a street begins a new way behind a missing piece. */
export function demoLinks(): Link[] {
  const links: Link[] = [];
  let wayId = firstWay;
  for (const street of streets) {
    let way: Link[] = [];
    const close = () => {
      if (way.length === 0) return;
      links.push(...way);
      wayId++;
      if (street.busLane) {
        for (const link of way) link.busLane = busLaneBeside(link, wayId);
        wayId++;
      }
      way = [];
    };
    for (let at = 1; at < street.junctions.length; at++) {
      const [from, to] = [street.junctions[at - 1]!, street.junctions[at]!];
      if (!isLinked(from, to)) close();
      else way.push({ street, from, to, edge: edgeOf(street, at - 1, wayId, way.length) });
    }
    close();
  }
  return links;
}

export function edgesOf(links: readonly Link[]): RoadEdge[] {
  return links
    .flatMap(({ edge, busLane }) => (busLane ? [edge, busLane] : [edge]))
    .sort((a, b) => a.wayId - b.wayId || a.seq - b.seq);
}

/** The middle of a street from one junction to a later one, as longitudes and latitudes in turn. */
export function alongStreet(name: string, from: Junction, to: Junction): number[] {
  const street = demoLinks().filter((link) => link.street.name === name);
  const [first, last] = [
    street.findIndex((link) => String(link.from) === String(from)),
    street.findIndex((link) => String(link.to) === String(to)),
  ];
  const stretch = street
    .slice(first, last + 1)
    .flatMap(({ edge }, place) => [...edge.coords].slice(place === 0 ? 0 : 2));
  return stretch.map((degrees) => Number(degrees.toFixed(6)));
}

export function nodeOf([column, row]: Junction): number {
  return firstNode + (row + 1) * 100 + column + 1;
}

function edgeOf(street: Street, at: number, wayId: number, seq: number): RoadEdge {
  const { junctions, drive } = street;
  const closed = nodeOf(junctions[0]!) === nodeOf(junctions.at(-1)!);
  const place = (index: number) => {
    const around = closed
      ? (index + junctions.length - 1) % (junctions.length - 1)
      : Math.max(0, Math.min(junctions.length - 1, index));
    return junctionPlace(junctions[around]!);
  };
  const corners = [place(at - 1), place(at), place(at + 1), place(at + 2)] as const;
  return completeEdge(
    [0, 0.2, 0.4, 0.6, 0.8, 1].map((part) => curve(corners, part)),
    {
      wayId,
      seq,
      fromNode: nodeOf(junctions[at]!),
      toNode: nodeOf(junctions[at + 1]!),
      roadClass: street.roadClass,
      roadName: street.name,
      maxSpeed: street.maxSpeed,
      forward: drive !== "against",
      backward: drive !== "along",
    },
  );
}

/** The bus lane to the right of an edge, sharing its two junctions. */
function busLaneBeside({ edge, from, to, street }: Link, wayId: number): RoadEdge {
  const [a, b] = [junctionPlace(from), junctionPlace(to)];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const [east, north] = [((b[1] - a[1]) / length) * laneOffset, ((a[0] - b[0]) / length) * laneOffset];
  const last = edge.coords.length / 2 - 1;
  const points = Array.from({ length: last + 1 }, (_, at): Place => {
    const [x, y] = fromDegrees(edge.coords[2 * at]!, edge.coords[2 * at + 1]!);
    return at === 0 || at === last ? [x, y] : [x + east, y + north];
  });
  return completeEdge(points, {
    wayId,
    seq: edge.seq,
    fromNode: edge.fromNode,
    toNode: edge.toNode,
    roadClass: "busway",
    roadName: street.busLane!,
    maxSpeed: street.maxSpeed,
    forward: true,
    backward: false,
  });
}

function completeEdge(points: Place[], facts: Omit<RoadEdge, "edgeKey" | "coords" | "length">): RoadEdge {
  const coords = Float64Array.from(points.flatMap(([x, y]) => toDegrees(x, y)));
  return { edgeKey: `${facts.wayId}:${facts.seq}`, ...facts, coords, length: flatPathLength(coords) };
}

/** A point of the smooth curve through four corners, between the second and the third. */
function curve([a, b, c, d]: readonly [Place, Place, Place, Place], part: number): Place {
  const along = (p: number, q: number, r: number, s: number) =>
    q + 0.5 * part * (r - p + part * (2 * p - 5 * q + 4 * r - s + part * (3 * (q - r) + s - p)));
  return [along(a[0], b[0], c[0], d[0]), along(a[1], b[1], c[1], d[1])];
}

function toDegrees(x: number, y: number): [number, number] {
  return [southWest[0] + x / eastPerDegree, southWest[1] + y / METRES_PER_DEGREE].map(
    (value) => Math.round(value * 1e7) / 1e7,
  ) as [number, number];
}

function fromDegrees(lng: number, lat: number): Place {
  return [(lng - southWest[0]) * eastPerDegree, (lat - southWest[1]) * METRES_PER_DEGREE];
}
