import { expect, it } from "vitest";
import { fitViewport } from "~/transit/geo/project";
import type { MapRoad } from "./line-drawing";
import { drawRoads } from "./road-drawing";

const region = fitViewport({ minLng: 116, minLat: 39.8, maxLng: 116.58, maxLat: 40.2 }, 720, 560, 40);
const road = (roadClass: string, from: number, long: number): MapRoad => ({
  roadClass,
  coords: [116 + from, 39.85 + (from % 0.3), 116 + from + long, 39.9 + (from % 0.3)],
});

it("shows the roads that a line of fifty kilometres drives on, tertiary ones too, and no side streets", () => {
  expect(region.zoom).toBeLessThan(11);
  const drawn = drawRoads(
    ["motorway", "secondary", "tertiary", "residential"].map((kind, at) => road(kind, at / 10, 0.05)),
    region,
    4,
    24_000,
  );
  expect(drawn.map(({ rank }) => rank)).toEqual([4, 3, 0]);
});

it("shows the longest of too many roads of one kind instead of none", () => {
  const roads = Array.from({ length: 3000 }, (_, at) => road("primary", (at * 0.000_19) % 0.5, at === 7 ? 0.3 : 0.02));
  const [drawn] = drawRoads(roads, region, 4, 2000);
  expect(drawn?.rank).toBe(2);
  expect(drawn!.data.length).toBeLessThanOrEqual(2000);
  expect(drawn!.data.length).toBeGreaterThan(1000);
});
