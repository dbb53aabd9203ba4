import { expect, test } from "vitest";
import { shapeInWords, shapeOf } from "./line-shape";

const stops = (...places: number[]) => places.map((n) => ({ lng: 116 + n * 0.01, lat: 40 }));

test("a detour and the mean spacing of a direction", () => {
  expect(shapeOf({ pathMileage: 6, straight: 4, stationCount: 5 })).toEqual({ nonLinear: 1.5, spacing: 1.5 });
  expect(shapeOf({ pathMileage: 3.999, straight: 4, stationCount: 2 })).toEqual({ nonLinear: 1, spacing: 3.999 });
  expect(shapeInWords({ pathMileage: 5.11, stationList: stops(0, 4) })).toBe("非直线系数 1.50，平均站距 5.110 公里");
});

test("a ring has no detour, what has no path or one stop no figure", () => {
  expect(shapeOf({ pathMileage: 6, straight: 0, stationCount: 4 })).toEqual({ nonLinear: null, spacing: 2 });
  expect(shapeInWords({ pathMileage: null, stationList: stops(0, 1) })).toBe("");
  expect(shapeInWords({ pathMileage: 3, stationList: stops(0) })).toBe("");
  expect(shapeInWords({ pathMileage: 3, stationList: [] })).toBe("");
});
