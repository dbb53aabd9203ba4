import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CHINA_BOX,
  CRS,
  boxOf,
  boxSize,
  convert,
  convertPoint,
  distanceBetween,
  growBox,
  isInChinaBox,
  parseLngLat,
} from "./coordinates";
import type { LngLat } from "./coordinates";

const close = (a: LngLat, b: LngLat, tolerance: number) => {
  expect(Math.abs(a[0] - b[0])).toBeLessThanOrEqual(tolerance);
  expect(Math.abs(a[1] - b[1])).toBeLessThanOrEqual(tolerance);
};

describe("conversion", () => {
  // Published pairs: Tiananmen (WGS84 and GCJ02), and a GCJ02/BD09 pair from a map vendor's conversion page.
  const TIANANMEN: LngLat = [116.39123343289631, 39.90717907286698];
  test("known points within a hundred-thousandth of a degree", () => {
    close(convertPoint(TIANANMEN, "WGS84", "GCJ02"), [116.397477, 39.908583], 1e-5);
    close(convertPoint([116.404, 39.915], "BD09", "GCJ02"), [116.39762729119315, 39.90865673957631], 1e-5);
    close(convertPoint([116.404, 39.915], "GCJ02", "BD09"), [116.41036949371029, 39.92133699351022], 1e-5);
    close(convertPoint([121.4737, 31.2304], "GCJ02", "WGS84"), [121.46917, 31.23234], 1e-4);
  });

  test("Web Mercator within a millimetre of its definition", () => {
    const r = 6378137;
    for (const [lng, lat] of [TIANANMEN, [0, 0], [-51.23, -30.03], [179.9, 80]] as LngLat[]) {
      const rad = Math.PI / 180;
      close(
        convertPoint([lng, lat], "WGS84", "EPSG:3857"),
        [r * lng * rad, r * Math.log(Math.tan(Math.PI / 4 + (lat * rad) / 2))],
        1e-3,
      );
    }
  });

  test("outside China GCJ02 is the identity", () => {
    const abroad: LngLat[] = [
      [-51.23, -30.03],
      [72.0039, 30],
      [137.8348, 30],
      [100, 0.8292],
      [100, 55.8272],
    ];
    expect(convert(abroad, "WGS84", "GCJ02")).toEqual(abroad);
    expect(convert(abroad, "GCJ02", "WGS84")).toEqual(abroad);
    expect(abroad.some(isInChinaBox)).toBe(false);
  });

  test("round trips among all four systems", () => {
    const inland = fc.tuple(fc.double({ min: 73, max: 137, noNaN: true }), fc.double({ min: 2, max: 55, noNaN: true }));
    fc.assert(
      fc.property(inland, fc.constantFrom(...CRS), fc.constantFrom(...CRS), (point, a, b) => {
        const start = convertPoint(point, "WGS84", a);
        const back = convertPoint(convertPoint(convertPoint(start, a, b), b, a), a, "WGS84");
        close(back, point, 1e-5);
      }),
      { numRuns: 2000 },
    );
  });

  test("the edge of the China box always returns, and near where it started", () => {
    const edge = fc.double({ min: -0.02, max: 0.02, noNaN: true });
    const along = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(edge, along, fc.integer({ min: 0, max: 3 }), (off, share, side) => {
        const lng = CHINA_BOX.minLng + share * (CHINA_BOX.maxLng - CHINA_BOX.minLng);
        const lat = CHINA_BOX.minLat + share * (CHINA_BOX.maxLat - CHINA_BOX.minLat);
        const sides: LngLat[] = [
          [CHINA_BOX.minLng + off, lat],
          [CHINA_BOX.maxLng + off, lat],
          [lng, CHINA_BOX.minLat + off],
          [lng, CHINA_BOX.maxLat + off],
        ];
        const point = sides[side]!;
        expect(distanceBetween(convertPoint(point, "GCJ02", "WGS84"), point)).toBeLessThan(3000);
        expect(distanceBetween(convertPoint(point, "BD09", "WGS84"), point)).toBeLessThan(6000);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("points and boxes", () => {
  test("reads a centre as people write it", () => {
    expect(parseLngLat("116.38,39.87")).toEqual([116.38, 39.87]);
    expect(parseLngLat(" 116.38 ， 39.87 ")).toEqual([116.38, 39.87]);
    expect(parseLngLat("-51.2 -30")).toEqual([-51.2, -30]);
    for (const bad of ["", "116.38", "181,0", "0,91", "a,b", "1,2,3", "1e2,3", "NaN,1", "116.38,"])
      expect(parseLngLat(bad)).toBeNull();
  });

  test("distance in metres", () => {
    expect(distanceBetween([0, 0], [0, 1])).toBeCloseTo(111195, -1);
    expect(distanceBetween([116.38, 39.87], [116.38, 39.87])).toBe(0);
  });

  test("the box of points", () => {
    expect(boxOf([])).toBeNull();
    expect(
      boxOf([
        [1, 2],
        [-1, 5],
      ]),
    ).toEqual({ minLng: -1, minLat: 2, maxLng: 1, maxLat: 5 });
    const size = boxSize(growBox({ minLng: 116.38, minLat: 39.87, maxLng: 116.38, maxLat: 39.87 }, 500));
    expect(size.width).toBeCloseTo(1000, -1);
    expect(size.height).toBeCloseTo(1000, -1);
  });
});
