import { readFile } from "node:fs/promises";
import { encode } from "~/transit/sound/encode";
import { joinMp3 } from "~/transit/sound/join-mp3";
import { usualShape } from "~/transit/sound/sound";
import { refusing } from "./clip-sound.server";
import { withMadeClips } from "./made-clips.server";

/** Between two announcements that are heard one after the other, in seconds. */
const pauseSeconds = 0.7;

let pause: Promise<Uint8Array> | undefined;

/** Announcements one after the other as one mp3, as vehicles get them; each is its clips by their content. Throws problem.field where one cannot be made. */
export async function joinClips(
  announcements: readonly (readonly string[])[],
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const silence = await (pause ??= encode(
    new Float32Array(Math.round(pauseSeconds * usualShape.sampleRate)),
    usualShape,
  ));
  const join = () =>
    withMadeClips(
      announcements.flat(),
      usualShape,
      async (made) => {
        const bytes = new Map<string, Uint8Array>();
        for (const [hash, { path }] of made) bytes.set(hash, await readFile(path));
        return joinMp3(
          announcements.map((clips) => clips.map((hash) => bytes.get(hash)!)),
          silence,
        );
      },
      signal,
    );
  return refusing("fileUuid", join);
}
