import { createHash } from "node:crypto";
import { joinClips } from "~/domains/audio-clips/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { shownBytes } from "~/kit/data/files/shown-file.server";
import { problem } from "~/kit/ground/problem";
import { durationWords } from "~/transit/sound/duration-words";
import { loadParts } from "./load-parts.server";
import { changedKey } from "./parts";

/** Longest sound that is joined, in seconds: some 30 MB. */
const longest = 3600;

/** A part of a file, or one announcement of it, as one sound, as vehicles get it. Throws problem.missing where nothing is heard there. */
export async function joinedSound(
  viewer: Viewer,
  request: Request,
  fileUuid: string,
  { part: key, serial }: { part: string | null; serial: string | null },
): Promise<Response> {
  const { parts, changed, file } = await loadParts(viewer, fileUuid);
  const part = key === changedKey ? changed : parts.find((one) => one.key === key);
  const announcements = (part?.announcements ?? []).filter(
    (one) => one.clips.length > 0 && (serial === null || String(one.serial) === serial),
  );
  if (announcements.length === 0) throw problem.missing("报站的声音");
  const seconds = announcements.reduce((sum, one) => sum + one.seconds, 0);
  if (seconds > longest)
    throw problem.field("part", `这一部分长 ${durationWords(1000 * seconds)}，一次最多连起来听一小时，请逐站试听`);
  const clips = announcements.map((one) => one.clips);
  const etag = createHash("sha256").update(JSON.stringify(clips)).digest("hex");
  const name = `${[file.lineName, file.classifyName, key, serial].filter(Boolean).join("-")}.mp3`;
  return shownBytes(request, { contentType: "audio/mpeg", name, etag }, () => joinClips(clips, request.signal));
}
