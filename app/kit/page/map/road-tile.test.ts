import MVT from "ol/format/MVT.js";
import Feature from "ol/Feature.js";
import { describe, expect, test } from "vitest";
import { MAX_POINTS, roadTile } from "./road-tile";
import type { TileRoad } from "./road-tile";
import { decodeTile } from "./read-vector-tile";
import { isTile, tileBox } from "./tile-box";
import { encodeTile } from "./vector-tile";
import type { TileFeature } from "./vector-tile";

const read = (tile: Uint8Array) => new MVT<Feature>({ featureClass: Feature }).readFeatures(tile.slice().buffer);
const flat = (feature: Feature) =>
  (feature.getGeometry() as unknown as { getFlatCoordinates(): number[] }).getFlatCoordinates();

describe("tile boxes", () => {
  test("a tile's box is its square and a little more", () => {
    const box = tileBox(1, 1, 0);
    expect(box.minLng).toBeLessThan(0);
    expect(box.minLng).toBeGreaterThan(-4);
    expect(box.maxLng).toBe(180);
    expect(box.maxLat).toBeGreaterThan(85);
    const beijing = tileBox(15, 26986, 12428);
    expect(beijing.minLng).toBeCloseTo(116.4766, 3);
    expect(beijing.maxLng - beijing.minLng).toBeCloseTo((360 / 2 ** 15) * (1 + 2 / 64), 3);
  });

  test("only tiles that exist", () => {
    expect(isTile(0, 0, 0)).toBe(true);
    expect(isTile(15, 32767, 32767)).toBe(true);
    for (const [z, x, y] of [
      [16, 0, 0],
      [-1, 0, 0],
      [3, 8, 0],
      [3, 0, -1],
      [3, 0.5, 0],
      [NaN, 0, 0],
    ] as const)
      expect(isTile(z, x, y)).toBe(false);
  });
});

describe("road tiles", () => {
  const [z, x, y] = [14, 13493, 6214];
  const { minLng, minLat, maxLng, maxLat } = tileBox(z, x, y);
  const at = (right: number, down: number) => [minLng + (maxLng - minLng) * right, maxLat - (maxLat - minLat) * down];
  const road = (roadClass: string, roadName: string, ...places: [number, number][]): TileRoad => ({
    roadClass,
    roadName,
    coords: new Float64Array(places.flatMap(([r, d]) => at(r, d))),
  });

  test("what is written is read back by another decoder", () => {
    const tile = roadTile(
      [
        road("primary", "学院路", [0.2, 0.5], [0.5, 0.5]),
        road("primary", "学院路", [0.5, 0.5], [0.8, 0.5]),
        road("service", "", [0.2, 0.2], [0.3, 0.4]),
      ],
      z,
      x,
      y,
    );
    const features = read(tile);
    expect(features.map((one) => [one.get("rank"), one.get("name")])).toEqual([
      [2, "学院路"],
      [6, undefined],
    ]);
    const line = flat(features[0]!);
    expect(line).toHaveLength(4);
    expect(line[0]).toBeCloseTo(4096 * 0.2 - 4096 * 0.006, -2);
    expect(line[1]).toBeCloseTo(2048, -2);
  });

  test("minor roads only where they can be seen, and nothing gives an empty tile", () => {
    const lane = road("service", "", [0.2, 0.2], [0.8, 0.8]);
    expect(read(roadTile([lane], z, x, y))).toHaveLength(1);
    expect(roadTile([lane], 11, x >> 3, y >> 3)).toHaveLength(0);
    expect(roadTile([], z, x, y)).toHaveLength(0);
  });

  test("one-way roads are drawn the way they are driven", () => {
    const close: [number, number, number] = [15, x * 2, y * 2];
    const there = { ...road("primary", "", [0.1, 0.1], [0.2, 0.1]), forward: true, backward: false };
    const back = { ...there, forward: false, backward: true };
    const [a, b] = [read(roadTile([there], ...close)), read(roadTile([back], ...close))];
    expect(a[0]!.get("oneway")).toBe(1);
    expect(flat(a[0]!).slice(0, 2)).toEqual(flat(b[0]!).slice(2, 4));
    expect(read(roadTile([{ ...there, backward: true }], ...close))[0]!.get("oneway")).toBeUndefined();
  });

  test("a road that leaves the tile is cut at its margin", () => {
    const line = flat(read(roadTile([road("primary", "", [-3, 0.5], [4, 0.5])], z, x, y))[0]!);
    expect(Math.min(line[0]!, line[2]!)).toBe(-64);
    expect(Math.max(line[0]!, line[2]!)).toBe(4096 + 64);
  });

  test("too many roads keep the important ones", () => {
    const wild = (i: number): [number, number][] =>
      Array.from({ length: 200 }, (_, k) => [k / 200, ((k * 7919 + i * 31) % 97) / 97]);
    const many = Array.from({ length: 400 }, (_, i) => road("service", `小路${i}`, ...wild(i)));
    const features = read(roadTile([...many, road("trunk", "四环", [0, 0.5], [1, 0.5])], z, x, y));
    expect(features[0]!.get("name")).toBe("四环");
    expect(features.reduce((sum, one) => sum + flat(one).length / 2, 0)).toBeLessThanOrEqual(MAX_POINTS);
    expect(features.length).toBeGreaterThan(100);
  });

  test("negative steps and long lines survive the encoding", () => {
    const line = [-64, 4000, 5, -3, 4160, 4160];
    expect(flat(read(encodeTile("roads", [{ lines: [line], properties: { rank: -3 } }]))[0]!)).toEqual(line);
  });

  test("our own reader gives back what was written", () => {
    const features: TileFeature[] = [
      {
        lines: [
          [0, 0, 5, 5],
          [7, -64, 4160, 9, 1, 2],
        ],
        properties: { rank: 2, name: "学院路", oneway: 1 },
      },
      { lines: [[1, 2, 3, 4]], properties: { rank: -3 } },
    ];
    expect(decodeTile(encodeTile("roads", features))).toEqual(features);
    expect(decodeTile(new Uint8Array())).toEqual([]);
  });
});
