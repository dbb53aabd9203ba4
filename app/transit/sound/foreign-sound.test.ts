import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { measured, realData } from "../../../tests/kit/real-data";
import { readSound } from "./read.server";
import { makeFolder, toneWav } from "./tone.sample";

const folder = makeFolder();
afterAll(folder.remove);

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;
if (!hasFfmpeg) measured("no ffmpeg", "sounds of other programs are left out");

const seconds = 1.3;
/** What ffmpeg leaves in: what AAC encoders put behind the sound, though the file says where it ends. */
const milliseconds = 5;

describe.runIf(hasFfmpeg)("a whole sound that another program wrote", () => {
  const variants = [
    ...each(["8000", "11025", "16000", "22050", "32000", "44100", "48000"], (rate) => [
      ...each(["0", "1"], (tag) => [
        variant(`${rate}-cbr-${tag}.mp3`, rate, "-b:a", "32k", "-write_xing", tag),
        variant(`${rate}-vbr-${tag}.mp3`, rate, "-q:a", "5", "-write_xing", tag),
      ]),
    ]),
    ...each(["s16le", "s24le", "s32le", "f32le", "f64le", "u8", "alaw", "mulaw"], (codec) => [
      variant(`${codec}-8.wav`, "8000", "-c:a", `pcm_${codec}`),
      variant(`${codec}-48.wav`, "48000", "-ac", "2", "-c:a", `pcm_${codec}`),
    ]),
    ...each(["adpcm_ms", "adpcm_ima_wav"], (codec) => [variant(`${codec}.wav`, "44100", "-c:a", codec)]),
    variant("rf64.wav", "16000", "-rf64", "always"),
    variant("mp3-in.wav", "44100", "-c:a", "libmp3lame"),
    ...each(["8000", "22050", "44100", "48000", "96000"], (rate) => [
      variant(`${rate}-16.flac`, rate, "-sample_fmt", "s16"),
      variant(`${rate}-24.flac`, rate, "-sample_fmt", "s32", "-ac", "2"),
    ]),
    ...each(["8000", "44100"], (rate) => [variant(`${rate}.ogg`, rate, "-c:a", "libvorbis")]),
    ...each(["8000", "48000"], (rate) => [variant(`${rate}.opus`, rate, "-c:a", "libopus")]),
    variant("flac-in.oga", "44100", "-c:a", "flac"),
    ...each(["8000", "22050", "44100", "48000"], (rate) => [
      variant(`${rate}.m4a`, rate, "-c:a", "aac"),
      variant(`${rate}.aac`, rate, "-c:a", "aac"),
    ]),
    variant("first.m4a", "44100", "-c:a", "aac", "-ac", "2", "-movflags", "faststart"),
    variant("lossless.m4a", "44100", "-c:a", "alac"),
    variant("fine.m4a", "96000", "-c:a", "alac"),
    variant("phone.3gp", "44100", "-c:a", "aac"),
  ];

  it("goes in, and is as long as ffmpeg finds it", { timeout: 120_000 }, async () => {
    const faults: string[] = [];
    for (const { name, rate, wishes } of variants) {
      const file = encoded(name, rate, wishes);
      const fault = await faultOf(file, [framesOf(file), seconds * 1000]);
      if (fault) faults.push(`${name}: ${fault}`);
    }
    measured("whole sounds of ffmpeg", variants.length, "refused or of another length", faults.length);
    expect(faults).toEqual([]);
    expect(variants.length).toBeGreaterThanOrEqual(75);
  });

  it("goes in with bytes before and behind it, joined, or without its length", async () => {
    const [tagged, bare] = ["1", "0"].map((tag) =>
      readFileSync(encoded(`part-${tag}.mp3`, "44100", ["-b:a", "64k", "-write_xing", tag])),
    ) as [Buffer, Buffer];
    const wav = readFileSync(encoded("part.wav", "44100", []));
    const [whole, plain] = [seconds * 1000, framesOf(folder.put("bare.mp3", bare))];
    const open = Buffer.from(wav);
    open.writeUInt32LE(0xffffffff, 4);
    open.writeUInt32LE(0xffffffff, open.indexOf("data") + 4);
    const unsaid = Buffer.from(wav);
    unsaid.writeUInt32LE(0, unsaid.indexOf("data") + 4);
    const streamed = spawnSync("ffmpeg", [...quiet, "-i", folder.at("part.wav"), "-f", "flac", "-"]).stdout;
    const kept = 1000 * (framesIn(tagged) / 44_100);
    for (const [name, bytes, expected] of [
      ["behind.mp3", Buffer.concat([tagged, Buffer.from("bytes behind it ".repeat(30))]), whole],
      ["zeros-behind.mp3", Buffer.concat([tagged, Buffer.alloc(4096)]), whole],
      ["zeros-behind-bare.mp3", Buffer.concat([bare, Buffer.alloc(4096)]), plain],
      ["zeros-before.mp3", Buffer.concat([Buffer.alloc(1000), bare]), plain],
      // Where a tag stands between them, ffmpeg loses the frame before it.
      ["joined-bare.mp3", Buffer.concat([bare, bare]), 2 * plain],
      ["joined.mp3", Buffer.concat([tagged, tagged]), 2 * kept - (1000 * 1105) / 44_100],
      ["behind.wav", Buffer.concat([wav, Buffer.from("LIST0000 behind it")]), whole],
      ["open.wav", open, whole],
      ["unsaid.wav", unsaid, whole],
      ["streamed.flac", streamed, whole],
    ] as const) {
      expect(await faultOf(folder.put(name, bytes), [expected]), name).toBeUndefined();
    }
  });

  it("is named where it cannot be read, and never called damaged", async () => {
    for (const [name, is, ...wishes] of [
      ["a.ac3", "AC-3"],
      ["a.aiff", "AIFF"],
      ["a.au", "AU"],
      ["a.caf", "CAF"],
      ["a.w64", "Wave64"],
      ["a.mp2", "MP2"],
      ["a.wma", "WMA"],
      ["a.webm", "WebM", "-c:a", "libopus"],
      ["a.spx", "Speex", "-c:a", "libspeex"],
      ["a.mov", "QuickTime", "-c:a", "aac"],
      ["parts.m4a", "分段的 MP4", "-c:a", "aac", "-movflags", "frag_keyframe+empty_moov"],
    ]) {
      const fault = await faultOf(encoded(name!, "16000", wishes), []);
      expect(fault).toMatch(/^这是.*这里读不了；请用格式转换软件转成 MP3 或 WAV 后再上传$/);
      expect(fault).toContain(is);
    }
    const [slow, fast] = ["22050", "44100"].map((rate) => readFileSync(encoded(`at-${rate}.mp3`, rate, [])));
    expect(await faultOf(folder.put("two-rates.mp3", Buffer.concat([fast!, slow!])), [])).toMatch(
      /^是不同的录音接成的：第 1\.\d 秒处由 44100 Hz 单声道 变成 22050 Hz/,
    );
  });
});

