import type { LngLat } from "~/transit/geo/lng-lat";
import { beforeAll, describe, expect, test } from "vitest";
import { realData } from "../../../tests/kit/real-data";
import { readGtfs } from "~/transit/gtfs/read.server";
import { readRoads } from "~/transit/osm/read.server";
import { buildGraph } from "./graph-build";
import { matchStops, matchTrace, searchFor, stopOptions } from "./match";
import type { RouteSearch } from "./route";
import { stopsAlong } from "./stops-along";

const roads = realData("osm/porto-alegre.osm.pbf", "matching real roads");
const timetable = realData("gtfs-porto-alegre/poa_eptc.zip", "matching real lines");

describe.skipIf(!roads || !timetable)("real lines of Porto Alegre", () => {
  let search: RouteSearch;
  const lines = new Map<string, { stops: { lng: number; lat: number }[]; shape: LngLat[] }>();

  beforeAll(async () => {
    search = searchFor(buildGraph((await readRoads(roads!)).edges), stopOptions);
    const feed = await readGtfs(timetable!);
    for (const { shapeId, stopIds } of feed.patterns) {
      const flat = feed.shapes.get(shapeId)!;
      const shape = Array.from({ length: flat.length / 2 }, (_, i): LngLat => [flat[2 * i]!, flat[2 * i + 1]!]);
      lines.set(shapeId, { shape, stops: stopIds.map((id) => feed.stops.get(id)!) });
    }
  });

  test.each(["244-1", "255-1", "274-1", "346-1", "C3-1"])("%s is found from its stops alone", (name) => {
    const { stops, shape } = lines.get(name)!;
    const result = matchStops(search, stops);
    expect(result.breaks).toEqual([]);
    expect(near(result.path, shape)).toBeGreaterThan(0.9);
    result.stopDistances.forEach((distance, i) => expect(distance).toBeGreaterThan(result.stopDistances[i - 1] ?? -1));
  });

  test.each(["149-1", "510-1", "T1-1"])("%s is found from its drawn line, with the stops on it", (name) => {
    const { stops, shape } = lines.get(name)!;
    const result = matchTrace(
      search,
      shape.map(([lng, lat]) => ({ lng, lat })),
      stops,
    );
    expect(near(result.path, shape)).toBeGreaterThan(0.95);
    expect(result.stopOffsets.filter((offset) => offset! < 50).length / stops.length).toBeGreaterThan(0.9);
  });
});

/** Share of the points that lie within 20 m of the path. */
function near(path: readonly LngLat[], points: readonly LngLat[]): number {
  return points.filter((point) => stopsAlong(path, [point])[0]!.offset <= 20).length / points.length;
}
