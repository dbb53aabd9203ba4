import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { answerApart } from "~/kit/ground/files/answer-apart.server";
import type { SoundAnswer, SoundAsked } from "./apart.server";
import { encode } from "./encode";
import { evenOut, loudnessOf } from "./even-out";
import { listen } from "./listen";
import { openSound } from "./open-sound";
import { join, makeResampler } from "./resample";
import { SoundFault, type MadeSound, type SoundFacts, type SoundShape } from "./sound";

await answerApart<SoundAsked, SoundAnswer>(answer, (error) =>
  error instanceof SoundFault ? { kind: "fault", message: error.message } : undefined,
);

async function* answer(asked: SoundAsked): AsyncGenerator<SoundAnswer> {
  if (asked.kind === "read") yield { kind: "read", facts: await read(asked) };
  else yield { kind: "made", made: await make(asked, asked.to, asked.shape) };
}

async function read({ file, fileName, unpacked }: SoundAsked): Promise<SoundFacts> {
  const bytes = await readFile(file);
  const opened = await openSound(bytes, fileName);
  const { durationMs, loudness } = await listen(opened, unpacked ? await readFile(unpacked) : bytes);
  const { format, sampleRate, channels, tags } = opened;
  const bitrate = Math.round(opened.bitrate ?? (bytes.length * 8000) / durationMs);
  return { format, ...weigh(bytes), durationMs, sampleRate, channels, bitrate, loudness: toTenth(loudness), tags };
}

async function make({ file, fileName, unpacked }: SoundAsked, to: string, shape: SoundShape): Promise<MadeSound> {
  const bytes = await readFile(file);
  const opened = await openSound(bytes, fileName);
  const resampler = await makeResampler(opened.sampleRate, shape.sampleRate);
  const parts: Float32Array[] = [];
  await listen(opened, unpacked ? await readFile(unpacked) : bytes, ({ channels: [left, right] }) =>
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

function weigh(bytes: Uint8Array): Pick<SoundFacts, "sizeBytes" | "sha256" | "crc32"> {
  const sum = crc32(bytes).toString(16).padStart(8, "0");
  return { sizeBytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex"), crc32: sum };
}

function toTenth(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10;
}
