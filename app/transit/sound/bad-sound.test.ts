import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { measured } from "../../../tests/kit/real-data";
import { isLongRun } from "../../../tests/kit/long-run";
import { mayTake, timeWork } from "../../../tests/kit/slowness";
import { frameAt } from "./formats/mpeg-frames";
import { makeSound } from "./make.server";
import { readSound } from "./read.server";
import { longSilence, smallSounds } from "./small-sounds.sample";
import { SoundFault, usualShape } from "./sound";
import { makeFolder, toneOgg, toneWav } from "./tone.sample";

const folder = makeFolder();
afterAll(folder.remove);
const wav = Buffer.from(toneWav(1, 8000, 0.25, 1));
const changed = (change: (bytes: Buffer) => void, from = wav) => {
  const bytes = Buffer.from(from);
  change(bytes);
  return bytes;
};

describe("what is no sound is refused in words", () => {
  it.each([
    ["nothing", "a.mp3", Buffer.alloc(0), "文件是空的"],
    ["text", "a.mp3", Buffer.from("下一站，人民广场\n".repeat(50)), "不是声音文件"],
    ["a picture", "a.mp3", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "不是声音文件"],
    ["a page", "a.wav", Buffer.from("<!doctype html><html></html>".repeat(40)), "不是声音文件"],
    ["zeros", "a.mp3", Buffer.alloc(100_000), "不是声音文件"],
    ["a wav called mp3", "a.mp3", wav, "扩展名与内容不符"],
    ["a wav called txt", "a.txt", wav, "扩展名与内容不符"],
    ["too much", "a.wav", Buffer.alloc(10 * 2 ** 20 + 1), "文件超过 10 MB"],
    ["too long", "a.wav", toneWav(301, 8000, 0.25, 1), "声音太长"],
    ["too short", "a.wav", toneWav(0.05, 8000), "声音太短"],
    ["a thousand channels", "a.wav", changed((bytes) => bytes.writeUInt16LE(1000, 22)), "声道太多（1000 个）"],
    ["no channel", "a.wav", changed((bytes) => bytes.writeUInt16LE(0, 22)), ""],
    ["no rate", "a.wav", changed((bytes) => bytes.writeUInt32LE(0, 24)), ""],
    ["a rate of four thousand million", "a.wav", changed((bytes) => bytes.writeUInt32LE(0xffffffff, 24)), "采样率是"],
    ["no bits", "a.wav", changed((bytes) => bytes.writeUInt16LE(0, 34)), ""],
    ["a kind of wav that nobody knows", "a.wav", changed((bytes) => bytes.writeUInt16LE(0x5555, 20)), ""],
    ["numbers that are none", "a.wav", notNumbers(), "文件残缺"],
    ["a head without a body", "a.wav", wav.subarray(0, 44), ""],
    ["the mark of flac before noise", "a.flac", Buffer.concat([Buffer.from("fLaC"), noise(50_000)]), ""],
    ["the mark of ogg before noise", "a.ogg", Buffer.concat([Buffer.from("OggS"), noise(50_000)]), ""],
    ["the mark of mp3 before noise", "a.mp3", Buffer.concat([Buffer.from("fffb9064", "hex"), noise(50_000)]), ""],
    ["a tag that claims 256 MB", "a.mp3", Buffer.concat([Buffer.from("ID3\x04\0\0\x7f\x7f\x7f\x7f"), noise(500)]), ""],
    ["the mark of m4a before noise", "a.m4a", Buffer.concat([Buffer.from("\0\0\0\x18ftypM4A "), noise(50_000)]), ""],
    ["m4a with its tables spoilt", "a.m4a", changed((b) => b.fill(0xff, b.indexOf("stsz") + 4), smallSounds.m4a), ""],
    ["m4a that unpacks to hundreds of megabytes", "a.m4a", longSilence, "超过"],
    ["flac with its frames spoilt", "a.flac", changed((b) => b.fill(0, 8800), smallSounds.flac), ""],
  ])("%s", async (_name, fileName, bytes, words) => {
    const [ms, fault] = await timeWork(() =>
      readSound(folder.put(fileName, bytes)).catch((error: unknown): unknown => error),
    );
    expect(fault).toBeInstanceOf(SoundFault);
    expect((fault as SoundFault).message).toContain(words);
    expect((fault as SoundFault).message).toMatch(/^[\p{Script=Han}A-Z]/u);
    // A program of its own counts what it computes, not the clock of a busy machine.
    expect(ms).toBeLessThan(mayTake(fileName.endsWith(".m4a") ? 20_000 : 5000));
  });
});

describe("a sound that is cut off", () => {
  it("is refused between two frames of an mp3, too, where its tag tells how many there were", async () => {
    const mp3 = folder.at("between.mp3");
    await makeSound(folder.put("between.wav", toneWav(2, 22_050, 0.25, 1)), mp3, usualShape);
    const bytes = readFileSync(mp3);
    let at = 0;
    for (let frames = 0; frames < 40; frames++) at += frameAt(bytes, at)!.bytes;
    await expect(readSound(folder.put("between-cut.mp3", bytes.subarray(0, at)))).rejects.toThrow("文件残缺");
  });

  it("is refused wherever it is cut", async () => {
    const mp3 = folder.at("whole.mp3");
    await makeSound(folder.put("whole.wav", toneWav(2, 22_050, 0.25, 1)), mp3, usualShape);
    const wholes = { mp3: readFileSync(mp3), wav: toneWav(1, 8000, 0.25, 1), ogg: await toneOgg(2), ...smallSounds };
    for (const [ending, bytes] of Object.entries(wholes)) {
      const file = ending === "opus" ? "cut.ogg" : `cut.${ending}`;
      const step = Math.min(isLongRun ? 1024 : 4096, Math.floor(bytes.length / 4));
      for (let at = step; at < bytes.length; at += step) {
        const fault: unknown = await readSound(folder.put(file, bytes.subarray(0, at))).catch(
          (error: unknown) => error,
        );
        expect(fault, `${ending} cut at ${at} of ${bytes.length}`).toBeInstanceOf(SoundFault);
      }
    }
  });
});

it.runIf(isLongRun)(
  "takes no more than 300 MB for the longest sound, and no other waits for one that is given up",
  async () => {
    const from = folder.put("long.wav", toneWav(299, 11_025, 0.25, 1));
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
    const stopped = new AbortController();
    const made = makeSound(from, folder.at("long-made.wav"), {
      ...usualShape,
      sampleRate: 48_000,
      bitrate: 128,
      loudness: -12,
    });
    const never = readSound(from, { signal: stopped.signal });
    stopped.abort();
    await expect(never).rejects.toThrow("aborted");
    expect((await made).durationMs).toBe(299_000);
    clearInterval(watch);
    const megabytes = (most - before) / 2 ** 20;
    measured("megabytes to make 299 s", Math.round(megabytes));
    expect(megabytes).toBeLessThan(300);
  },
);

function notNumbers(): Buffer {
  const bytes = Buffer.from(toneWav(1, 8000, 0.25, 2));
  bytes.writeUInt16LE(3, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt16LE(4, 32);
  bytes.writeUInt16LE(32, 34);
  for (let at = 44; at < bytes.length; at += 4) bytes.writeFloatLE(NaN, at);
  return bytes;
}

/** The same each time. */
function noise(length: number): Buffer {
  const parts = Array.from({ length: Math.ceil(length / 32) }, (_, at) =>
    createHash("sha256").update(`${at}`).digest(),
  );
  return Buffer.concat(parts).subarray(0, length);
}
