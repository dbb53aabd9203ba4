import { describe, expect, it } from "vitest";
import { planeAround } from "~/transit/geo/plane";
import type { Shape } from "~/transit/geo/shape";
import { metresOutside } from "~/transit/geo/shape-geometry";
import { measured } from "../../../tests/kit/real-data";
import { passageOf } from "./passage";
import type { Fix, WatchedFence } from "./rules";
import { type Standing, step } from "./step";

const plane = planeAround([117, 39]);
const at = (east: number, north: number) => plane.back(east, north);
const circle = (radius: number): Shape => ({ kind: "circle", centre: at(0, 0), radius });
const fence = (shape: Shape, more: Partial<WatchedFence> = {}): WatchedFence => ({
  fenceUuid: "f",
  shape,
  ruleType: 10,
  limitSpeed: null,
  stopMinutes: null,
  timeWindows: [],
  weekdays: [],
  beginDate: null,
  endDate: null,
  buses: null,
  ...more,
});

/** How many events a fence sees along positions in metres, so many seconds apart. */
function eventsSeen(
  watched: WatchedFence,
  places: readonly (readonly [number, number])[],
  kmh: number,
  seconds: number,
) {
  let standing: Standing | undefined;
  let events = 0;
  const fixes: Fix[] = [];
  for (const [nth, [east, north]] of places.entries()) {
    const fix: Fix = { busUuid: "b", at: nth * seconds * 1000, place: at(east, north), kmh };
    fixes.push(fix);
    const before = standing;
    standing = step(watched, before, fix);
    if (standing?.phase === "open" && before?.phase !== "open") events++;
    const isPast = [before, standing].every((one) => !one || one.phase === "none");
    if (isPast && metresOutside(watched.shape, fix.place) > 0 && passageOf(watched, fixes.slice(-3))) events++;
  }
  return events;
}

/** Positions every so many metres, from a phase on, on a straight way past the middle. */
const way = (every: number, phase: number, north = 0) =>
  Array.from({ length: 21 }, (_, nth): [number, number] => [-10 * every + nth * every + phase, north]);

describe("a bus at 40 km/h that reports every 100 m", () => {
  const seconds = 9;

  it("is seen in each of 20 phases to pass a forbidden zone of 120 m", () => {
    const seen = Array.from({ length: 20 }, (_, phase) =>
      eventsSeen(fence(circle(60)), way(100, 5 * phase), 40, seconds),
    );
    measured("passes of a zone of 120 m in 20 phases", seen.filter((events) => events === 1).length);
    expect(seen).toEqual(Array<number>(20).fill(1));
  });

  it("is seen to cross a corridor of 30 m, each of three times", () => {
    const corridor: Shape = { kind: "corridor", path: [at(0, -2000), at(0, 2000)], width: 30 };
    for (let phase = 0; phase < 100; phase += 5)
      expect([phase, eventsSeen(fence(corridor), way(100, phase), 40, seconds)]).toEqual([phase, 1]);
    const thrice = [...way(100, 30), ...way(100, 30, 50).reverse(), ...way(100, 30, 100)];
    expect(eventsSeen(fence(corridor), thrice, 40, seconds)).toBe(3);
  });

  it("breaks the limit of a zone only where it is faster", () => {
    const zone = (limitSpeed: number) => fence(circle(60), { ruleType: 30, limitSpeed });
    expect(eventsSeen(zone(30), way(100, 40), 40, seconds)).toBe(1);
    expect(eventsSeen(zone(40), way(100, 40), 40, seconds)).toBe(0);
  });
});

describe("is not taken for a pass", () => {
  it.each([
    [
      "a jump into the edge and back",
      [
        [-300, 0],
        [-61, 0],
        [-40, 0],
        [-62, 0],
        [-300, 0],
      ],
    ],
    [
      "a jump far into it and back",
      [
        [-300, 0],
        [-80, 0],
        [0, 0],
        [-80, 3],
        [-300, 0],
      ],
    ],
    ["a way along its edge", way(100, 20, 61)],
    [
      "a silence of minutes",
      [
        [-5000, 0],
        [5000, 0],
      ],
    ],
  ] as const)("%s", (_name, places) => {
    expect(eventsSeen(fence(circle(60)), places, 20, places.length === 2 ? 600 : 9)).toBe(0);
  });

  it("two positions of another hemisphere", () => {
    expect(
      eventsSeen(
        fence(circle(60)),
        [
          [-300, 0],
          [15_000_000, 0],
          [-200, 0],
        ],
        40,
        10,
      ),
    ).toBe(0);
  });
});
