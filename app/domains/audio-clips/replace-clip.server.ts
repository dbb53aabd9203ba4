import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction, joinTransaction } from "~/kit/data/db/pool.server";
import { recordChange } from "~/kit/data/db/history.server";
import { problem } from "~/kit/ground/problem";
import { lockRows } from "~/kit/room/source.server";
import type { AudioRow } from "./room";
import { audioSource } from "./source.server";

/** Puts one clip in the place of another wherever a recipe, a public node or a draft holds it; files that are generated stay as they are. Answers how many places. */
export async function replaceClip(viewer: Viewer, audioUuid: string, by: string): Promise<number> {
  if (audioUuid === by) throw problem.field("by", "请选择另一段音频");
  return inTransaction(async (trx) => {
    const rows = await lockRows<AudioRow>(trx, audioSource, viewer, [audioUuid, by]);
    const [gone, other] = [audioUuid, by].map((key) => rows.find((row) => row.audioUuid === key)!);
    if (gone!.language !== other!.language) throw problem.field("by", "两段音频的语言不同，不能互相替换");
    if (!other!.isValid) throw problem.field("by", "所选的音频已停用，请换一段");
    const reason = `音频 ${gone!.audioNum} ${gone!.audioName} 全部换成 ${other!.audioNum} ${other!.audioName}`;
    const places = await joinTransaction(trx, () => replaceInOthers({ ...viewer, reason }, audioUuid, by));
    if (places > 0)
      await recordChange(
        trx,
        { ...viewer, reason: `在 ${places} 处换成 ${other!.audioNum} ${other!.audioName}` },
        {
          room: "audio-clips",
          key: audioUuid,
          action: "update",
          version: (gone as AudioRow & { version: number }).version,
          before: {},
          after: {},
        },
      );
    return places;
  });
}

type Replace = (viewer: Viewer, audioUuid: string, by: string) => Promise<number>;
const others: Replace[] = [];

/** Has a room put another clip in the place of one that its records hold, and answer in how many places. */
export const registerReplacing = (replace: Replace): void => void others.push(replace);

async function replaceInOthers(...asked: Parameters<Replace>): Promise<number> {
  let places = 0;
  for (const replace of others) places += await replace(...asked);
  return places;
}
