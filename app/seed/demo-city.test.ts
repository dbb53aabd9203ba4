import { metresApart } from "~/transit/geo/metres";
import { describe, expect, test } from "vitest";
import { buildGraph } from "~/transit/roads/graph-build";
import { stopsAlong } from "~/transit/roads/stops-along";
import { demoCity, demoNames } from "./demo-city";
import { demoFences, fleetNames } from "./demo-fleet";

const city = demoCity();
const stations = new Map(city.stations.map((station) => [station.staSelfCode, station]));
const named = (lineName: string) => city.lines.find((line) => line.lineName === lineName)!;
const directions = city.lines.flatMap(({ lineName, versions }) =>
  versions.flatMap((version, place) =>
    version.directions.map((one) => ({
      title: `${lineName}, version ${place + 1}, direction ${one.direction}`,
      ...one,
    })),
  ),
);

describe("roads", () => {
  test("the city is the same every time", () => {
    expect(demoCity()).toEqual(city);
  });

  test("junctions are shared, keys unique, lengths true", () => {
    const nodes = new Map<number, string>();
    for (const { fromNode, toNode, coords } of city.edges) {
      for (const [node, at] of [
        [fromNode, 0],
        [toNode, coords.length - 2],
      ] as const) {
        const place = `${coords[at]},${coords[at + 1]}`;
        expect(nodes.get(node) ?? place).toBe(place);
        nodes.set(node, place);
      }
    }
    expect(new Set(nodes.values()).size).toBe(nodes.size);
    expect(new Set(city.edges.map((edge) => edge.edgeKey)).size).toBe(city.edges.length);
    for (const { edgeKey, wayId, seq, length, coords } of city.edges) {
      expect(edgeKey).toBe(`${wayId}:${seq}`);
      let metres = 0;
      for (let at = 2; at < coords.length; at += 2)
        metres += metresApart([coords[at - 2]!, coords[at - 1]!], [coords[at]!, coords[at + 1]!]);
      expect(length).toBeCloseTo(metres, 6);
      expect(length).toBeGreaterThan(100);
    }
    expect(buildGraph(city.edges).edgeFrom.length).toBe(city.edges.length);
  });

  test("ways are numbered without holes and lie end to end", () => {
    const byWay = grouped(city.edges, (edge) => edge.wayId);
    for (const way of byWay.values()) {
      way.forEach((edge, place) => {
        expect(edge.seq).toBe(place);
        if (place > 0) expect(edge.fromNode).toBe(way[place - 1]!.toNode);
      });
    }
  });

  test("one-way streets, a bus lane against the traffic, and three bridges", () => {
    expect(
      city.edges.filter((edge) => edge.forward !== edge.backward && edge.roadClass !== "busway").length,
    ).toBeGreaterThan(40);
    for (const lane of city.edges.filter((edge) => edge.roadClass === "busway")) {
      const street = city.edges.find(
        (edge) => edge.fromNode === lane.fromNode && edge.toNode === lane.toNode && edge !== lane,
      )!;
      expect([lane.forward, lane.backward, street.forward, street.backward]).toEqual([true, false, false, true]);
    }
    const column = (node: number) => (node % 100) - 1;
    const crossings = city.edges.filter(
      (edge) => [column(edge.fromNode), column(edge.toNode)].sort((a, b) => a - b).join() === "8,9",
    );
    expect(crossings.map((edge) => edge.roadName).sort()).toEqual(["环城路", "环城路", "迎宾大道"]);
  });
});

describe("stations", () => {
  test("numbers are unique, most names stand on both sides", () => {
    expect(stations.size).toBe(city.stations.length);
    const places = grouped(city.stations, (station) => station.staName);
    expect(places.size).toBeGreaterThan(85);
    expect([...places.values()].filter((twins) => twins.length === 2).length).toBeGreaterThan(places.size / 2);
    for (const twins of places.values()) {
      for (const station of twins)
        expect(metresApart([station.lng, station.lat], [twins[0]!.lng, twins[0]!.lat])).toBeLessThan(150);
    }
  });

  test("the named ones are there", () => {
    expect(
      city.stations
        .filter((station) => station.staName === demoNames.plaza.staName)
        .map((station) => station.staSelfCode),
    ).toEqual([...demoNames.plaza.codes]);
    expect([...demoNames.longStationName]).toHaveLength(64);
    const served = new Set(
      directions.flatMap((one) => one.stations.map((call) => stations.get(call.staSelfCode)!.staName)),
    );
    expect(served).toContain(demoNames.longStationName);
    for (const staName of Object.values(demoNames.unused)) {
      expect(city.stations.some((station) => station.staName === staName)).toBe(true);
      expect(served).not.toContain(staName);
    }
  });
});

