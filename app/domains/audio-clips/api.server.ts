import { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { saveAttachment } from "~/kit/data/attachments/attachments.server";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { recordKey } from "~/kit/page/forms/rules";
import { acceptUpload } from "~/kit/page/http/accept-upload.server";
import { blob } from "~/kit/page/http/blob";
import { api, endpoint } from "~/kit/page/http/api.server";
import { roomCalls } from "~/kit/room/calls.server";
import { fileFault } from "~/kit/room/file-limits";
import type { ServedRoom } from "~/kit/room/served.server";
import { readSound } from "~/transit/sound/read.server";
import { keptOf, refusing } from "./clip-sound.server";
import { playClip } from "./play.server";
import { type AudioRow, audioRoom } from "./room";
import { AudioType, AudioTypes } from "./audio-types";
import { listTypes, saveTypes } from "./audio-types.server";

const { may, Row, fields } = audioRoom;

const Facts = Row.pick({
  fileName: true,
  format: true,
  sizeBytes: true,
  durationMs: true,
  sampleRate: true,
  channels: true,
  bitrate: true,
  loudness: true,
  sha256: true,
  crc32: true,
}).extend({ fileUuid: recordKey, sameAs: z.array(recordKey) });

/** Sounds take too long to be read many in one transaction; their batches are a page of their own. */
function clipCalls(served: ServedRoom<AudioRow>) {
  const { addBatch: _add, updateBatch: _update, validBatch: _valid, ...calls } = roomCalls(served);
  return calls;
}

export const audioApi = (served: ServedRoom<AudioRow>) => [
  api("/api/line/file/audio/info", {
    ...clipCalls(served),
    audio: endpoint(
      may.read,
      z.object({ audioUuid: recordKey }),
      blob("audio/*"),
      (viewer, { audioUuid }, { request }) => playClip(viewer, request, audioUuid),
      { method: "GET" },
    ),
    upload: endpoint(may.write, z.object({}).strict(), Facts, (viewer, _, { request }) => uploadSound(viewer, request)),
  }),
  api("/line-file-audio-type", {
    list: endpoint(
      may.read,
      z.object({ use: AudioType.shape.use.optional() }),
      z.array(AudioType),
      (_viewer, { use }) => listTypes(use),
    ),
    updateBatch: endpoint(may.write, z.object({ list: AudioTypes }), z.array(AudioType), async (viewer, { list }) => {
      await saveTypes(viewer, list);
      return listTypes();
    }),
  }),
];

async function uploadSound(viewer: Viewer, request: Request) {
  const limits = fields.fileUuid.file!;
  const { files, discard } = await acceptUpload(viewer, request, { fileSize: limits.most });
  try {
    const [file] = files;
    if (!file) throw problem.field("file", "请选择要上传的声音文件");
    const fault = fileFault(limits, file);
    if (fault) throw problem.field("file", fault);
    const facts = await refusing("file", () => readSound(file.path, { fileName: file.name, signal: request.signal }));
    const same = await db()
      .selectFrom("audio")
      .select("audioUuid")
      .where("sha256", "=", facts.sha256)
      .where("deletedAt", "is", null)
      .orderBy("audioNum")
      .limit(100)
      .execute();
    const fileUuid = await saveAttachment(viewer, file);
    return { ...keptOf(facts), fileUuid, fileName: file.name, sameAs: same.map(({ audioUuid }) => audioUuid) };
  } finally {
    await discard();
  }
}
