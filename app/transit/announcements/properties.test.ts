import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { planeAround } from "~/transit/geo/plane";
import { compile } from "./compile";
import { drivenPath } from "./driven-path";
import { insertNode, moveNode, moveNodeTo, removeNode } from "./edit-nodes";
import { clipBytes, clipsFor, compileInput, directionOver, lineOf } from "./line.sample";
import { makeNodes } from "./make-nodes";
import type { LineInput, Node } from "./model";
import { readPackage } from "./packages/read-package.server";
import { writePackage } from "./packages/write-package.server";
import { remakeNodes } from "./remake-nodes";
import { packageFormats, type PackageFormat } from "./words";

let folder: string;
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), "announcement-properties-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const plane = planeAround([117, 36]);

/** A walk of corners with stops along it, at least 60 m apart. */
const lines = fc
  .record({
    turns: fc.array(fc.tuple(fc.integer({ min: 150, max: 600 }), fc.integer({ min: -100, max: 100 })), {
      minLength: 2,
      maxLength: 8,
    }),
    gaps: fc.array(fc.integer({ min: 60, max: 400 }), { minLength: 2, maxLength: 10 }),
  })
  .map(({ turns, gaps }): LineInput => {
    let [x, y, course] = [0, 0, 0];
    const corners = [
      [0, 0] as [number, number],
      ...turns.map(([length, turn]): [number, number] => {
        course += (turn * Math.PI) / 180;
        return [(x += length * Math.cos(course)), (y += length * Math.sin(course))];
      }),
    ];
    const length = turns.reduce((total, [metres]) => total + metres, 0);
    const stops = gaps.reduce<number[]>((all, gap) => [...all, all.at(-1)! + gap], [0]).filter((at) => at <= length);
    return lineOf(directionOver(corners, stops.length > 1 ? stops : [0, 100]));
  });

const places = fc
  .tuple(fc.integer({ min: -200, max: 1500 }), fc.integer({ min: -500, max: 900 }))
  .map(([x, y]) => plane.back(x, y));
const edits = fc.array(
  fc.oneof(
    fc.record({ verb: fc.constant("insert" as const), place: places }),
    fc.record({ verb: fc.constant("move" as const), place: places, at: fc.nat() }),
    fc.record({ verb: fc.constant("remove" as const), at: fc.nat() }),
    fc.record({ verb: fc.constant("remake" as const), skip: fc.nat() }),
  ),
  { maxLength: 25 },
);

function byHand(nodeUuid: string, [lng, lat]: readonly [number, number], distance: number): Node {
  return {
    nodeUuid,
    direction: 1,
    serial: 0,
    use: 7,
    name: "路口",
    lng,
    lat,
    azimuth: 0,
    radius: 30,
    distance,
    isBroadcast: true,
    isReport: false,
    playlists: [],
    texts: [],
  };
}

function expectSound(nodes: readonly Node[], line: LineInput): void {
  const { stations } = line.directions[0]!;
  expect(nodes.map(({ serial }) => serial)).toEqual(nodes.map((_, at) => at + 1));
  nodes.forEach((node, at) => at > 0 && expect(node.distance).toBeGreaterThan(nodes[at - 1]!.distance));
  expect(new Set(nodes.map(({ nodeUuid }) => nodeUuid)).size).toBe(nodes.length);
  const calls = nodes.filter(({ staUuid }) => staUuid !== undefined);
  for (const { staUuid, staSerial } of calls) expect(stations[staSerial! - 1]!.staUuid).toBe(staUuid);
  calls.forEach(({ staSerial, use }, at) => {
    const before = calls[at - 1];
    if (before) expect(2 * staSerial! + use).toBeGreaterThan(2 * before.staSerial! + before.use);
  });
}

test("any edits leave serials without a gap, rising distances and nodes that are their stations'", () => {
  fc.assert(
    fc.property(lines, edits, (first, verbs) => {
      let line = first;
      let nodes = makeNodes(line);
      const path = drivenPath(line.directions[0]!);
      verbs.forEach((edit, count) => {
        const uuid = "at" in edit ? nodes[edit.at % Math.max(1, nodes.length)]?.nodeUuid : undefined;
        if (edit.verb === "insert")
          nodes = insertNode(nodes, path, byHand(`hand-${count}`, edit.place, (count * 37) % path.length));
        else if (edit.verb === "move" && uuid) nodes = moveNode(nodes, path, uuid, edit.place);
        else if (edit.verb === "remove" && uuid) nodes = removeNode(nodes, path, uuid);
        else if (edit.verb === "remake") {
          const [direction] = line.directions;
          const left = direction!.stations.filter((_, at, all) => all.length <= 3 || at !== edit.skip % all.length);
          line = {
            ...line,
            directions: [{ ...direction!, stations: left.map((one, at) => ({ ...one, serial: at + 1 })) }],
          };
          const kept = nodes.filter(({ staUuid }) => staUuid === undefined).map(({ nodeUuid }) => nodeUuid);
          const remade = remakeNodes(nodes, line);
          nodes = remade.nodes;
          expect(nodes.map(({ nodeUuid }) => nodeUuid)).toEqual(expect.arrayContaining(kept));
        }
        expectSound(nodes, line);
      });
    }),
    { seed: 84, numRuns: 300 },
  );
});

