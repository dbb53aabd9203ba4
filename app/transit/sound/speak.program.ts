import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import espeak from "@echogarden/espeak-ng-emscripten";
import { encodePcm } from "./encode-wav";
import { endWithParent } from "./end-with-parent";
import type { SpeakOrder } from "./speaker.server";

endWithParent(400);
const { eSpeakNGWorker: Espeak } = await espeak();
const voice = new Espeak();
for await (const line of createInterface({ input: process.stdin })) {
  try {
    const { parts, rate, to } = JSON.parse(line) as SpeakOrder;
    await writeFile(to, encodePcm([parts.flatMap((part) => say(part, rate))], voice.get_samplerate()));
    console.log("said");
  } catch (error) {
    console.log(`failed: ${String(error).slice(0, 200)}`);
  }
}
process.exit(0);

function say(part: SpeakOrder["parts"][number], rate: number): Float32Array[] {
  const heard: Float32Array[] = [];
  if (voice.set_voice(part.voice) !== 0) throw new Error(`no voice ${part.voice}`);
  voice.set_rate(Math.round(1.75 * rate));
  voice.synthesize(part.text, (samples) => {
    if (samples) heard.push(Float32Array.from(samples, (sample) => sample / 32_767));
    return false;
  });
  return heard;
}
