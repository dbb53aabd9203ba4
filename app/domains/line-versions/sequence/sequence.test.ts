import fc from "fast-check";
import { expect, test } from "vitest";
import { directionsOf } from "~/domains/lines/directions";
import { measureStops } from "./measure";
import { insertRow, moveRow, newRow, removeRow, type SequenceRow, withEndTypes } from "./sequence";
import { checkSequence, type SequenceFacts } from "./sequence-check";
import { entriesOf, mirrored, pressed, turnedRound, type TypedRow } from "./sequence-form";

const key = (n: number) => String(n).padStart(32, "0");
/** Stations every 500 m along a parallel, eastwards. */
const stations = new Map(
  Array.from({ length: 40 }, (_, n) => [key(n), { staName: `站${n}`, lng: 116 + n * 0.0065, lat: 40 }]),
);
const rows = (...numbers: number[]): SequenceRow[] =>
  numbers.reduce<SequenceRow[]>((all, n) => insertRow(all, all.length, newRow(key(n)), 1), []);
const check = (of: readonly SequenceRow[], more: Partial<SequenceFacts> = {}) =>
  checkSequence({ lineType: 1, direction: 1, rows: of, stations, ...more });
const told = (of: readonly SequenceRow[], more: Partial<SequenceFacts> = {}) =>
  check(of, more).map(({ row, path, level }) => `${row} ${path} ${level}`);

const edit = fc.oneof(
  fc.record({ do: fc.constant("insert" as const), at: fc.nat(20), station: fc.nat(39) }),
  fc.record({ do: fc.constant("remove" as const), at: fc.nat(20) }),
  fc.record({ do: fc.constant("move" as const), at: fc.nat(20), to: fc.nat(20) }),
  fc.record({ do: fc.constant("type" as const), at: fc.nat(20), hail: fc.boolean() }),
);

test.each([1, 2] as const)("whatever the edits of direction %i, its types always fit", (direction) => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 60 }), (edits) => {
      let now: SequenceRow[] = [];
      for (const one of edits) {
        if (one.do === "insert") now = insertRow(now, one.at, newRow(key(one.station)), direction);
        if (one.do === "remove") now = removeRow(now, one.at, direction);
        if (one.do === "move") now = moveRow(now, one.at, one.to, direction);
        if (one.do === "type")
          now = withEndTypes(
            now.map((row, at) => (at === one.at ? { ...row, staType: one.hail ? (direction === 1 ? 6 : 7) : 5 } : row)),
            direction,
          );
      }
      const errors = check(now, { direction }).filter(({ level }) => level === "error");
      expect(errors.map(({ path }) => path)).toEqual(now.length === 1 ? ["staUuid"] : []);
    }),
  );
});

const turn = fc.oneof(
  fc.constant("reverse"),
  fc.nat(20).map((at) => `up:${at}`),
  fc.nat(20).map((at) => `remove:${at}`),
  fc.nat(39).map((n) => `add:${key(n)}`),
);

test.each([1, 2] as const)(
  "whatever the buttons pressed in direction %i, serials are whole and types fit; turned round twice is as before",
  (direction) => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 40 }), fc.option(fc.nat(20)), (buttons, at) => {
        const now = buttons.reduce<TypedRow[]>(
          (rows, button) => pressed(rows, button, at === null ? undefined : at + 1, direction),
          [],
        );
        const { entries, errors } = entriesOf(now);
        expect(errors).toEqual([]);
        const broken = check(
          entries.map((entry) => ({ ...newRow(entry.staUuid), staType: entry.staType! })),
          { direction },
        ).filter(({ level }) => level === "error");
        expect(broken.map(({ path }) => path)).toEqual(now.length === 1 ? ["staUuid"] : []);
        expect(turnedRound(turnedRound(now, direction), direction)).toEqual(now);
      }),
    );
  },
);

test("a mirrored direction calls at the opposite stops, its hail stops are the other side's", () => {
  const up: TypedRow[] = [
    { staUuid: key(1), staType: "1", azimuth: "10" },
    { staUuid: key(2), staType: "6", distance: "1.2" },
    { staUuid: key(3), staType: "2", azimuth: "200", inRadius: "80" },
  ];
  expect(
    mirrored(
      up,
      new Map([
        [key(1), key(11)],
        [key(2), key(12)],
      ]),
      2,
    ),
  ).toEqual([
    { staUuid: key(3), staType: "3", azimuth: "20", inRadius: "80" },
    { staUuid: key(12), staType: "7" },
    { staUuid: key(11), staType: "4" },
  ]);
});

test("an insertion taken out again leaves what was there", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(39), { minLength: 2, maxLength: 30 }), fc.nat(30), (numbers, place) => {
      const before = rows(...numbers);
      const at = Math.min(place, before.length);
      expect(removeRow(insertRow(before, at, newRow(key(0)), 1), at, 1)).toEqual(before);
    }),
  );
});

