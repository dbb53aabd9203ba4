import { z } from "zod";
import { allows } from "~/kit/data/access/viewer";
import { attempt, problem } from "~/kit/ground/problem";
import { text, whole } from "~/kit/page/forms/rules";
import { type Door, doorStep, toldRow } from "~/kit/page/import-flow/doors";
import { startWithAttachments } from "~/kit/page/import-flow/import-calls.server";
import { takeBackBatch } from "~/kit/room/batches.server";
import { clipBatch } from "./batch.server";
import { correctRows } from "./correct-rows.server";
import { GivenForm, importUrl } from "./import-row";
import { audioImports } from "./import-steps.server";
import { cancelUpload, confirmUpload, countRows, findImport, rowsOfKind, startUpload } from "./imports.server";
import { audioClips } from "./room.server";
import { audioRoom } from "./room";

const CorrectForm = z.object({
  rows: z
    .array(
      z.object({
        row: whole(1, 10_000_000).describe("第几个文件"),
        whom: text(64).describe("用于：站点编号或站名，别的文字是一段文稿"),
        isSkipped: z.boolean().default(false).describe("不导入这个文件"),
      }),
    )
    .min(1, "请给出要改正的行")
    .max(500, "一次最多 500 行"),
});

export const audioDoor: Door = {
  life: audioImports,
  may: { read: audioRoom.may.write, write: audioRoom.may.write },
  titles: (viewer): Record<string, string> =>
    allows(viewer, audioRoom.may.write) ? { "audio.upload": "语音文件", "audio.speak": "站名朗读" } : {},
  href: importUrl,
  find: findImport,
  async tell(viewer, importId) {
    const { state, result } = await findImport(viewer, importId);
    const { rows, good, open, faulty, replacing, skipped } = await countRows(importId);
    const bad = open + faulty;
    const counts = result
      ? { new: result.created, changed: result.replaced, kept: result.refused }
      : { new: good - replacing, changed: replacing, same: skipped, wrong: bad };
    return {
      counts: rows > 0 ? [{ what: "文件", ...counts }] : [],
      questions:
        state === "preview" && bad > 0
          ? [{ path: "onlyGood", message: `有 ${bad} 个文件不能导入，请改正，或只导入没有问题的` }]
          : [],
      problems: [],
      problemCount: 0,
    };
  },
  async rows(viewer, importId, kind, page) {
    await findImport(viewer, importId);
    const { list, total } = await rowsOfKind(importId, kind, page);
    return {
      list: list.map(({ row, fileName, staSelfCode, text: said, fault, why }) =>
        kind === "wrong" || kind === "refused"
          ? toldRow(fileName, { message: fault ?? why }, row)
          : toldRow(fileName, { title: why, value: staSelfCode ?? said ?? "" }, row),
      ),
      total,
    };
  },
  start: doorStep(GivenForm, (viewer, fileUuids: readonly string[], asked) =>
    startWithAttachments(viewer, fileUuids, "fileUuids", (files) => startUpload(viewer, asked, files)),
  ),
  correct: doorStep(CorrectForm, async (viewer, importId: string, { rows }) => {
    const done = await attempt(() => correctRows(viewer, importId, rows));
    if (done.ok) return;
    const at = new Map(rows.map(({ row }, nth) => [`whom-${row}`, nth]));
    throw problem.fields(
      done.problem.errors.map(({ path, message }) => {
        const nth = at.get(path);
        return nth === undefined ? { path, message } : { path: `rows.${nth}.whom`, message, row: nth + 1 };
      }),
    );
  }),
  confirm: doorStep(z.object({ onlyGood: z.boolean().optional() }), (viewer, importId: string, { onlyGood = false }) =>
    confirmUpload(viewer, importId, onlyGood),
  ),
  cancel: cancelUpload,
  async undo(viewer, importId) {
    await findImport(viewer, importId);
    await takeBackBatch(viewer, importId, clipBatch(audioClips));
  },
};
