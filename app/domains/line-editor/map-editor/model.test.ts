import type { LngLat } from "~/transit/geo/lng-lat";
import fc from "fast-check";
import { expect, test } from "vitest";
import { measureStops } from "~/domains/line-versions/sequence/measure";
import { endTypes, innerTypes } from "~/domains/line-versions/sequence/sequence-check";
import {
  addVia,
  deletePoint,
  drawLeg,
  insertPoint,
  layFound,
  movePoint,
  moveVia,
  removeVia,
  searchAll,
  setMode,
  trimEnds,
} from "./edit-path";
import { insertStation, moveStation, removeStation, reorderStation } from "./edit-stations";
import { gapsOf, withBreaks } from "./gaps-of";
import { begun, changed, finished, redone, undone } from "./history";
import { figuresOf, measure } from "./measure-plan";
import { callsOf, type KnownPlace, openPlan, pathOf, type Plan, stationsAt } from "./model";
import { planOf, textOf } from "./plan-text";

const key = (n: number) => String(n).padStart(32, "0");
/** Stations every 400 m or so, left and right of a parallel. */
const station = (n: number): KnownPlace => ({
  staUuid: key(n),
  staName: `站${n}`,
  staSelfCode: `S${n}`,
  lng: 116 + n * 0.005,
  lat: 40 + (n % 3) * 0.0002,
  version: 1,
});
const call = (n: number) => ({
  station: station(n),
  row: { staUuid: key(n), staType: "5", inRadius: "50", outRadius: "30" },
});
const road = (from: number, to: number): LngLat[] =>
  Array.from({ length: (to - from) * 4 + 1 }, (_, i) => [
    Number((116 + from * 0.005 + i * 0.00125).toFixed(7)),
    40.0001,
  ]);
const opened = (count: number, points = road(-1, count)) =>
  openPlan(
    1,
    Array.from({ length: count }, (_, n) => call(n)),
    { points, vias: [], freeHand: [] },
  );

type Edit = (plan: Plan) => Plan;
const n = fc.nat(12);
const place = fc
  .tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: -40, max: 40 }))
  .map(([x, y]): LngLat => [116 + x / 10_000, 40 + y / 10_000]);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(n, fc.option(n)).map(
    ([s, at]): Edit =>
      (plan) =>
        insertStation(plan, station(s), at ?? undefined),
  ),
  n.map(
    (at): Edit =>
      (plan) =>
        removeStation(plan, at),
  ),
  fc.tuple(n, n).map(
    ([from, to]): Edit =>
      (plan) =>
        reorderStation(plan, from, to),
  ),
  fc.tuple(n, place).map(
    ([s, to]): Edit =>
      (plan) =>
        moveStation(plan, key(s), to),
  ),
  fc.tuple(n, place).map(
    ([leg, at]): Edit =>
      (plan) =>
        addVia(plan, leg, at),
  ),
  fc.tuple(n, place).map(
    ([at, to]): Edit =>
      (plan) =>
        moveVia(plan, at, to),
  ),
  n.map(
    (at): Edit =>
      (plan) =>
        removeVia(plan, at),
  ),
  fc.tuple(n, fc.array(place, { maxLength: 4 })).map(
    ([leg, through]): Edit =>
      (plan) =>
        drawLeg(plan, leg, through),
  ),
  fc.tuple(n, fc.boolean()).map(
    ([leg, free]): Edit =>
      (plan) =>
        setMode(plan, leg, free ? "free" : "road"),
  ),
  fc.tuple(n, n, place).map(
    ([leg, at, to]): Edit =>
      (plan) =>
        insertPoint(plan, leg, at, to),
  ),
  fc.tuple(n, n, place).map(
    ([leg, at, to]): Edit =>
      (plan) =>
        movePoint(plan, leg, at, to),
  ),
  fc.tuple(n, n).map(
    ([leg, at]): Edit =>
      (plan) =>
        deletePoint(plan, leg, at),
  ),
  fc.constant<Edit>((plan) => searchAll(plan)),
  fc.constant<Edit>(trimEnds),
);
/** An answer of the roads: by way of one more point, or none. */
const answered = (plan: Plan, broken: boolean): Plan =>
  layFound(
    plan,
    plan.legs
      .filter(({ way }) => way === "asked")
      .map((leg) => {
        const [a, b] = [leg.points[0]!, leg.points.at(-1)!];
        return {
          leg,
          answer: { path: [a, [(a[0] + b[0]) / 2, a[1] + 0.0003], b], broken, reason: broken ? "道路不相通" : "" },
        };
      }),
  );

