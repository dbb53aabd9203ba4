import { askApart } from "./apart.server";
import { SoundFault, type MadeSound, type SoundShape } from "./sound";

/** Writes a sound in another shape, the same bytes for the same file and shape; throws SoundFault, or the signal's reason. */
export async function makeSound(
  file: string,
  to: string,
  shape: SoundShape,
  { signal }: { signal?: AbortSignal } = {},
): Promise<MadeSound> {
  const fault = shapeFault(shape);
  if (fault) throw new SoundFault(fault);
  const answer = await askApart({ kind: "make", file, fileName: "", to, shape }, signal);
  if (answer.kind !== "made") throw new Error(`made a sound, got ${answer.kind}`);
  return answer.made;
}

/** Why no clip can be made in a shape, in Chinese; undefined where it can. */
function shapeFault({ codec, sampleRate, bitrate, loudness }: SoundShape): string | undefined {
  if (loudness !== null && !(loudness >= -40 && loudness <= -9)) return "响度应在 -40 到 -9 LUFS 之间";
  const family = families.find(({ rates }) => rates.includes(sampleRate));
  if (!family) return `采样率应为 ${families.flatMap(({ rates }) => rates).join("、")} 之一`;
  if (codec === "wav" || family.bitrates.includes(bitrate)) return undefined;
  return `采样率 ${sampleRate} Hz 的 MP3，比特率应为 ${family.bitrates.join("、")} kbit/s 之一`;
}

/** Of MPEG 2.5, 2 and 1. */
const low = [8, 16, 24, 32, 40, 48, 64];
const families: readonly { rates: readonly number[]; bitrates: readonly number[] }[] = [
  { rates: [8000, 11_025, 12_000], bitrates: low },
  { rates: [16_000, 22_050, 24_000], bitrates: [...low, 80, 96, 112, 128, 160] },
  { rates: [32_000, 44_100, 48_000], bitrates: [32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] },
];