const odd = realData("audio-odd", "sounds that are whole but unusual, against ffmpeg");

it.skipIf(!odd)("takes sounds that are whole but unusual", async () => {
  for (const name of readdirSync(odd!)) {
    const file = path.join(odd!, name);
    const { durationMs } = await readSound(file);
    const elsewhere = hasFfmpeg ? framesOf(file) : undefined;
    measured(name, durationMs, elsewhere);
    if (elsewhere !== undefined) expect(Math.abs(durationMs - elsewhere), name).toBeLessThanOrEqual(milliseconds);
  }
});

it.each([
  ["a phone's recording", "a.amr", Buffer.concat([Buffer.from("#!AMR\n"), Buffer.alloc(3000, 0x3c)]), "AMR"],
  ["a voice of WeChat", "a.silk", Buffer.concat([Buffer.from("\u0002#!SILK_V3"), Buffer.alloc(3000)]), "SILK"],
])("says how to go on with %s", async (_name, name, bytes, is) => {
  const fault = await faultOf(folder.put(name, bytes), []);
  expect(fault).toContain(is);
  expect(fault).toContain("转成 MP3 或 WAV 后再上传");
});

interface Variant {
  name: string;
  rate: string;
  wishes: readonly string[];
}

function variant(name: string, rate: string, ...wishes: string[]): Variant {
  return { name, rate, wishes };
}

function each<T, R>(of: readonly T[], make: (one: T) => readonly R[]): R[] {
  return of.flatMap(make);
}

const quiet = ["-y", "-loglevel", "error"];

function encoded(name: string, rate: string, wishes: readonly string[]): string {
  const from = folder.put("from.wav", toneWav(seconds, Number(rate), 0.25, 1));
  const { status, stderr } = spawnSync("ffmpeg", [...quiet, "-i", from, ...wishes, folder.at(name)]);
  expect(status, `${name}: ${String(stderr)}`).toBe(0);
  return folder.at(name);
}

/** Milliseconds that ffmpeg decodes. */
function framesOf(file: string): number {
  const decoded = spawnSync("ffmpeg", [...quiet, "-i", file, "-f", "s16le", "-ac", "1", "-ar", "48000", "-"], {
    maxBuffer: 2 ** 28,
  });
  return decoded.stdout.length / 2 / 48;
}

/** Samples of all frames of sound, with what the encoder added. */
function framesIn(mp3: Buffer): number {
  return mp3.readUInt32BE(mp3.indexOf("Xing") < 0 ? mp3.indexOf("Info") + 8 : mp3.indexOf("Xing") + 8) * 1152;
}

/** Why a file does not go in, or how long it was taken for; undefined where it is as long as one of those expected. */
async function faultOf(file: string, expected: readonly number[]): Promise<string | undefined> {
  const found = await readSound(file).catch((error: Error) => error.message);
  if (typeof found === "string") return found;
  const near = expected.some((each) => Math.abs(found.durationMs - each) <= milliseconds);
  return near ? undefined : `${found.durationMs} ms, expected ${expected.join(" or ")}`;
}
