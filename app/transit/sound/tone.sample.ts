import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createOggEncoder } from "wasm-media-encoders";
import { encodePcm } from "./encode-wav";

/** A folder that is removed at the end, and files put into it. */
export function makeFolder(): {
  at: (name: string) => string;
  put: (name: string, bytes: Uint8Array) => string;
  remove: () => void;
} {
  const folder = mkdtempSync(path.join(tmpdir(), "sound-test-"));
  const at = (name: string) => path.join(folder, name);
  const put = (name: string, bytes: Uint8Array) => {
    writeFileSync(at(name), bytes);
    return at(name);
  };
  return { at, put, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A tone that comes and goes three times a second as speech does, of whole numbers only: the same on every machine. */
function toneOf(seconds: number, rate: number, height = 0.25): Float32Array {
  const period = Math.round(rate / 440);
  const gust = Math.round(rate / 3);
  return Float32Array.from({ length: Math.round(seconds * rate) }, (_, at) => {
    const wave = (4 * Math.abs((at % period) - period / 2)) / period - 1;
    const swell = 1 - Math.abs(2 * (at % gust) - gust) / gust;
    return Math.fround(height * wave * swell);
  });
}

export const toneWav = (seconds: number, rate: number, height?: number, channels = 2) =>
  encodePcm(
    Array.from({ length: channels }, () => [toneOf(seconds, rate, height)]),
    rate,
  );

export async function toneOgg(seconds: number): Promise<Uint8Array> {
  const encoder = await createOggEncoder();
  encoder.configure({ sampleRate: 44_100, channels: 1, vbrQuality: 2 });
  const body = Buffer.from(encoder.encode([toneOf(seconds, 44_100)]));
  return Buffer.concat([body, Buffer.from(encoder.finalize())]);
}