test("measured distances rise along any path past the stations, and stations off it have none", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(39), { minLength: 2, maxLength: 30 }), (numbers) => {
      const path = Array.from({ length: 60 }, (_, n) => [116 + n * 0.004, 40] as const);
      const measured = measureStops(
        path,
        numbers.map((n) => [stations.get(key(n))!.lng, 40] as const),
      );
      const along = measured.flatMap(({ distance }) => distance ?? []);
      expect(along).toEqual([...new Set(along)].sort((a, b) => a - b));
    }),
  );
  expect(
    measureStops(
      [
        [116, 40],
        [116.1, 40],
      ],
      [[116.05, 40.01]],
    )[0]!.distance,
  ).toBeNull();
  expect(
    measureStops(
      [
        [116, 40],
        [116.1, 40],
      ],
      [
        [116.05, 40],
        [116.06, 40],
      ],
    ),
  ).toMatchObject([
    { distance: 0, along: 4.259 },
    { distance: 0.852, along: 5.111 },
  ]);
});

test("each broken rule is named at its row", () => {
  const good = rows(1, 2, 3, 4);
  expect(check(good)).toEqual([]);
  expect(check([])).toEqual([]);
  expect(told(rows(1))).toEqual(["1 staUuid error"]);
  expect(told([...good.slice(0, 3), { ...good[3]!, staUuid: key(99) }])).toEqual(["4 staUuid error"]);
  expect(told(good.with(0, { ...good[0]!, staType: 5 }))).toEqual(["1 staType error"]);
  expect(told(good.with(1, { ...good[1]!, staType: 7 }))).toEqual(["2 staType error"]);
  expect(told(good.with(3, { ...good[3]!, staType: 4 }))).toEqual(["4 staType error"]);
  expect(told(good.with(2, { ...good[2]!, inRadius: 19 }))).toEqual(["3 inRadius error"]);
  expect(told(good.with(2, { ...good[2]!, outRadius: 301 }))).toEqual(["3 outRadius error"]);
  expect(told(good.map((row, at) => ({ ...row, distance: [0, 0.5, 0.5, 1.5][at]! })))).toEqual(["3 distance error"]);
  expect(told(rows(1, 2, 2, 3))).toEqual(["3 staUuid warning"]);
  expect(told(rows(1, 2, 30))).toEqual(["3 distancePrev warning"]);
  expect(
    told(
      Array.from({ length: 501 }, (_, at) => ({ ...newRow(key(at % 2)), staType: at === 0 ? 1 : at === 500 ? 2 : 5 })),
    ),
  ).toContain("501 serial error");
});

test("a circular line has one direction, which ends where it began", () => {
  expect(told(rows(1, 2, 3), { lineType: 2 })).toEqual(["3 staUuid error"]);
  expect(told(rows(1, 2, 3, 4, 5, 4, 3, 2, 1), { lineType: 2 })).toEqual([]);
  expect(told(rows(1, 2, 1), { lineType: 2, direction: 2 })[0]).toBe("1 direction error");
});

test("azimuths are held against the path, stations against its course", () => {
  const path = [
    [116.0065, 40],
    [116.3, 40],
  ] as const;
  const facing = (azimuth: number) => {
    const given = rows(1, 2, 3).with(1, { ...rows(1, 2)[1]!, staType: 5, azimuth });
    const measured = measureStops(
      path,
      given.map((row) => [stations.get(row.staUuid)!.lng, 40] as const),
    );
    return check(given, { measured });
  };
  expect(facing(90)).toEqual([]);
  expect(facing(50)).toEqual([]);
  expect(facing(40)[0]!.message).toContain("相差 50 度，建议");
  expect(facing(5)[0]!.message).toContain("不会报站");
  expect(facing(175)[0]!.message).toContain("不会报站");
  const back = measureStops(
    path,
    [3, 2, 4].map((n) => [stations.get(key(n))!.lng, 40] as const),
  );
  expect(told(rows(3, 2, 4), { measured: back })).toContain("2 staUuid warning");
});

test("a path that reaches beyond the first or last station is warned of", () => {
  const path = [
    [116, 40],
    [116.1, 40],
  ] as const;
  const measured = measureStops(
    path,
    [3, 4].map((n) => [stations.get(key(n))!.lng, 40] as const),
  );
  expect(told(rows(3, 4), { measured, mileage: 8.5 })).toEqual(["1 distance warning", "2 distance warning"]);
});

test("close neighbours are warned of: spacing and overlapping radii", () => {
  const close = new Map([...stations, [key(50), { staName: "近", lng: 116.0071, lat: 40 }]]);
  expect(told(rows(1, 50, 5), { stations: close })).toEqual(["2 distancePrev warning", "2 inRadius warning"]);
});

test("parameters decide order and names of the directions", () => {
  const named = (view: Parameters<typeof directionsOf>[1]) =>
    directionsOf(1, view).map(({ direction, directionName }) => `${direction}${directionName}`);
  expect(named({ first: 1, reversed: false })).toEqual(["1上行", "2下行"]);
  expect(named({ first: 2, reversed: false })).toEqual(["2下行", "1上行"]);
  expect(named({ first: 1, reversed: true })).toEqual(["1下行", "2上行"]);
  expect(directionsOf(2, { first: 2, reversed: true })).toEqual([{ direction: 1, directionName: "环行" }]);
});
