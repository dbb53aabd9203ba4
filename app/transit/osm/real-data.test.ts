import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { realData } from "../../../tests/kit/real-data";
import { toBusRoutes } from "./bus-routes";
import { readOsm, readRoads } from "./read.server";
import { shapesOfRoads } from "./road-shapes";
import { readBytes } from "./town.sample";
import { toOsmPbf } from "./write-pbf";
import { toOsmXml, type OsmSample } from "./write-xml";

const haidian = realData("osm/beijing-haidian-cau.osm");
const longgang = realData("osm/shenzhen-longgang.osm");
const portoAlegre = realData("osm/porto-alegre.osm.pbf");

describe("real OSM files", () => {
  it.skipIf(!haidian)("Haidian: the stored roads give back the shape of every way of a route", async () => {
    const { edges, extract } = await readRoads(haidian!);
    const shapes = shapesOfRoads(edges);
    const ways = toBusRoutes(extract).relations.flatMap((relation) => relation.ways.filter((way) => way.shape));
    expect(ways.length).toBeGreaterThan(300);
    for (const { id, shape } of ways)
      expect(shapes.get(id)).toMatchObject({ coords: shape!.coords, oneway: shape!.oneway, whole: shape!.whole });
  });

  it.skipIf(!haidian)("Haidian: 84 bus routes make 42 lines, cut by the extract", async () => {
    const extract = await readOsm(haidian!);
    const { relations, lines, stations, skipped } = toBusRoutes(extract);
    expect(extract.counts).toEqual({ nodes: 4347, ways: 684, relations: 194, missingNodes: 0 });
    expect(relations).toHaveLength(84);
    expect(new Set(relations.map((relation) => relation.ref)).size).toBe(42);
    expect(lines).toHaveLength(42);
    expect(new Set(lines.map((line) => line.lineName)).size).toBe(42);
    expect(lines.map((line) => line.lineName)).toEqual(
      expect.arrayContaining(["438路", "夜4路", "919路", "919路快车", "345路快车"]),
    );
    expect(lines.every((line) => line.draft && line.lineType === 1)).toBe(true);
    const express = lines.find((line) => line.ref === "919快")!;
    expect(express.variants.map((variant) => [variant.sortType, variant.directions.length])).toEqual([
      [1, 2],
      [2, 2],
      [2, 1],
    ]);
    expect(stations.every((station) => station.named)).toBe(true);
    expect([stations.length, stations.filter((station) => station.lines.length > 0).length]).toEqual([38, 24]);
    expect(skipped["route=road"]).toBe(8);
    const directions = lines.flatMap((line) => line.variants.flatMap((variant) => variant.directions));
    expect(directions.flatMap((direction) => direction.breaks).filter((gap) => gap.reason === "not-connected")).toEqual(
      [],
    );
  });

  it.skipIf(!longgang)("Longgang: 3 old style routes make 2 lines", async () => {
    const { lines, relations } = toBusRoutes(await readOsm(longgang!));
    expect(relations.map((relation) => relation.id)).toEqual([3244209, 3244214, 3378204]);
    expect(lines.map((line) => line.lineName)).toEqual(["m229路", "M280路"]);
  });

  it.skipIf(!portoAlegre)("Porto Alegre: roads of a whole district from PBF", async () => {
    const { edges, skipped, bounds } = await readRoads(portoAlegre!);
    expect(edges.length).toBeGreaterThan(15_000);
    expect(edges.reduce((sum, edge) => sum + edge.length, 0) / 1000).toBeCloseTo(1681, -1);
    expect(edges.every((edge) => edge.fromNode !== edge.toNode && (edge.forward || edge.backward))).toBe(true);
    expect(skipped["not-for-buses"]).toBeGreaterThan(3_000);
    expect(bounds!.minLng).toBeCloseTo(-51.2664, 3);
  });

  it.skipIf(!haidian)("gives the same from XML, gzip and PBF of one real file", async () => {
    const extract = await readOsm(haidian!);
    expect(await readBytes(gzipSync(await readFile(haidian!)))).toEqual(extract);
    const sample: OsmSample = {
      nodes: Array.from(extract.nodes.ids, (id, index) => ({
        id,
        lng: extract.nodes.lngAt(index),
        lat: extract.nodes.latAt(index),
        tags: { ...extract.nodeTags.get(id) },
      })),
      ways: extract.ways.map(({ id, refs, tags }) => ({ id, refs: [...refs], tags: { ...tags } })),
      relations: extract.relations.map(({ id, members, tags }) => ({ id, members, tags: { ...tags } })),
    };
    const [xml, pbf] = await Promise.all([readBytes(toOsmXml(sample)), readBytes(toOsmPbf(sample))]);
    expect(pbf).toEqual(xml);
    const expected = toBusRoutes(extract);
    expect({ ...toBusRoutes(pbf), skipped: {} }).toEqual({ ...expected, skipped: {} });
  });
});
