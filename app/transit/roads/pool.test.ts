import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { RoadEdge } from "./edge";
import { RoadEngine, type RoadEngineOptions } from "./pool.server";
import { chequerboard, type Metres, place, road } from "./town.sample";

let folder: string;
let workerFile: string;
const engines: RoadEngine[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "roads-"));
  workerFile = path.join(folder, "road-worker.mjs");
  const entryPoints = [fileURLToPath(new URL("worker.ts", import.meta.url))];
  await build({ entryPoints, outfile: workerFile, bundle: true, platform: "node", format: "esm", logLevel: "error" });
});

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function engine(file = workerFile, options?: RoadEngineOptions): RoadEngine {
  const made = new RoadEngine(file, options);
  engines.push(made);
  return made;
}

async function badWorker(name: string, lines: string, options?: RoadEngineOptions): Promise<RoadEngine> {
  const file = path.join(folder, `${name}.mjs`);
  const before = `import { parentPort as port } from "node:worker_threads";\nport.on("message", ({ name, args }) => { ${lines} });\n`;
  await writeFile(file, before + (await readFile(workerFile, "utf8")));
  return engine(file, options);
}

const street: RoadEdge[] = [
  road(1, [
    [0, 0],
    [1000, 0],
  ]),
];
const stops = (
  [
    [100, 5],
    [900, 5],
  ] as Metres[]
).map(place);
const poison = (
  [
    [0, 66],
    [1, 66],
  ] as Metres[]
).map(place);

test("a loaded network answers every question", async () => {
  const roads = engine();
  expect(await roads.stats()).toEqual({ nodes: 0, edges: 0, segments: 0, bytes: 0 });
  expect(await roads.load({ edges: () => street })).toMatchObject({ nodes: 2, edges: 1, segments: 1 });
  expect((await roads.matchStops(stops)).length).toBeCloseTo(800, -1);
  expect((await roads.matchTrace(stops, stops)).stopDistances[1]).toBeCloseTo(800, -1);
  expect(await roads.routeThrough(stops)).toMatchObject([
    { edges: [{ edgeKey: "1:0", forward: true }], broken: false, reason: "" },
  ]);
  const { path, gaps, freeHand } = await roads.matchStops(stops);
  expect(await roads.staleGaps({ points: path, gaps, freeHand }, [stops[0]!, place([500, 5])])).toEqual([0]);
  const { lng, lat } = place([300, 20]);
  expect(await roads.nearestRoad(lng, lat, 50)).toMatchObject({ edgeKey: "1:0", roadName: "1号路", forward: true });
  expect((await roads.nearestRoad(lng, lat, 50))!.azimuth).toBeCloseTo(90, 1);
  expect(await roads.nearestRoad(lng, lat, 5)).toBeNull();
  const { edges, more } = await roads.edgesInBox([lng - 0.1, lat - 0.1, lng + 0.1, lat + 0.1], 10);
  expect(more).toBe(false);
  expect(edges).toMatchObject([{ edgeKey: "1:0", roadClass: "tertiary", backward: true }]);
  expect(edges[0]!.coords).toHaveLength(4);
});

test("without a network the refusal tells the person what to do", async () => {
  await expect(engine().matchStops(stops)).rejects.toMatchObject({
    fault: "no-network",
    message: "还没有路网数据，请先导入地图",
  });
});

test("a new load takes the old network's place at once, and a failed one leaves it", async () => {
  const roads = engine();
  await roads.load({ edges: () => street });
  const loading = roads.load({ edges: slowly(chequerboard(40, 40)) });
  expect((await roads.stats()).edges).toBe(1);
  expect((await loading).edges).toBe(3120);
  expect((await roads.stats()).edges).toBe(3120);
  await expect(roads.load({ file: path.join(folder, "absent") })).rejects.toMatchObject({ fault: "failed" });
  await expect(roads.load({ edges: failing })).rejects.toThrow("the database went away");
  expect((await roads.stats()).edges).toBe(3120);
});

test("a saved network loads again", async () => {
  const file = path.join(folder, "town.roads");
  const roads = engine();
  await roads.load({ edges: () => street });
  expect(await roads.save(file)).toBeGreaterThan(100);
  const again = engine();
  expect(await again.load({ file })).toEqual(await roads.stats());
  expect(await again.matchStops(stops)).toEqual(await roads.matchStops(stops));
});

test("rules of turning come along with a network, and with a saved one", async () => {
  const file = path.join(folder, "ruled.roads");
  const edges = [
    road(1, [
      [0, 0],
      [200, 0],
    ]),
    {
      ...road(2, [
        [200, 0],
        [200, 300],
      ]),
      backward: false,
    },
  ];
  const rules = [{ relationId: 1, only: false, ways: [1, 2], nodes: [edges[0]!.toNode] }];
  const roads = engine();
  await roads.load({ edges: () => edges, rules: () => Promise.resolve(rules) });
  await roads.save(file);
  const again = engine();
  await again.load({ file });
  const turning = [place([50, 0]), place([200, 250])];
  for (const one of [roads, again])
    expect((await one.matchStops(turning)).breaks.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("转向限制"),
    ]);
  await roads.load({ edges: () => edges });
  expect((await roads.matchStops(turning)).breaks).toEqual([]);
});

test("after a crash the next question finds the network loaded again", async () => {
  const roads = await badWorker(
    "crash",
    `if (name === "matchStops" && args[0][0].lat > ${poison[0]!.lat - 1e-5}) process.exit(1);`,
  );
  await roads.load({ edges: () => street });
  const answers = await Promise.allSettled([roads.matchStops(poison), roads.stats()]);
  expect(answers[0]).toMatchObject({ status: "rejected", reason: { fault: "crashed" } });
  expect((await roads.matchStops(stops)).length).toBeCloseTo(800, -1);
});

test("a question that takes too long is given up and the worker replaced", async () => {
  const roads = await badWorker("hang", `if (name === "nearestRoad") for (;;);`, { timeout: 2000 });
  await roads.load({ edges: () => street });
  await expect(roads.nearestRoad(0, 0, 1)).rejects.toMatchObject({ fault: "timeout" });
  expect((await roads.stats()).edges).toBe(1);
});

test("a source that is gone after a crash does not keep a new one out", async () => {
  const file = path.join(folder, "gone.roads");
  const roads = await badWorker("gone", `if (name === "nearestRoad") process.exit(1);`);
  await roads.load({ edges: () => street });
  await roads.save(file);
  await roads.load({ file });
  await rm(file);
  await expect(roads.nearestRoad(0, 0, 1)).rejects.toMatchObject({ fault: "crashed" });
  await expect(roads.stats()).rejects.toMatchObject({ fault: "failed" });
  expect((await roads.load({ edges: () => street })).edges).toBe(1);
  expect((await roads.stats()).edges).toBe(1);
});

test("closing refuses what is unanswered and what comes after", async () => {
  const roads = engine();
  await roads.load({ edges: () => street });
  const [waiting] = await Promise.allSettled([roads.matchStops(stops), roads.close()]);
  expect(waiting).toMatchObject({ status: "rejected", reason: { fault: "closed" } });
  await expect(roads.stats()).rejects.toMatchObject({ fault: "closed" });
});

function slowly(edges: RoadEdge[]) {
  return async function* () {
    for (const edge of edges) {
      if (edge.wayId % 500 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      yield edge;
    }
  };
}

async function* failing(): AsyncGenerator<RoadEdge> {
  yield street[0]!;
  throw new Error("the database went away");
}
