import { expect, test } from "vitest";
import { place } from "~/transit/roads/town.sample";
import type { GtfsFeed, GtfsPattern } from "./feed";
import { stopsAndShapeOf } from "./round-trip";

type Point = [east: number, north: number];

const stops: Record<string, Point> = { A: [100, 5], B: [500, 295], C: [-5, 200] };
const round: Point[] = [
  [0, 0],
  [500, 0],
  [500, 300],
  [0, 300],
  [0, 0],
];

const none = { count: 0, line: 0, text: "" };

function driven(stopIds: string[], shape: Point[]) {
  const feed: GtfsFeed = {
    routes: new Map(),
    stops: new Map(
      Object.entries(stops).map(([id, at]) => [id, { stopId: id, stopCode: "", stopName: id, ...place(at) }]),
    ),
    shapes: new Map([["s", Float64Array.from(shape.flatMap((at) => [place(at).lng, place(at).lat]))]]),
    patterns: [],
    departures: new Map(),
    unreadTimes: none,
    unreadDates: none,
    skipped: { stops: none, routes: none, trips: none, sequences: none },
    untaken: { left: 0, backwards: 0 },
    tables: [],
    columns: new Set(),
  };
  const pattern: GtfsPattern = {
    routeId: "r",
    direction: 0,
    headsign: "",
    stopIds,
    shapeId: "s",
    tripCount: 1,
    times: null,
    services: [],
  };
  return stopsAndShapeOf(feed, pattern);
}

const near = (points: Point[]) =>
  points.map((at) => [expect.closeTo(place(at).lng, 6), expect.closeTo(place(at).lat, 6)]);

test("a closed shape ends at the first stop again, and begins there", () => {
  const { stopIds, shape, circular } = driven(["A", "B", "C"], round);
  expect([stopIds.join(""), circular]).toEqual(["ABCA", true]);
  expect(shape).toEqual(
    near([
      [100, 0],
      [500, 0],
      [500, 300],
      [0, 300],
      [0, 0],
      [100, 0],
    ]),
  );
});

test("a feed that says so itself, an open shape and no shape are left as they are", () => {
  expect(driven(["A", "B", "C", "A"], round)).toMatchObject({
    stopIds: ["A", "B", "C", "A"],
    circular: true,
    shape: near(round),
  });
  expect(driven(["A", "B", "C"], round.slice(0, 4))).toMatchObject({
    stopIds: ["A", "B", "C"],
    circular: false,
    shape: near(round.slice(0, 4)),
  });
  expect(driven(["A", "B", "C"], [])).toEqual({ stopIds: ["A", "B", "C"], circular: false, shape: [] });
  expect(driven(["A", "B"], round)).toMatchObject({ stopIds: ["A", "B"], circular: false });
});
