import { describe, expect, it } from "vitest";
import { axisNamed, readDegrees } from "./degrees";
import { parseLngLat } from "./lng-lat";

describe("a longitude", () => {
  it.each([
    ["120.15", 120.15],
    [" １２０．１５° ", 120.15],
    ["120°09′E", 120.15],
    ["120° 9' 0\"", 120.15],
    ["E120°09′00″", 120.15],
    ["东经120度9分", 120.15],
    ["120 09 00", 120.15],
    ["120 9.0", 120.15],
    ["120:09:00", 120.15],
    ["51°12'W", -51.2],
    ["-51 12", -51.2],
    ["西经 51.2 度", -51.2],
  ])("may be written %s", (typed, degrees) => expect(readDegrees(typed, "lng")).toBeCloseTo(degrees, 9));

  it.each([
    "",
    "一百二十",
    "30°16′N",
    "北纬30度",
    "120°60′",
    "120.5°09′",
    "120°9.5′30″",
    "-120°W",
    "120°09′E W",
    "1 2 3 4",
    "12009E5E",
  ])("is not %j", (typed) => expect(readDegrees(typed, "lng")).toBeNull());
});

it("tells the axis by the half of the earth", () => {
  expect(["120°E", "南纬3度", "120"].map(axisNamed)).toEqual(["lng", "lat", undefined]);
});

describe("a pair", () => {
  it.each([
    "120°09′E,30°16′12″N",
    "30°16′12″N，120°09′E",
    "120°09′E 30°16′12″N",
    "120 09,30 16.2",
    "N30°16′12″ E120°09′",
  ])("may be written %s", (typed) => {
    const [lng, lat] = parseLngLat(typed)!;
    expect([lng, lat]).toEqual([expect.closeTo(120.15, 9), expect.closeTo(30.27, 9)]);
  });
  it.each(["120°09′E,120°09′E", "120 09 30 16", "30°N", "120°09′N,30°"])("is not %s", (typed) =>
    expect(parseLngLat(typed)).toBeNull(),
  );
});