describe("lines", () => {
  test("the named ones are what their names say", () => {
    for (const lineName of Object.values(demoNames.lines)) expect(named(lineName).lineName).toBe(lineName);
    expect(named(demoNames.lines.circular).versions[0]!.directions.map((one) => one.direction)).toEqual([1]);
    const loop = named(demoNames.lines.circular).versions[0]!.directions[0]!.stations;
    expect(loop.at(-1)!.staSelfCode).toBe(loop[0]!.staSelfCode);
    expect(named(demoNames.lines.night).upLast).toBe("24:30");
    expect(named(demoNames.lines.withDraft).versions.map((version) => version.state)).toEqual(["effective", "draft"]);
    const [now, later] = named(demoNames.lines.withPlan).versions;
    expect([now!.until, later!.from]).toEqual([demoNames.plannedFrom, demoNames.plannedFrom]);
    const calls = (version: typeof now) => version!.directions.flatMap((one) => one.stations).length;
    expect(calls(now) - calls(later)).toBe(2);
    const partial = directions.filter((one) => one.matchState === "partial");
    expect(partial.map((one) => one.gaps.filter((gap) => gap.broken).length)).toEqual([1, 1]);
    expect(partial.every((one) => one.title.startsWith(demoNames.lines.withBreak))).toBe(true);
    const lanes = new Set(city.edges.filter((edge) => edge.roadClass === "busway").map((edge) => edge.edgeKey));
    const [up, down] = named(demoNames.lines.busLane).versions[0]!.directions;
    expect(up!.edges.some((edge) => lanes.has(edge.edgeKey))).toBe(true);
    expect(down!.edges.some((edge) => lanes.has(edge.edgeKey))).toBe(false);
  });

  test("names, codes and device numbers are unique", () => {
    for (const field of ["lineName", "lineId", "lineDeviceNo"] as const)
      expect(new Set(city.lines.map((line) => line[field])).size).toBe(12);
  });

  test.each(directions)("$title: serials, types and distances", ({ direction, stations: calls, mileage }) => {
    expect(calls.length).toBeGreaterThan(5);
    expect(calls.map((call) => call.serial)).toEqual(calls.map((_, place) => place + 1));
    expect(calls[0]!.staType).toBe(direction === 1 ? 1 : 3);
    expect(calls.at(-1)!.staType).toBe(direction === 1 ? 2 : 4);
    expect(calls.slice(1, -1).every((call) => call.staType === 5)).toBe(true);
    expect(calls[0]!.distance).toBe(0);
    expect(calls.at(-1)!.distance).toBe(mileage);
    for (let place = 1; place < calls.length; place++) {
      expect(calls[place]!.distance - calls[place - 1]!.distance).toBeGreaterThan(0.15);
      expect(calls[place]!.duration).toBeGreaterThan(calls[place - 1]!.duration);
    }
  });

  test.each(directions)(
    "$title: stations lie to the right of the path, at their distance",
    ({ stations: calls, path, mileage, gaps }) => {
      const stops = calls.map((call) => stations.get(call.staSelfCode)!);
      let metres = 0;
      const along = path.map((point, place) => (metres += place > 0 ? metresApart(path[place - 1]!, point) : 0));
      expect(metres / 1000).toBeCloseTo(mileage, 2);
      expect(gaps.map((gap) => [gap.from, gap.to])).toEqual(calls.slice(1).map((_, place) => [place, place + 1]));
      stops.forEach((stop, place) => {
        const at = place === 0 ? 0 : gaps[place - 1]!.pathTo;
        const [lng, lat] = path[at]!;
        expect(metresApart([stop.lng, stop.lat], [lng, lat])).toBeLessThan(30);
        expect(along[at]! / 1000).toBeCloseTo(calls[place]!.distance, 2);
        const heading = (stop.azimuth * Math.PI) / 180;
        expect(
          (stop.lng - lng) * Math.cos(heading) * Math.cos((lat * Math.PI) / 180) - (stop.lat - lat) * Math.sin(heading),
        ).toBeGreaterThan(0);
      });
      const measured = stopsAlong(
        path,
        stops.map((stop): [number, number] => [stop.lng, stop.lat]),
      );
      measured.forEach((one, place) =>
        expect(Math.abs(one.distance / 1000 - calls[place]!.distance)).toBeLessThan(0.02),
      );
    },
  );

  test.each(directions)("$title: drives no street against its direction", ({ edges }) => {
    const known = new Map(city.edges.map((edge) => [edge.edgeKey, edge]));
    for (const { edgeKey, forward } of edges) expect(known.get(edgeKey)![forward ? "forward" : "backward"]).toBe(true);
  });
});

function grouped<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

describe("fences", () => {
  const fence = (code: string) => demoFences.find(({ fenceNum }) => fenceNum === code)!;
  const near = (code: string, staName: string) =>
    city.stations
      .filter((station) => station.staName === staName)
      .map(({ lng, lat }) => metresApart([fence(code).lng, fence(code).lat], [lng, lat]));

  test("lie where their names say: at the stations called alike, and along the street", () => {
    expect(Math.max(...near(fleetNames.fences.plaza, "人民广场"))).toBeLessThan(60);
    expect(Math.min(...near(fleetNames.fences.circle, "老机床厂"))).toBeLessThan(400);
    const path = fence(fleetNames.fences.corridor).coords!;
    expect(path.length / 2).toBeGreaterThan(10);
    const street = city.edges
      .filter(({ roadName }) => roadName === "迎宾大道")
      .flatMap(({ coords }) => [...coords].map((degrees) => degrees.toFixed(6)));
    for (let at = 0; at < path.length; at += 2) expect(street).toContain(path[at]!.toFixed(6));
  });
});
