import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { readContent } from "../content.server";
import type { Direction } from "~/domains/lines/directions";
import { saveInto } from "../drafts.server";
import { lockLine } from "~/domains/lines/queries.server";
import { insertRow, newRow, replaceRow, type SequenceRow } from "../sequence/sequence";
import type { SequenceEntry } from "../schema";
import type { StandbyRow, SwapValues } from "./schema";
import { tradeStandby } from "./standby.server";
import { openEdited } from "../edited-here.server";

/** Puts a standby station into the draft of a variant (opened where there is none) and answers the draft's key; the path stays to be matched anew. */
export async function swapIn(
  viewer: Viewer,
  key: { classifySid?: string; lineUuid: string; versionUuid?: string },
  standby: StandbyRow,
  swap: SwapValues,
): Promise<string> {
  return inTransaction(async (trx) => {
    const by = { ...viewer, reason: swap.reason ?? undefined };
    // The line before its variant, as everyone locks them.
    await lockLine(trx, viewer, key.lineUuid);
    const { current } = await openEdited(trx, viewer, key);
    const direction = standby.direction as Direction;
    const rows = (await readContent(trx, current?.versionUuid ?? null))[direction - 1]!.rows;
    const at = swap.place === "replace" ? rows.findIndex(({ staUuid }) => staUuid === swap.replacesUuid) : swap.at! - 1;
    if (at < 0) throw problem.field("replacesUuid", "这个方向已不停靠所选站点，请重新选择");
    if (at > rows.length) throw problem.field("at", `这个方向只有 ${rows.length} 站，请填 1 到 ${rows.length + 1}`);
    const after =
      swap.place === "replace"
        ? replaceRow(rows, at, standby.staUuid)
        : insertRow(rows, at, newRow(standby.staUuid), direction);
    const { versionUuid } = await saveInto(trx, by, {
      ...key,
      version: swap.version,
      reason: swap.reason ?? undefined,
      directions: [{ direction, stationList: after.map(entryOf) }],
    });
    await tradeStandby(trx, by, standby, swap.place === "replace" && swap.keep ? swap.replacesUuid! : null);
    return versionUuid;
  });
}

const entryOf = (row: SequenceRow): SequenceEntry => row;
