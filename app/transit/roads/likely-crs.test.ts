import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { measured, realData } from "../../../tests/kit/real-data";
import { readEchartsLines } from "~/transit/line-files/echarts-lines";
import { type Crs, convert, type LngLat } from "~/transit/geo/coordinates";
import { readRoads } from "~/transit/osm/read.server";
import { buildGraph } from "./graph-build";
import { likelyCrs, type RoadDistances } from "~/transit/geo/likely-crs";
import { RoadNetwork } from "./network";
import { chequerboard, place } from "./town.sample";

const askingOf =
  (network: RoadNetwork): RoadDistances =>
  async (places, reach) =>
    network.distances(places, reach);
const town = new RoadNetwork(buildGraph(chequerboard(8, 8)));
const drive = Array.from({ length: 140 }, (_, at): LngLat => {
  const { lng, lat } = place([at * 10, 200 + (at % 3)]);
  return [lng, lat];
});

describe("the coordinate system that a file is likely in", () => {
  test.each(["WGS84", "GCJ02", "BD09", "EPSG:3857"] satisfies Crs[])("%s is found by the roads", async (crs) => {
    const found = await likelyCrs(convert(drive, "WGS84", crs), askingOf(town));
    expect(found).toMatchObject({ likely: crs, points: 140 });
    expect(found.offsets[0]).toMatchObject({ crs, near: 1 });
    expect(found.offsets[0]!.metres).toBeLessThan(3);
    expect(found.clearness ?? Infinity).toBeGreaterThan(1.5);
  });

  test("so is GCJ02 applied twice", async () => {
    const twice = convert(convert(drive, "WGS84", "GCJ02"), "WGS84", "GCJ02");
    expect(await likelyCrs(twice, askingOf(town))).toMatchObject({ likely: "GCJ02x2" });
  });

  test("nothing is said where there are no roads, nor of points beside all roads", async () => {
    const elsewhere = drive.map(([lng, lat]): LngLat => [lng + 3, lat]);
    expect(await likelyCrs(elsewhere, askingOf(town))).toEqual({
      offsets: [],
      points: 0,
      likely: null,
      clearness: null,
    });
    const beside = drive.map((_, at): LngLat => {
      const { lng, lat } = place([100 + 200 * (at % 7), 100 + 200 * (at % 5)]);
      return [lng, lat];
    });
    expect(await likelyCrs(beside, askingOf(town))).toMatchObject({ likely: null });
  });

  test("only points where roads are known are compared", async () => {
    const far = drive.map(([lng, lat]): LngLat => [lng + 1, lat]);
    const corner = place([-500, -500]);
    const other = place([2000, 2000]);
    const bounds = { minLng: corner.lng, minLat: corner.lat, maxLng: other.lng, maxLat: other.lat };
    expect(
      await likelyCrs([...Array.from({ length: 40 }, () => far).flat(), ...drive], askingOf(town), bounds),
    ).toMatchObject({ likely: "WGS84", points: 140 });
  });
});

const beijing = realData("bus-lines-beijing/lines-bus.json", "the coordinate system of Beijing's lines");
const haidian = realData("osm/beijing-haidian-cau.osm", "the coordinate system of Beijing's lines, roads");

test.skipIf(!beijing || !haidian)("1,543 lines of Beijing are GCJ-02, by the roads of Haidian", async () => {
  const { lines } = readEchartsLines(JSON.parse(await readFile(beijing!, "utf8")) as number[][]);
  expect(lines.length).toBe(1543);
  const { edges } = await readRoads(haidian!);
  const points = lines.flatMap(({ directions }) => directions.flatMap(({ path }) => path));
  // The box that was asked for; ways reach beyond it, and there the extract has few roads.
  const bounds = { minLng: 116.34403, minLat: 39.99767, maxLng: 116.35974, maxLat: 40.00888 };
  const found = await likelyCrs(points, askingOf(new RoadNetwork(buildGraph(edges))), bounds);
  measured("Beijing, metres to the roads", `${found.points} points`, found.offsets, `clearness ${found.clearness}`);
  const metres = (crs: Crs) => found.offsets.find((one) => one.crs === crs)!.metres;
  expect(found.likely).toBe("GCJ02");
  expect(metres("GCJ02")).toBeCloseTo(2.9, 1);
  expect(metres("WGS84")).toBeGreaterThan(10);
  expect(metres("BD09")).toBeGreaterThan(10);
});
