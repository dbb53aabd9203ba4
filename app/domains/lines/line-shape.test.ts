import { expect, test } from "vitest";
import { shapeInWords, shapeOf } from "./line-shape";

const stop = (n: number) => ({ lng: 116 + n * 0.01, lat: 40 });

test("a detour and the mean spacing of a direction", () => {
  const { nonLinear, spacing } = shapeOf({ pathMileage: 5.11, stationList: [0, 1, 2, 3, 4].map(stop) });
  expect([nonLinear!.toFixed(2), spacing!.toFixed(4)]).toEqual(["1.50", "1.2775"]);
  expect(shapeInWords({ pathMileage: 5.11, stationList: [0, 4].map(stop) })).toBe(
    "非直线系数 1.50，平均站距 5.110 公里",
  );
});

test("a ring has no detour, what has no path or one stop no figure", () => {
  expect(shapeOf({ pathMileage: 6, stationList: [0, 1, 2, 0].map(stop) })).toEqual({ nonLinear: null, spacing: 2 });
  expect(shapeInWords({ pathMileage: null, stationList: [0, 1].map(stop) })).toBe("");
  expect(shapeInWords({ pathMileage: 3, stationList: [stop(0)] })).toBe("");
});
