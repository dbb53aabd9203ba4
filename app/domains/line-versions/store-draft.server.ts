import type { Transaction } from "kysely";
import type { Author } from "~/kit/data/db/history.server";
import { newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { type DirectionContent, stationsOf } from "./content.server";
import type { RunningParams } from "./params/running-params";
import { snapshotOf } from "./snapshot.server";
import { carryServices } from "./timetable/stored-timetable.server";
import type { EditedVersion, Variant } from "./version-rows";
import { writeContent, writeVersionParams } from "./write-content.server";
import { changedBy, nextNumber, recordVersion } from "./write-version.server";

/** Writes a draft: the open one, or a new one in the place of `base`. */
export async function storeDraft(
  trx: Transaction<DB>,
  author: Author,
  variant: Variant,
  { current, base, plannedFor }: EditedVersion,
  { before, after, params }: { before: DirectionContent[]; after: DirectionContent[]; params: RunningParams | null },
): Promise<string> {
  const { classifySid } = variant;
  const names = await stationsOf(trx, [...before, ...after]);
  const open = current?.standing === "draft" ? current : undefined;
  const period = { classifySid, standing: "draft", validFrom: null, validTo: null } as const;
  const snapshot = {
    before: snapshotOf({ ...period, plannedFor: open ? plannedFor : null, params: current?.params }, before, names),
    after: snapshotOf({ ...period, plannedFor, params }, after, names),
  };
  if (open && JSON.stringify(snapshot.before) === JSON.stringify(snapshot.after)) return open.versionUuid;
  const number = await nextNumber(trx, classifySid);
  const versionUuid = open?.versionUuid ?? newKey();
  if (open)
    await trx
      .updateTable("lineVersion")
      .set({ version: number, submittedAt: null, submittedBy: null, ...changedBy(author) })
      .where("versionUuid", "=", versionUuid)
      .execute();
  else
    await trx
      .insertInto("lineVersion")
      .values({
        versionUuid,
        classifySid,
        state: "draft",
        plannedFor,
        baseUuid: base?.versionUuid,
        baseNumber: base?.version,
        version: number,
        createdBy: author.userId,
        updatedBy: author.userId,
      })
      .execute();
  await writeContent(trx, [{ versionUuid, content: after }]);
  await carryServices(trx, { from: open ? undefined : current?.versionUuid, to: versionUuid }, before, after);
  await writeVersionParams(trx, versionUuid, params);
  await recordVersion(trx, author, {
    key: versionUuid,
    action: open ? "update" : "create",
    version: number,
    ...snapshot,
  });
  return versionUuid;
}
