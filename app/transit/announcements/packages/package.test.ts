import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { zipOf } from "~/transit/gtfs/zip.sample";
import { compile } from "../compile";
import {
  clipBytes,
  clipOf,
  clipsFor,
  compileInput,
  directionOver,
  every,
  lineOf,
  sampleRecipe,
  straight,
} from "../line.sample";
import type { CompiledLine, CompileInput } from "../model";
import type { PackageFormat } from "../words";
import { packageSize } from "./formats";
import { PackageError } from "./package-file";
import { readPackage } from "./read-package.server";
import { writePackage } from "./write-package.server";

let folder: string;
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), "packages-test-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const there = straight();
const back = directionOver(
  [
    [2100, 6],
    [0, 6],
  ],
  every(300, 0, 2100),
  2,
  { limitSpeed: 40, azimuth: 270 },
);
const line = lineOf(there, back);
const recipe: CompileInput["recipe"] = {
  ...sampleRecipe,
  publicNodes: [
    {
      nodeUuid: "p",
      name: "给需要帮助的乘客“让座”, 谢谢",
      use: 4,
      extra: { noticeNo: "〔2026〕8 号", repeat: "3" },
      playlists: [{ voiceUse: 1, voiceType: 2, items: [{ audioUuid: "a:到了" }, { text: "请让座" }] }],
      texts: [{ language: "zh", text: '请"让座"\n谢谢', seconds: 5 }],
    },
  ],
};

async function clipFiles(made: CompiledLine) {
  for (const { text } of made.clips) {
    const at = path.join(folder, nameOf(text));
    await writeFile(at, clipBytes(text));
  }
  return ({ text }: { text: string }) => path.join(folder, nameOf(text));
}

const nameOf = (text: string) => createHash("sha256").update(text).digest("hex");

async function written(made: CompiledLine, format: PackageFormat, held?: ReadonlySet<string>) {
  const file = path.join(folder, `${Math.random()}.zip`);
  await writePackage(made, format, await clipFiles(made), file, held);
  return file;
}

describe.each(["bus-line-file/1", "announcer"] as const)("%s", (format) => {
  const typed = { turn: "左转", beginDate: "2026-12-01", endTime: "09:00", customer: "某某，“商场”", repeat: "2" };
  const input = compileInput(line, {
    recipe,
    nodes: compileInput(line).nodes.map((node, at) => (at === 3 ? { ...node, extra: typed } : node)),
    device: { ...compileInput().device, packageFormat: format, charset: "GBK" },
  });
  const made = compile(input).package!;

  test("what is written is read again, and as large as was said", async () => {
    const file = await written(made, format);
    expect(await readPackage(file)).toEqual({ format, held: [], line: made });
    expect(made.nodes.flatMap(({ extra }) => extra ?? [])).toEqual([typed]);
    expect((await stat(file)).size).toBe(packageSize(format, made));
  });

  test("the same input makes the same bytes in any order, zone and time", async () => {
    const first = await readFile(await written(made, format));
    const zone = process.env.TZ;
    process.env.TZ = "Pacific/Auckland";
    const turned = { ...input, clips: [...input.clips].reverse(), nodes: [...input.nodes].reverse() };
    const again = await readFile(await written(compile(turned).package!, format));
    process.env.TZ = zone;
    expect(again.equals(first)).toBe(true);
  });

  test("an incremental package leaves out what the vehicle holds", async () => {
    const held = new Set(made.clips.slice(2).map(({ sha256 }) => sha256));
    const file = await written(made, format, held);
    const read = await readPackage(file);
    expect(new Set(read.held)).toEqual(held);
    expect(read.line).toEqual(made);
    expect((await stat(file)).size).toBeLessThan(packageSize(format, made) - 10_00);
  });

  test("a clip that has changed on disk stops the writing", async () => {
    const clipFile = await clipFiles(made);
    await writeFile(clipFile(made.clips[0]!), clipBytes(made.clips[0]!.text).fill("x"));
    const target = path.join(folder, "stopped.zip");
    await expect(writePackage(made, format, clipFile, target)).rejects.toThrow(/不一致/);
    await rm(clipFile(made.clips[0]!));
    await expect(writePackage(made, format, clipFile, target)).rejects.toThrow(/已丢失/);
  });

  test("a byte that is not the written one is found", async () => {
    const bytes = await readFile(await written(made, format));
    for (const at of [bytes.indexOf("clip of"), bytes.indexOf("V1"), bytes.lastIndexOf(".mp3"), bytes.length - 20]) {
      const file = path.join(folder, "bent.zip");
      const bent = Buffer.from(bytes);
      bent[at] = bent[at]! ^ 1;
      await writeFile(file, bent);
      await expect(readPackage(file)).rejects.toThrow(PackageError);
    }
  });
});

