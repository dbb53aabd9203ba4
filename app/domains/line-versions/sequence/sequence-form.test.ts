import { expect, test } from "vitest";
import { withEndTypes } from "./sequence";
import { entriesOf, pressed, type TypedRow, typedRows } from "./sequence-form";

const key = (n: number) => String(n).padStart(32, "0");
const typed = withEndTypes<TypedRow>(
  [1, 2, 3].map((n) => ({ staUuid: key(n), inRadius: "50", outRadius: "30" })),
  1,
);
const order = (rows: readonly { staUuid?: string; staType?: string }[]) =>
  rows.map(({ staUuid, staType }) => `${Number(staUuid)}:${staType}`);

test("the buttons of the rows move, remove and add stations", () => {
  expect(order(typed)).toEqual(["1:1", "2:5", "3:2"]);
  expect(order(pressed(typed, "up:3", undefined, 1))).toEqual(["1:1", "3:5", "2:2"]);
  expect(order(pressed(typed, "down:1", undefined, 1))).toEqual(["2:1", "1:5", "3:2"]);
  expect(order(pressed(typed, "remove:3", undefined, 1))).toEqual(["1:1", "2:2"]);
  expect(order(pressed(typed, `add:${key(9)}`, undefined, 2))).toEqual(["1:3", "2:5", "3:5", "9:4"]);
  expect(order(pressed(typed, `add:${key(9)}`, 1, 1))).toEqual(["9:1", "1:5", "2:5", "3:2"]);
  for (const nonsense of ["up:0", "down:9", "remove:x", "add:1", "find", ""])
    expect(pressed(typed, nonsense, undefined, 1)).toEqual(typed);
});

test("typed rows become entries, wrong values are named at their row", () => {
  expect(entriesOf(typed).entries[1]).toMatchObject({ staUuid: key(2), staType: 5, inRadius: 50, isKey: false });
  const { errors } = entriesOf([
    typed[0]!,
    { ...typed[1], inRadius: "很大" },
    { ...typed[2], azimuth: "360", staUuid: "" },
  ]);
  expect(errors.map(({ row, path }) => `${row} ${path}`)).toEqual(["2 inRadius", "3 staUuid", "3 azimuth"]);
});

test("stored calls survive the way through the form", () => {
  const stored = [
    {
      staUuid: key(1),
      staType: 1,
      distance: 0,
      duration: null,
      dwell: 20,
      azimuth: 90,
      inRadius: 60,
      outRadius: 30,
      limitSpeed: null,
      isKey: true,
      isTimed: false,
      alias: "广场",
      aliasEn: null,
      fareStage: null,
      staName: "人民广场",
    },
  ];
  expect(entriesOf(typedRows(stored)).entries[0]).toEqual({
    staUuid: key(1),
    staType: 1,
    distance: 0,
    dwell: 20,
    azimuth: 90,
    inRadius: 60,
    outRadius: 30,
    isKey: true,
    isTimed: false,
    alias: "广场",
  });
});