function holds(plan: Plan) {
  const { anchors, legs } = plan;
  expect(legs.length).toBe(Math.max(0, anchors.length - 1));
  for (const leg of legs) expect(leg.points.length).toBeGreaterThan(1);
  legs.slice(1).forEach((leg, i) => expect(leg.points[0]).toEqual(legs[i]!.points.at(-1)));
  const rows = callsOf(plan).map(({ row }) => row);
  if (anchors.length > 0) expect([anchors[0]!.kind, anchors.at(-1)!.kind]).toEqual(["station", "station"]);
  const [start, end] = endTypes(plan.direction);
  rows.forEach(({ staType }, at) =>
    expect(at === 0 ? [start] : at === rows.length - 1 ? [end] : innerTypes(plan.direction)).toContain(Number(staType)),
  );
  const along = measure(plan).map((one) => one.along);
  expect(along).toEqual([...along].sort((a, b) => a - b));
  const { vias, freeHand, points } = pathOf(plan);
  for (const { gap } of vias) expect(gap >= 0 && gap < rows.length - 1).toBe(true);
  for (const [from, to] of freeHand) expect(from >= 0 && to > from && to < points.length).toBe(true);
}

test("whatever the edits, the legs meet, the ends' types fit and distances never fall", () => {
  fc.assert(
    fc.property(fc.nat(8), fc.array(fc.tuple(edit, fc.option(fc.boolean())), { maxLength: 40 }), (count, edits) => {
      let plan = opened(count);
      for (const [one, answer] of edits) {
        plan = one(plan);
        holds(plan);
        if (answer !== null) plan = answered(plan, answer);
        holds(plan);
      }
    }),
  );
});

test("undone as often as changed it is the first state, redone the last, to the bit", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(edit, fc.boolean()), { maxLength: 30 }), (edits) => {
      const first = opened(5);
      const kept = JSON.stringify(first);
      let history = begun(first);
      for (const [one, answer] of edits) {
        history = changed(history, one(history.now));
        if (answer) history = finished(history, answered(history.now, false));
      }
      const last = history.now;
      const steps = history.past.length;
      for (let i = 0; i < steps; i++) history = undone(history);
      expect(history.now === first || steps === 0).toBe(true);
      expect(JSON.stringify(first)).toBe(kept);
      for (let i = 0; i < steps; i++) history = redone(history);
      expect(history.now).toBe(last);
      for (let i = 0; i < steps; i++) history = undone(history);
      expect(history.now).toBe(first);
    }),
  );
});

test("what is edited comes back from the form as it was posted", () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
      const plan = answered(
        edits.reduce((now, one) => one(now), opened(6)),
        false,
      );
      const text = textOf(plan);
      const known = new Map(Array.from({ length: 13 }, (_, s) => [key(s), station(s)]));
      const read = planOf(
        1,
        callsOf(plan).map(({ row }) => row),
        text,
        known,
      );
      expect(read.errors).toEqual([]);
      expect(read.parts!.points).toEqual(pathOf(plan).points);
      expect(read.parts!.freeHand).toEqual(pathOf(plan).freeHand);
      expect(read.plan!.moved).toEqual(plan.moved);
    }),
  );
});

test("a path as stored is cut at its stations and put together again without a change", () => {
  const points = road(0, 5);
  const plan = opened(6, points);
  expect(plan.legs.map(({ points: leg }) => leg.length)).toEqual([5, 5, 5, 5, 5]);
  expect(pathOf(plan).points).toEqual(points);
  expect(pathOf(opened(6)).points).toEqual(road(-1, 6));
});

test("what is drawn by hand keeps its place, and so do the points to pass", () => {
  const points = road(0, 5);
  const parts = {
    points,
    vias: [{ lng: points[6]![0], lat: points[6]![1], gap: 1 }],
    freeHand: [[8, 12]] as [number, number][],
  };
  const plan = openPlan(
    1,
    Array.from({ length: 6 }, (_, s) => call(s)),
    parts,
  );
  expect(plan.anchors.map(({ kind }) => kind[0]).join("")).toBe("ssvssss");
  expect(plan.legs.map(({ mode }) => mode[0]).join("")).toBe("rrrfrr");
  expect(pathOf(plan)).toEqual(parts);
});

