import { sql, type Transaction } from "kysely";
import { fenceRoom } from "~/domains/fences/room";
import { may as lines } from "~/domains/lines/policy";
import { stationRoom } from "~/domains/stations/room";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { inTransaction, joinTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { toActing } from "~/kit/data/jobs/acting-viewer";
import { Problem, problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { applyEach, messageOf, tryItem } from "./apply-items.server";
import { type HeldPackage, holdPackage, touchPackage } from "./hold-package.server";
import { type ChangeItem, type ItemKind, itemKinds, type Refusal } from "./model";
import { putInForce } from "./put-in-force.server";
import { listItems } from "./read-items.server";
import { refuseUnseen } from "./words.server";

const wanted: Record<ItemKind, string> = {
  version: lines.publish,
  station: stationRoom.may.write,
  fence: fenceRoom.may.write,
};

/** Fixes a package: its versions are planned for its day, all of them or none, and its other changes wait for it; of today, it is in force at once. */
export async function confirmPackage(viewer: Viewer, packageUuid: string, version?: number): Promise<HeldPackage> {
  return inTransaction((trx) =>
    joinTransaction(trx, async () => {
      const held = await holdPackage(trx, viewer, packageUuid, [0], "确认");
      if (version !== undefined && version !== held.version)
        throw problem.field("", "在您查看之后，另一人改动了这个变更包，请核对最新内容后再确认");
      const items = await listItems(packageUuid, trx);
      refuseUnready(viewer, held, items);
      await refuseUnseen(trx, viewer, held);
      const versions = items.filter(({ kind }) => kind === "version");
      const refusals = [
        ...(await applyEach(trx, viewer, held, versions)),
        ...(await tryRecords(trx, viewer, held, items)),
      ];
      if (refusals.length > 0)
        throw problem.fields(refusals.map(({ title, message }) => ({ path: "", message: `${title}：${message}` })));
      await sql`
        update change_package set state = 1, outcome = null, confirmed_at = now(), confirmed_by = ${viewer.userId}, confirmed_by_name = ${viewer.userName},
          acting = ${JSON.stringify(toActing(viewer))}::jsonb where package_uuid = ${packageUuid}`.execute(trx);
      await touchPackage(trx, viewer, held, { before: { state: 0 }, after: { state: 1 } });
      const confirmed = { ...held, state: 1, version: held.version + 1, acting: toActing(viewer) };
      if (held.effectiveDay <= today()) await putInForce(trx, confirmed);
      return confirmed;
    }),
  );
}

function refuseUnready(viewer: Viewer, { effectiveDay }: HeldPackage, items: readonly ChangeItem[]): void {
  if (items.length === 0) throw problem.field("", "变更包里还没有变更，请先加入线路草稿、站点或围栏");
  if (effectiveDay < today()) throw problem.field("", `生效日期 ${effectiveDay} 已过，请先改为今天或以后`);
  const missing = [...new Set(items.map(({ kind }) => kind))].filter((kind) => !allows(viewer, wanted[kind]));
  if (missing.length > 0)
    throw problem.forbidden(`您没有使${missing.map((kind) => itemKinds[kind]).join("、")}变更生效的权限`);
}

async function tryRecords(
  trx: Transaction<DB>,
  viewer: Viewer,
  held: HeldPackage,
  items: readonly ChangeItem[],
): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const item of items.filter(({ kind }) => kind !== "version"))
    await tryItem(trx, viewer, held, item).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      refusals.push({ itemUuid: item.itemUuid, title: item.title, message: messageOf(error) });
    });
  return refusals;
}