describe("a strange file is refused in words", () => {
  const manifest = {
    format: "bus-line-file/1",
    fileVersion: "1",
    charset: "UTF-8",
    crs: "WGS84",
    created: "",
    voiceVersion: "",
    totalBytes: 2,
  };
  const sums = { crc32: 0, sha256: "0".repeat(64) };
  const strange: [string, Buffer, RegExp][] = [
    ["no zip", Buffer.from("PK?"), /不是完整的 ZIP/],
    ["a zip cut short", zipOf({ "manifest.json": "{}" }).subarray(0, 60), /不是完整的 ZIP/],
    ["a foreign name", zipOf({ "manifest.json": "{}", "run.exe": "x" }), /不应有 run.exe/],
    ["a way out of the folder", zipOf({ "../manifest.json": "{}" }), /已损坏|不应有/],
    ["no manifest", zipOf({ "line.json": "{}" }), /不应有 line.json/],
    [
      "a manifest of another kind",
      zipOf({ "manifest.json": JSON.stringify({ ...manifest, format: "x" }) }),
      /manifest.json 的 format/,
    ],
    ["a manifest that is no JSON", zipOf({ "manifest.json": "{" }), /不是 JSON/],
    [
      "a file that is missing",
      zipOf({ "manifest.json": JSON.stringify({ ...manifest, files: [{ path: "line.json", size: 2, ...sums }] }) }),
      /缺少 line.json/,
    ],
    [
      "a file that is not listed",
      zipOf({ "manifest.json": JSON.stringify({ ...manifest, files: [] }), "line.json": "{}" }),
      /清单里没有 line.json/,
    ],
    [
      "another size",
      zipOf({
        "manifest.json": JSON.stringify({ ...manifest, files: [{ path: "line.json", size: 3, ...sums }] }),
        "line.json": "{}",
      }),
      /大小是 2，清单上是 3/,
    ],
    [
      "another content",
      zipOf({
        "manifest.json": JSON.stringify({ ...manifest, files: [{ path: "line.json", size: 2, ...sums }] }),
        "line.json": "{}",
      }),
      /校验值不符/,
    ],
    ["what unpacks without end", zipOf({ "audio/000001.mp3": Buffer.alloc(40 * 2 ** 20) }), /异常庞大/],
    ["an empty announcer", zipOf({ "公交资源文件/线路列表.txt": "x" }), /表头应为/],
  ];
  test.each(strange)("%s", async (_, bytes, message) => {
    const file = path.join(folder, "strange.zip");
    await writeFile(file, bytes);
    const refused = await readPackage(file).then(
      () => undefined,
      (error: Error) => error,
    );
    expect(refused).toBeInstanceOf(PackageError);
    expect(refused!.message).toMatch(message);
  });
});

test("letters beyond GBK become a box, one content under two names is written once", async () => {
  const odd = lineOf(
    directionOver(
      [
        [0, 0],
        [600, 0],
      ],
      [0, 600],
      1,
      { names: { zh: "𠮷站" } },
    ),
  );
  const clips = [...clipsFor(odd), clipOf("9路", { audioUuid: "twin", text: "开往二", language: "yue" })];
  const { package: made, errors } = compile(
    compileInput(odd, { clips, device: { ...compileInput().device, charset: "GBK" } }),
  );
  expect(errors).toEqual([]);
  const read = await readPackage(await written(made!, "bus-line-file/1"));
  expect(read.line.nodes[0]!.name).toBe("□站");
});