test("what is drawn by hand beyond the end stops stays so, also across them, and goes with a head that is cut off", () => {
  const points = road(-1, 6);
  const stretch: [number, number][] = [
    [0, 2],
    [3, 5],
    [23, 28],
  ];
  const plan = openPlan(
    1,
    Array.from({ length: 6 }, (_, s) => call(s)),
    { points, vias: [], freeHand: stretch },
  );
  expect(pathOf(plan)).toMatchObject({ points, freeHand: stretch });
  expect(plan.legs.map(({ mode }) => mode[0]).join("")).toBe("frrrrrf");
  const elsewhere = answered(addVia(plan, 3, [points[15]![0], 40.002]), false);
  expect(pathOf(elsewhere).freeHand.slice(0, 2)).toEqual(stretch.slice(0, 2));
  expect(pathOf(elsewhere).freeHand.at(-1)![1]).toBe(pathOf(elsewhere).points.length - 1);
  expect(pathOf(trimEnds(plan)).freeHand).toEqual([
    [0, 1],
    [19, 20],
  ]);
  expect(pathOf(openPlan(1, [call(0)], { points, vias: [], freeHand: stretch })).freeHand).toEqual(stretch);
});

test("a path without stations takes them in the order in which it passes them, and keeps to itself when they go", () => {
  const points = road(0, 5);
  const bare = openPlan(1, [], { points, vias: [], freeHand: [] });
  const two = insertStation(insertStation(bare, station(4)), station(1));
  expect(callsOf(two).map(({ row }) => row.staUuid)).toEqual([1, 4].map(key));
  expect([two.legs.map(({ way }) => way), pathOf(two).points]).toEqual([["laid"], points]);
  const gone = removeStation(two, 0);
  expect([callsOf(gone).length, pathOf(gone).points]).toEqual([1, points]);
});

test("a way without a road is broken where it is stored, and what is drawn by hand is not", () => {
  const points = road(0, 5);
  const plan = openPlan(
    1,
    Array.from({ length: 6 }, (_, s) => call(s)),
    { points, vias: [], freeHand: [[8, 12]] },
  );
  const metres = measure(plan).map(({ along }) => along);
  const off = [
    { from: metres[1]! + 50, to: metres[1]! + 200, cause: "no-road" as const },
    { from: metres[2]! + 50, to: metres[2]! + 200, cause: "no-road" as const },
  ];
  const gaps = gapsOf(plan, points, off);
  expect(gaps.map(({ broken }) => broken)).toEqual([false, true, false, false, false]);
  expect(gaps[1]).toMatchObject({ confidence: 0, reason: expect.stringContaining("没有") as string });
  const opened = withBreaks(plan, [
    { gap: 1, reason: "不通" },
    { gap: 2, reason: "不通" },
  ]);
  expect(opened.legs.map(({ way }) => way)).toEqual(["laid", "missing", "laid", "laid", "laid"]);
  expect(pathOf(opened)).toEqual(pathOf(plan));
});

test("a station on the path is put in where it lies, one beside it has the way searched", () => {
  const plan = removeStation(opened(6, road(0, 5)), 2);
  expect(pathOf(plan).points).toEqual(road(0, 5));
  const back = insertStation(plan, station(2));
  expect(callsOf(back).map(({ row }) => row.staUuid)).toEqual([0, 1, 2, 3, 4, 5].map(key));
  expect(back.legs.every(({ way }) => way === "laid")).toBe(true);
  const away = insertStation(plan, { ...station(2), lat: 40.002 });
  expect(stationsAt(away)).toHaveLength(6);
  expect(away.legs.map(({ way }) => way[0]).join("")).toBe("laall");
});

test("undo also takes a station back to where it stood", () => {
  const first = opened(4, road(0, 3));
  const history = changed(begun(first), moveStation(first, key(1), [116.006, 40.003]));
  expect(history.now.moved).toEqual({ [key(1)]: [116.006, 40.003] });
  expect(history.now.legs.map(({ way }) => way[0]).join("")).toBe("aal");
  expect(undone(history).now).toBe(first);
  expect(moveStation(history.now, key(1), [station(1).lng, station(1).lat]).moved).toEqual({});
});

test("the metres shown of a plan are those of the path once it is saved, by whatever places it is cut", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1.5, max: 1.5, noNaN: true }), { minLength: 24, maxLength: 24 }),
      (jitter) => {
        const points = jitter.map((aside, i): LngLat => [116 + i * 0.00131, 40.0001 + aside / 100_000]);
        const plan = opened(6, points);
        const saved = measureStops(
          pathOf(plan).points,
          callsOf(plan).map(({ station: { lng, lat } }) => [lng, lat] as const),
        );
        expect(figuresOf(plan).map(({ along }) => along / 1000)).toEqual(saved.map(({ distance }) => distance));
      },
    ),
  );
});
