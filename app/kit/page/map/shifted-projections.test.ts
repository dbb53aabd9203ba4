import { transform, transformExtent } from "ol/proj.js";
import { describe, expect, test } from "vitest";
import { convertPoint } from "~/transit/geo/coordinates";
import type { Crs, LngLat } from "~/transit/geo/coordinates";
import { registerShiftedProjections } from "./shifted-projections.client";

describe("shifted map projections", () => {
  registerShiftedProjections();
  registerShiftedProjections();
  const place: LngLat = [116.38, 39.87];

  test.each(["GCJ02", "BD09"] as const)("%s is Web Mercator of the shifted degrees, and back", (code) => {
    const shifted = convertPoint(convertPoint(place, "WGS84", code), "WGS84", "EPSG:3857" as Crs);
    const [x, y] = transform([...place], "EPSG:4326", code) as [number, number];
    expect(x).toBeCloseTo(shifted[0], 3);
    expect(y).toBeCloseTo(shifted[1], 3);
    const [lng, lat] = transform([x, y], code, "EPSG:4326") as [number, number];
    expect(lng).toBeCloseTo(place[0], 5);
    expect(lat).toBeCloseTo(place[1], 5);
    const through = transform(transform([...place], "EPSG:4326", "EPSG:3857"), "EPSG:3857", code);
    expect(through[0]).toBeCloseTo(x, 3);
  });

  test("the whole world can be asked for", () => {
    expect(transformExtent([-180, -85, 180, 85], "EPSG:4326", "GCJ02").every(Number.isFinite)).toBe(true);
  });
});
