import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { crc32 } from "node:zlib";
import type { ReaderBegun } from "~/kit/ground/files/answer-apart.server";
import { ownThread } from "~/kit/ground/files/thread-time.server";
import type { SoundAnswer, SoundAsked } from "./asked";
import { encode } from "./encode";
import { evenOut, loudnessOf } from "./even-out";
import { openSound, broken, refuseLength, refuseLonger, type OpenedSound } from "./open-sound";
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
    if (asked.kind === "read") return { kind: "read", facts: await read(asked) };
    return { kind: "made", made: await make(asked, asked.to, asked.shape) };
  } catch (error) {
    if (error instanceof SoundFault) return { kind: "fault", message: error.message };
    return { kind: "failed", error };
  }
}

async function read(asked: SoundAsked): Promise<SoundFacts> {
  const { bytes, opened, sound } = await open(asked);
  const { durationMs, loudness } = await listen(opened, sound);
  const { format, sampleRate, channels, tags } = opened;
  const bitrate = Math.round((format !== "ogg" && opened.bitrate) || (bytes.length * 8000) / durationMs);
  return { format, ...weigh(bytes), durationMs, sampleRate, channels, bitrate, loudness: toTenth(loudness), tags };
}

async function make(asked: SoundAsked, to: string, shape: SoundShape): Promise<MadeSound> {
  const { opened, sound } = await open(asked);
  const resampler = await makeResampler(opened.sampleRate, shape.sampleRate);
  const parts: Float32Array[] = [];
  await listen(opened, sound, ({ channels: [left, right] }) =>
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

/** Of an m4a, what it says of rate and channels is not always so: what was unpacked counts. */
async function open({ file, fileName, unpacked }: SoundAsked) {
  const bytes = await readFile(file);
  const opened = await openSound(bytes, fileName);
  if (!unpacked) return { bytes, opened, sound: bytes };
  const sound = await readFile(unpacked);
  const { sampleRate, channels } = await openSound(sound, "");
  return { bytes, opened: { ...opened, sampleRate, channels }, sound };
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
async function listen(
  { codec, seconds, slack, sampleRate, channels }: OpenedSound,
  bytes: Uint8Array,
  take: (piece: Piece) => void = () => undefined,
): Promise<ListenedSound> {
  const meter = new LoudnessMeter(sampleRate, channels);
  let samples = 0;
  try {
    for await (const piece of decode(codec === "aac" ? "wav" : codec, bytes)) {
      // Of one channel the decoder of mp3 makes two.
      const heard = { ...piece, channels: codec === "mp3" ? piece.channels.slice(0, channels) : piece.channels };
      if (piece.sampleRate !== sampleRate || heard.channels.length !== channels) throw new SoundFault(broken);
      samples += heard.channels[0]!.length;
      refuseLonger((samples / sampleRate) * 1000);
      meter.add(heard.channels);
      take(heard);
    }
  } catch (error) {
    throw error instanceof SoundFault ? error : new SoundFault(broken, { cause: error });
  }
  if (samples === 0 || !meter.isFinite()) throw new SoundFault(broken);
  if (Math.abs(samples / sampleRate - seconds) > slack) throw new SoundFault(broken);
  refuseLength((samples / sampleRate) * 1000);
  return { durationMs: Math.round((samples / sampleRate) * 1000), loudness: meter.loudness() };
}
