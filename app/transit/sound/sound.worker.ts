import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { crc32 } from "node:zlib";
import type { ReaderBegun } from "~/kit/ground/files/answer-apart.server";
import { ownThread } from "~/kit/ground/files/thread-time.server";
import type { SoundAnswer, SoundAsked } from "./asked";
import { encode } from "./encode";
import { evenOut, loudnessOf } from "./even-out";
import { faultOf, refuseLength, refuseLonger, type OpenedSound } from "./formats/opened";
import { openSound, readTags } from "./formats/open-sound";
import { join, makeResampler } from "./resample";
import { SoundFault, type MadeSound, type SoundFacts, type SoundShape } from "./sound";
import { decode, type Piece } from "./decode";
import { LoudnessMeter } from "./loudness";

parentPort!.on("message", (asked: SoundAsked) => {
  answer(asked).then(
    (said) => parentPort!.postMessage(said),
    (error: unknown) => parentPort!.postMessage({ kind: "failed", error } satisfies SoundAnswer),
  );
});
parentPort!.postMessage({ readerThread: ownThread() } satisfies ReaderBegun);

async function answer(asked: SoundAsked): Promise<SoundAnswer> {
  try {
    const { bytes, opened } = await open(asked);
    if (opened.codec === "aac") return { kind: "packed" };
    if (asked.kind === "read") return { kind: "read", facts: await read(bytes, opened) };
    return { kind: "made", made: await make(opened, asked.to, asked.shape) };
  } catch (error) {
    if (error instanceof SoundFault) return { kind: "fault", message: error.message };
    return { kind: "failed", error };
  }
}

async function read(bytes: Uint8Array, opened: OpenedSound): Promise<SoundFacts> {
  const { durationMs, loudness } = await listen(opened);
  const { format, sampleRate, channels } = opened;
  const bitrate = Math.round(opened.bitrate ?? (bytes.length * 8000) / durationMs);
  const tags = await readTags(bytes, format);
  return { format, ...weigh(bytes), durationMs, sampleRate, channels, bitrate, loudness: toTenth(loudness), tags };
}

async function make(opened: OpenedSound, to: string, shape: SoundShape): Promise<MadeSound> {
  const resampler = await makeResampler(opened.sampleRate, shape.sampleRate);
  const parts: Float32Array[] = [];
  await listen(opened, ({ channels: [left, right] }) =>
    parts.push(resampler.add(right ? left!.map((sample, at) => (sample + right[at]!) / 2) : left!)),
  );
  parts.push(resampler.end());
  const mono = join(parts.splice(0));
  const even = shape.loudness === null ? mono : await evenOut(mono, shape.sampleRate, shape.loudness);
  const made = await encode(even, shape);
  await writeFile(to, made);
  return {
    durationMs: Math.round((even.length / shape.sampleRate) * 1000),
    ...weigh(made),
    loudness: toTenth(loudnessOf(even, shape.sampleRate)),
  };
}

/** Of what a program of its own unpacked, its wav is what is heard; the file says only how long it should be. */
async function open({ file, fileName, unpacked }: SoundAsked): Promise<{ bytes: Uint8Array; opened: OpenedSound }> {
  const bytes = await readFile(file);
  const opened = await openSound(bytes, fileName);
  if (!unpacked) return { bytes, opened };
  const { codec, sampleRate, channels, pieces } = await openSound(await readFile(unpacked), "");
  // HE-AAC sounds at twice the rate that its frames say.
  const times = sampleRate / opened.sampleRate;
  const heard = { codec, sampleRate, channels, pieces, samples: opened.samples && opened.samples * times };
  return { bytes, opened: { ...opened, ...heard, slack: opened.slack * times } };
}

function weigh(bytes: Uint8Array): Pick<SoundFacts, "sizeBytes" | "sha256" | "crc32"> {
  const sum = crc32(bytes).toString(16).padStart(8, "0");
  return { sizeBytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex"), crc32: sum };
}

function toTenth(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10;
}

interface ListenedSound {
  durationMs: number;
  loudness: number | null;
}

/** Decodes all of an opened sound, refuses one that is not what it says, and hands on each piece. */
async function listen(opened: OpenedSound, take: (piece: Piece) => void = () => undefined): Promise<ListenedSound> {
  const { sampleRate, channels, slack } = opened;
  const meter = new LoudnessMeter(sampleRate, channels);
  let samples = 0;
  try {
    for await (const piece of decode(opened)) {
      if (piece.sampleRate !== sampleRate || piece.channels.length !== channels) throw faultOf.damaged();
      samples += piece.channels[0]!.length;
      refuseLonger((samples / sampleRate) * 1000);
      meter.add(piece.channels);
      take(piece);
    }
  } catch (error) {
    throw error instanceof SoundFault ? error : faultOf.damaged(error);
  }
  if (samples === 0 || !meter.isFinite()) throw faultOf.damaged();
  if (Math.abs(samples - (opened.samples ?? samples)) > slack) throw faultOf.damaged();
  refuseLength((samples / sampleRate) * 1000);
  return { durationMs: Math.round((samples / sampleRate) * 1000), loudness: meter.loudness() };
}
