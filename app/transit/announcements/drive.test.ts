import { describe, expect, test } from "vitest";
import { measured, realCity } from "../../../tests/kit/real-data";
import { groupBy } from "~/kit/ground/group-by";
import { type GtfsFeed, type GtfsPattern, isBusRoute } from "~/transit/gtfs/feed";
import { readGtfs } from "~/transit/gtfs/read.server";
import { compile } from "./compile";
import { faultsOfDrive } from "./drive.sample";
import { clipOf, compileInput, directionOver, every, lineOf, rowOf } from "./line.sample";
import { makeNodes } from "./make-nodes";
import type { LineDirection, LineInput } from "./model";

const faultsOf = (line: LineInput, way: LineDirection, seed: number) =>
  faultsOfDrive({ nodes: makeNodes(line), isLoop: line.isLoop }, way, seed);

const street = directionOver([[0, 0], [4000, 0]], every(150, 0, 3900)); // prettier-ignore
const streetBack = directionOver([[4000, 8], [0, 8]], every(150, 50, 3950), 2); // prettier-ignore
const ring = directionOver([[0, 0], [900, 0], [900, 700], [0, 700], [0, 0]], every(320, 0, 3200)); // prettier-ignore
ring.stations[10]!.staUuid = ring.stations[0]!.staUuid;

const shapes: Record<string, LineInput> = {
  "stops 150 m apart, both directions on one street": lineOf(street, streetBack),
  "a ring": { ...lineOf(ring), isLoop: true },
  "hairpins 25 m apart": lineOf(
    directionOver([[0, 0], [800, 0], [800, 25], [0, 25], [0, 50], [800, 50], [800, 75], [0, 75]], every(250, 0, 3250)), // prettier-ignore
  ),
  "a branch out and back": lineOf(
    directionOver([[0, 0], [600, 0], [600, 500], [605, 500], [605, 0], [1500, 0]], every(190, 0, 2470)), // prettier-ignore
    directionOver([[1500, 6], [605, 6], [605, 500], [600, 500], [600, 6], [0, 6]], every(190, 0, 2470), 2), // prettier-ignore
  ),
  "a figure eight": lineOf(
    directionOver([[0, 0], [500, 0], [500, 500], [250, 500], [250, -500], [700, -500], [700, -100], [0, -100]], every(230, 0, 3900)), // prettier-ignore
  ),
  "corners at every stop": lineOf(
    directionOver([[0, 0], [200, 0], [200, 200], [400, 200], [400, 400], [600, 400], [600, 600]], every(200, 0, 1200)), // prettier-ignore
  ),
};

describe.each(Object.entries(shapes))("%s", (_, line) => {
  test("everything is heard once, in order and on its own side of the road", () => {
    for (const direction of line.directions)
      for (let seed = 1; seed <= 20; seed++) expect(faultsOf(line, direction, seed), `seed ${seed}`).toEqual([]);
  });
});

const recipe = {
  versionNum: "1",
  slots: [...rowOf(1, 3, "下一站|{nextStation}"), ...rowOf(2, 1, "{station}"), ...rowOf(3, 3, "下一站|{nextStation}")],
  texts: [],
  publicNodes: [],
};

function directionOf(feed: GtfsFeed, { shapeId, stopIds }: GtfsPattern, direction: 1 | 2): LineDirection {
  const shape = feed.shapes.get(shapeId)!;
  const path = Array.from({ length: shape.length / 2 }, (_, at) => ({
    lng: shape[2 * at]!,
    lat: shape[2 * at + 1]!,
    distance: 0,
  }));
  const stations = stopIds.map((id, at): LineDirection["stations"][number] => {
    const { stopName, lng, lat } = feed.stops.get(id)!;
    const end = at === 0 ? 1 : at === stopIds.length - 1 ? 2 : undefined;
    return {
      serial: at + 1,
      staUuid: id,
      code: id,
      names: { zh: stopName.slice(0, 64) },
      lng,
      lat,
      inRadius: 50,
      outRadius: 30,
      staType: end === undefined ? 5 : end + 2 * (direction - 1),
    };
  });
  return { direction, stations, path };
}

const gtfs = realCity("gtfs-porto-alegre/poa_eptc.zip", "every third pattern of Porto Alegre driven");

test.skipIf(!gtfs)(
  "every third pattern of Porto Alegre, with the other direction on board",
  { timeout: 400_000 },
  async () => {
    const feed = await readGtfs(gtfs!);
    const patterns = feed.patterns.filter(
      ({ routeId, shapeId }) => feed.shapes.has(shapeId) && isBusRoute(feed.routes.get(routeId)!),
    );
    const byRoute = groupBy(patterns, ({ routeId }) => routeId);
    const figures = { patterns: 0, nodes: 0, faultyPatterns: 0, faults: 0, driveWarnings: 0, compileMs: 0 };
    const unwarned: string[] = [];
    patterns.forEach((pattern, seed) => {
      if (seed % 3 > 0) return;
      const other = byRoute.get(pattern.routeId)!.find(({ direction }) => direction !== pattern.direction);
      const own = directionOf(feed, pattern, 1);
      const line = lineOf(own, ...(other ? [directionOf(feed, other, 2)] : []));
      const nodes = makeNodes(line);
      const texts = new Set([
        "下一站",
        ...line.directions.flatMap(({ stations }) => stations.map(({ names }) => names.zh!)),
      ]);
      const clips = [...texts].map((text) => clipOf(text));
      const began = performance.now();
      const { errors, warnings } = compile(compileInput(line, { recipe, clips, nodes }));
      figures.compileMs += performance.now() - began;
      expect(errors.slice(0, 3), pattern.routeId).toEqual([]);
      const faults = faultsOf(line, own, seed + 1);
      const warned = new Set(
        warnings.filter(({ row }) => nodes[row! - 1]!.direction === 1).map(({ row }) => nodes[row! - 1]!.serial),
      );
      figures.patterns++;
      figures.nodes += nodes.filter(({ direction }) => direction === 1).length;
      figures.faults += faults.length;
      figures.faultyPatterns += faults.length > 0 ? 1 : 0;
      figures.driveWarnings += warnings.filter(
        ({ message, row }) => /模拟/.test(message) && nodes[row! - 1]!.direction === 1,
      ).length;
      for (const { serial, words } of faults)
        if (![serial - 1, serial, serial + 1].some((one) => warned.has(one)))
          unwarned.push(`${pattern.routeId}: ${serial} ${words}`);
    });
    measured("Porto Alegre driven", { ...figures, compileMs: Math.round(figures.compileMs / figures.patterns) });
    expect(unwarned).toEqual([]);
  },
);