test("a node moved along one direction takes its number there and leaves the other direction as it is", () => {
  const corners = [[0, 0] as [number, number], [2100, 0] as [number, number]];
  const stops = [0, 700, 1400, 2100];
  const line = lineOf(directionOver(corners, stops), directionOver([...corners].reverse(), stops, 2));
  const path = drivenPath(line.directions[0]!);
  const nodes = insertNode(makeNodes(line), path, byHand("hand", plane.back(300, 0), 300));
  const moved = moveNode(nodes, path, "hand", plane.back(1800, 0));
  expect(moved).toEqual(moveNodeTo(nodes, path, "hand", 1800));
  expect(moved.filter(({ direction }) => direction === 2)).toEqual(nodes.filter(({ direction }) => direction === 2));
  expectSound(
    moved.filter(({ direction }) => direction === 1),
    line,
  );
  expect(moved.find(({ nodeUuid }) => nodeUuid === "hand")).toMatchObject({ distance: 1800, serial: 6, azimuth: 90 });
});

test("making nodes anew on the same line moves, adds and removes nothing", () => {
  fc.assert(
    fc.property(lines, (line) => {
      const nodes = makeNodes(line);
      expect(remakeNodes(nodes, line)).toEqual({ nodes, moved: [], came: [], went: [] });
    }),
    { seed: 84, numRuns: 100 },
  );
});

test("compiling never throws, whatever it is given", () => {
  const strange = fc.oneof(fc.double(), fc.constantFrom(NaN, Infinity, -1, 0, 1e9));
  const node = fc.record({
    nodeUuid: fc.string(),
    direction: fc.constantFrom(1 as const, 2 as const),
    serial: strange,
    use: fc.constantFrom(0 as const, 1 as const, 7 as const, 8 as const),
    staUuid: fc.option(fc.string(), { nil: undefined }),
    staSerial: fc.option(strange, { nil: undefined }),
    event: fc.constantFrom(1 as const, 2 as const, 5 as const, undefined),
    name: fc.string(),
    lng: strange,
    lat: strange,
    azimuth: strange,
    radius: strange,
    distance: strange,
    isBroadcast: fc.boolean(),
    isReport: fc.boolean(),
    playlists: fc.constant<Node["playlists"]>([]),
    texts: fc.constant<Node["texts"]>([]),
  });
  fc.assert(
    fc.property(
      lines,
      fc.array(node, { maxLength: 6 }),
      strange,
      fc.string(),
      fc.boolean(),
      (line, nodes, lng, fileVersion, empty) => {
        const [direction] = line.directions;
        const bent = {
          ...direction!,
          path: empty ? [] : direction!.path.map((one, at) => (at === 1 ? { ...one, lng } : one)),
          stations: empty ? [] : direction!.stations,
        };
        expect(() =>
          compile(compileInput(line, { line: { ...line, directions: [bent] }, nodes, fileVersion })),
        ).not.toThrow();
        expect(() => compile(compileInput(line, { nodes: [...makeNodes(line), ...nodes], fileVersion }))).not.toThrow();
      },
    ),
    { seed: 84, numRuns: 200 },
  );
});

test("a package that is written is read as it was", async () => {
  const formats = Object.keys(packageFormats) as PackageFormat[];
  const words = fc.stringMatching(/^[a-zA-Z0-9一-龥 "',，。]{1,20}$/).filter((text) => text.trim() === text);
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.constantFrom(...formats),
      fc.constantFrom("UTF-8" as const, "GBK" as const),
      words,
      async (line, format, charset, said) => {
        const [first, ...rest] = makeNodes(line);
        const own = {
          ...first!,
          name: said,
          playlists: [{ voiceUse: 3 as const, voiceType: 2 as const, items: [{ text: said }] }],
        };
        const device = { ...compileInput().device, packageFormat: format, charset };
        const { package: made, errors } = compile(compileInput(line, { nodes: [own, ...rest], device }));
        expect(errors).toEqual([]);
        for (const { text } of clipsFor(line))
          await writeFile(path.join(folder, Buffer.from(text).toString("hex")), clipBytes(text));
        const file = path.join(folder, "package.zip");
        await writePackage(made!, format, ({ text }) => path.join(folder, Buffer.from(text).toString("hex")), file);
        expect(await readPackage(file)).toEqual({ format, held: [], line: made });
      },
    ),
    { seed: 84, numRuns: 40 },
  );
});
