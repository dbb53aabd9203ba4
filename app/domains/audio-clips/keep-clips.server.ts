import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { Problem } from "~/kit/ground/problem";
import { createRow } from "~/kit/room/verbs.server";
import { speakClip } from "./clip-sound.server";
import { makeReady } from "./made-clips.server";
import type { AudioImport, AudioImportRow } from "./import-row";
import { nextNumber, replaceSound } from "./save-clip.server";
import { audioSource } from "./source.server";

/** Makes a clip of every row that is not done yet, each by itself, so that it can go on after a stop. */
export async function keepClips(viewer: Viewer, importId: string, signal: AbortSignal): Promise<number> {
  const counted = await sql<{ done: number; all: number }>`
    select count(*) filter (where outcome is not null) as done, count(*) filter (where fault is null and text is not null and not is_skipped) as all
    from audio_import_row where import_id = ${importId}`.execute(db());
  const { all, ...before } = counted.rows[0]!;
  let [done, last] = [before.done, 0];
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await sql<AudioImportRow & Pick<AudioImport, "given" | "kind">>`
      select one.*, i.given, i.kind from audio_import i join audio_import_row one using (import_id)
      where i.import_id = ${importId} and i.state = 'applying' and one.outcome is null and one.fault is null and one.text is not null and not one.is_skipped
      and one.row > ${last} order by one.row limit 1`.execute(db());
    const [next] = rows;
    if (!next) break;
    const phase = `${next.kind === "speak" ? "正在朗读" : "正在保存"}第 ${done + 1} 个，共 ${all} 个：${next.text}`;
    await sql`update audio_import set progress = ${done / Math.max(1, all)}, phase = ${phase} where import_id = ${importId} and state = 'applying'`.execute(
      db(),
    );
    const { outcome, why } = await keepOne(viewer, next, signal);
    if (outcome !== "refused") await makeReady(next.replacesUuid ?? next.audioUuid, signal);
    await sql`update audio_import_row set outcome = ${outcome}, why = ${why} where import_id = ${importId} and row = ${next.row}`.execute(
      db(),
    );
    [done, last] = [done + 1, next.row];
  }
  const { rows } = await sql<{ rows: number }>`
    with counts as (select count(*) as rows, count(*) filter (where outcome = 'created') as created, count(*) filter (where outcome = 'replaced') as replaced,
      count(*) filter (where outcome = 'refused') as refused from audio_import_row where import_id = ${importId})
    update audio_import set state = 'done', progress = 1, phase = '', result = to_jsonb(counts), finished_at = now()
      from counts where import_id = ${importId} and state = 'applying' returning counts.rows`.execute(db());
  return rows[0]?.rows ?? 0;
}

type Next = AudioImportRow & Pick<AudioImport, "given" | "kind">;

async function keepOne(viewer: Viewer, next: Next, signal: AbortSignal): Promise<{ outcome: string; why: string }> {
  const { given, kind, fileKey, facts, staUuid, replacesUuid, audioUuid, why } = next;
  const text = next.text!;
  const own = { ...given, text, staUuid, audioName: text.slice(0, 64) };
  try {
    const sound =
      kind === "speak"
        ? { ...(await speakClip(viewer, own as never, signal)), source: "spoken" }
        : { ...facts, fileUuid: fileKey!, source: "recorded" };
    if (replacesUuid) {
      await replaceSound(viewer, replacesUuid, { ...sound, text, audioName: own.audioName });
      return { outcome: "replaced", why };
    }
    await createRow(audioSource, viewer, { ...own, ...sound, audioUuid, audioNum: await nextNumber() });
    return { outcome: "created", why };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { outcome: "refused", why: error.message };
  }
}
