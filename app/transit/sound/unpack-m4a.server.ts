import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beyond } from "~/kit/ground/files/limits";
import { workerFile } from "~/kit/ground/worker-file.server";
import { beyondLimit, m4aLimits } from "./end-with-parent";
import { broken } from "./formats/opened";
import { SoundFault } from "./sound";

/** Decodes an m4a into a wav, by a program of its own: its decoder is under the GPL, and is not linked into ours. */
export async function unpackM4a(file: string, to: string, signal?: AbortSignal): Promise<void> {
  const program = await workerFile("m4a-program", "app/transit/sound/m4a.program.ts", ["app/transit/sound"]);
  try {
    await run(process.execPath, [program, file, to], {
      timeout: 20_000,
      killSignal: "SIGKILL",
      signal,
      maxBuffer: 10_000,
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw new SoundFault(whyEnded(error as { killed?: boolean; stderr?: string }), { cause: error });
  }
}

function whyEnded({ killed, stderr }: { killed?: boolean; stderr?: string }): string {
  const { megabytes, seconds } = m4aLimits;
  if (stderr === beyondLimit.memory) return `${beyond.memory(megabytes)}，请降低采样率或截短后再上传`;
  return killed || stderr === beyondLimit.time ? `${beyond.time(1000 * seconds)}，请降低采样率或截短后再上传` : broken;
}

const run = promisify(execFile);
