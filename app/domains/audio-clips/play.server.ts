import type { Viewer } from "~/kit/data/access/viewer";
import { shownFile } from "~/kit/data/files/shown-file.server";
import { requireRow } from "~/kit/room/source.server";
import { type SoundFormat, soundTypes } from "~/transit/sound/sound";
import { audioSource } from "./source.server";

/** A clip as it was uploaded or spoken, whole or a part of it, for a player. */
export async function playClip(viewer: Viewer, request: Request, audioUuid: string): Promise<Response> {
  const clip = await requireRow(audioSource, viewer, audioUuid);
  return shownFile(request, clip.fileUuid!, {
    contentType: soundTypes[clip.format as SoundFormat],
    name: clip.fileName,
    etag: clip.sha256,
  });
}
