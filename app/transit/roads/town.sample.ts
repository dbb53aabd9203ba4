import type { RoadEdge } from "./edge";
import type { DrivenEdge } from "./lay-path";
import { METRES_PER_DEGREE, metresPerDegreeEast } from "~/transit/geo/metres";

const lng0 = 116.4;
const lat0 = 39.9;
const east = metresPerDegreeEast(lat0);

export type Metres = readonly [east: number, north: number];

/** A place so many metres east and north of the sample town's corner. */
export function place([x, y]: Metres): { lng: number; lat: number } {
  return { lng: lng0 + x / east, lat: lat0 + y / METRES_PER_DEGREE };
}

/** Metres east and north of the corner, rounded to whole metres. */
export function metresOf([lng, lat]: readonly [number, number]): Metres {
  return [Math.round((lng - lng0) * east) + 0, Math.round((lat - lat0) * METRES_PER_DEGREE) + 0];
}

/** A road through points in metres; roads whose ends share a point meet there. */
export function road(wayId: number, points: readonly Metres[], facts: Partial<RoadEdge> = {}): RoadEdge {
  const coords = Float64Array.from(points.flatMap((point) => [place(point).lng, place(point).lat]));
  const node = ([x, y]: Metres) => (x + 50_000) * 100_000 + y + 50_000;
  const length = points.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - points[i]![0], y - points[i]![1]), 0);
  return {
    edgeKey: `${wayId}:0`,
    wayId,
    seq: 0,
    coords,
    length,
    fromNode: node(points[0]!),
    toNode: node(points.at(-1)!),
    roadClass: "tertiary",
    roadName: `${wayId}号路`,
    forward: true,
    backward: true,
    maxSpeed: 0,
    ...facts,
  };
}

/** A road so many metres east of the corner, from there to there. */
export const eastRoad = (wayId: number, from: number, to: number, facts: Partial<RoadEdge> = {}): RoadEdge =>
  road(
    wayId,
    [
      [from, 0],
      [to, 0],
    ],
    facts,
  );

/** One-way in the order of the points. */
export const oneWay = { backward: false };

/** A chequerboard of two-way streets, `columns` by `rows` crossings 200 m apart; way ids from 1. */
export function chequerboard(columns: number, rows: number): RoadEdge[] {
  const edges: RoadEdge[] = [];
  for (let x = 0; x < columns; x++) {
    for (let y = 0; y < rows; y++) {
      if (x + 1 < columns)
        edges.push(
          road(edges.length + 1, [
            [x * 200, y * 200],
            [x * 200 + 200, y * 200],
          ]),
        );
      if (y + 1 < rows)
        edges.push(
          road(edges.length + 1, [
            [x * 200, y * 200],
            [x * 200, y * 200 + 200],
          ]),
        );
    }
  }
  return edges;
}

/** Four two-way streets around a block of 400 m. */
export const square = [
  road(1, [
    [0, 0],
    [400, 0],
  ]),
  road(2, [
    [400, 0],
    [400, 400],
  ]),
  road(3, [
    [0, 0],
    [0, 400],
  ]),
  road(4, [
    [0, 400],
    [400, 400],
  ]),
];

/** The ways driven, each with + along its points or - against them. */
export const driven = ({ edges }: { edges: readonly DrivenEdge[] }) =>
  edges.map(({ edgeKey, forward }) => `${edgeKey.split(":")[0]}${forward ? "+" : "-"}`).join(" ");
