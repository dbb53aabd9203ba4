import type { Viewer } from "~/kit/data/access/viewer";
import { shownFile } from "~/kit/data/files/shown-file.server";
import { requireRow } from "~/kit/room/source.server";
import type { SoundFormat } from "~/transit/sound/sound";
import { audioSource } from "./source.server";

const types: Record<SoundFormat, string> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  flac: "audio/flac",
  ogg: "audio/ogg",
  m4a: "audio/mp4",
  aac: "audio/aac",
};

/** A clip as it was uploaded or spoken, whole or a part of it, for a player. */
export async function playClip(viewer: Viewer, request: Request, audioUuid: string): Promise<Response> {
  const clip = await requireRow(audioSource, viewer, audioUuid);
  return shownFile(request, clip.fileUuid!, {
    contentType: types[clip.format as SoundFormat],
    name: clip.fileName,
    etag: clip.sha256,
  });
}
