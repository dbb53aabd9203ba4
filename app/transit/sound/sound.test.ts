import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { measured, realData } from "../../../tests/kit/real-data";
import { decode } from "./decode";
import { loudnessOf } from "./even-out";
import { openSound } from "./formats/open-sound";
import { makeSound } from "./make.server";
import { readSound } from "./read.server";
import { join } from "./resample";
import { smallSounds } from "./small-sounds.sample";
import { type SoundShape, usualShape } from "./sound";
import { makeFolder, toneOgg, toneWav } from "./tone.sample";

const folder = makeFolder();
afterAll(folder.remove);

describe("a sound that is read", () => {
  it("is told by its format, length, rate, channels, loudness and sums", async () => {
    const facts = await readSound(folder.put("tone.wav", toneWav(2, 44_100)));
    expect(facts).toMatchObject({
      format: "wav",
      durationMs: 2000,
      sampleRate: 44_100,
      channels: 2,
      bitrate: 1_411_200,
    });
    expect(facts.sizeBytes).toBe(44 + 2 * 44_100 * 4);
    expect(facts.loudness).toBe(-19.2);
    expect([facts.sha256.length, facts.crc32.length]).toEqual([64, 8]);
  });

  it.each([
    ["flac", smallSounds.flac, "flac", 8000],
    ["m4a", smallSounds.m4a, "m4a", 8000],
    ["opus", smallSounds.opus, "ogg", 48_000],
  ])("may be %s", async (ending, bytes, format, sampleRate) => {
    const facts = await readSound(folder.put(`small.${ending}`, bytes));
    expect(facts).toMatchObject({ format, sampleRate, durationMs: 400, channels: 1 });
    expect(Math.abs(facts.loudness! + 21.7)).toBeLessThan(0.3);
  });

  it("may be Vorbis", async () =>
    expect(await readSound(folder.put("tone.ogg", await toneOgg(1)))).toMatchObject({
      format: "ogg",
      sampleRate: 44_100,
      durationMs: 1000,
      channels: 1,
    }));

  it("has no loudness where it is silent", async () =>
    expect((await readSound(folder.put("none.wav", toneWav(1, 8000, 0)))).loudness).toBeNull());
});

describe("a clip that is made", () => {
  const shapes: [string, SoundShape][] = [
    ["as usual", usualShape],
    ["louder than its peaks allow", { ...usualShape, loudness: -10 }],
    ["for a small device", { ...usualShape, sampleRate: 8000, bitrate: 16 }],
    ["in high quality", { ...usualShape, sampleRate: 44_100, bitrate: 128 }],
    ["as wav", { ...usualShape, codec: "wav", sampleRate: 16_000 }],
  ];
  it.each(shapes)("%s is as its shape asks, and does not clip", async (_name, shape) => {
    const to = folder.at(`made.${shape.codec}`);
    const made = await makeSound(folder.put("from.wav", toneWav(3, 48_000, 0.05)), to, shape);
    const { loudness, ...facts } = await readSound(to);
    expect(facts).toMatchObject({
      format: shape.codec,
      sampleRate: shape.sampleRate,
      channels: 1,
      sizeBytes: made.sizeBytes,
      sha256: made.sha256,
      crc32: made.crc32,
      durationMs: made.durationMs,
    });
    expect(Math.abs(facts.durationMs - 3000)).toBeLessThan(2);
    expect(Math.abs(loudness! - shape.loudness!)).toBeLessThan(1);
    expect(await highestOf(to)).toBeLessThan(1);
  });

  it("may stay as loud as it was, and silence stays silence", async () => {
    const asIs = { ...usualShape, loudness: null };
    const from = folder.put("asis.wav", toneWav(2, 22_050, 0.1, 1));
    const made = await makeSound(from, folder.at("asis.mp3"), asIs);
    expect(Math.abs(made.loudness! - (await readSound(from)).loudness!)).toBeLessThan(0.2);
    const none = await makeSound(folder.put("none.wav", toneWav(1, 8000, 0)), folder.at("none.mp3"), usualShape);
    expect(none.loudness).toBeNull();
  });

  it("is the same bytes on every machine", async () => {
    const made = await makeSound(folder.put("pinned.wav", toneWav(1, 44_100)), folder.at("pinned.mp3"), usualShape);
    expect(made.sha256).toBe("2c7397431e85db9f712f6ce39580c4387cf9a3c0ab313563d2d9cf0bd783727f");
  });

  it.each([
    ["a rate that mp3 has not", { sampleRate: 10_000 }, "采样率应为"],
    ["a bitrate that the rate has not", { sampleRate: 44_100, bitrate: 8 }, "比特率应为"],
    ["a loudness that would only be noise", { loudness: 0 }, "响度应在"],
  ])("is refused with %s", async (_name, part, words) => {
    const from = folder.put("tone.wav", toneWav(1, 8000));
    await expect(makeSound(from, folder.at("no.mp3"), { ...usualShape, ...part })).rejects.toThrow(words);
  });
});

const audio = realData("audio", "clips of a real operator, made for a device");
const elsewhere = spawnSync("mpg123", ["--version"]).status === 0;
if (audio && !elsewhere) measured("no mpg123", "what is made from real clips is decoded by ours only");

describe.skipIf(!audio)("a real clip", () => {
  it.each(audio ? readdirSync(audio) : [])("%s", async (name) => {
    const [from, to] = [path.join(audio!, name), folder.at("real.mp3")];
    const facts = await readSound(from);
    const made = await makeSound(from, to, usualShape);
    const samples = elsewhere ? decodedElsewhere(to) : await decoded(to);
    expect(Math.abs((samples.length / 22_050) * 1000 - facts.durationMs)).toBeLessThan(60);
    expect(Math.abs(loudnessOf(samples, 22_050)! - usualShape.loudness!)).toBeLessThan(1);
    measured(name, facts.durationMs, facts.loudness, made.loudness);
  });
});

async function decoded(file: string): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  for await (const { channels } of decode(await openSound(readFileSync(file), file))) parts.push(channels[0]!);
  return join(parts);
}

async function highestOf(file: string): Promise<number> {
  return (await decoded(file)).reduce((top, sample) => Math.max(top, Math.abs(sample)), 0);
}

function decodedElsewhere(file: string): Float32Array {
  const { stdout, status } = spawnSync("mpg123", ["-q", "-s", file], { maxBuffer: 2 ** 26 });
  expect(status).toBe(0);
  return Float32Array.from({ length: stdout.length / 2 }, (_, at) => stdout.readInt16LE(2 * at) / 32_768);
}
