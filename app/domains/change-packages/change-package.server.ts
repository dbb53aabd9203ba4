import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction, joinTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { createRow, deleteRows, updateRow } from "~/kit/room/verbs.server";
import { holdPackage } from "./hold-package.server";
import { moveDrafts } from "./items.server";
import type { PackageRow, packageRoom } from "./room";
import { packageSource } from "./source.server";

type Values = Partial<typeof packageRoom.values>;

export async function createPackage(viewer: Viewer, values: Values): Promise<PackageRow> {
  refusePast(values.effectiveDay);
  return createRow(packageSource, viewer, { ...values, packageNum: values.packageNum ?? (await nextNumber()) });
}

/** Changes what a package is called or its day; drafts of lines in it move with the day. */
export async function updatePackage(
  viewer: Viewer,
  packageUuid: string,
  { packageNum, ...changes }: Values,
  version?: number,
): Promise<PackageRow> {
  return inTransaction((trx) =>
    joinTransaction(trx, async () => {
      const before = await holdPackage(trx, viewer, packageUuid);
      const day = changes.effectiveDay;
      const given = packageNum === null ? changes : { ...changes, packageNum };
      const isMoved = day !== undefined && day !== before.effectiveDay;
      if (isMoved) refusePast(day);
      const row = await updateRow(packageSource, viewer, packageUuid, given, version);
      if (isMoved) await moveDrafts(trx, viewer, packageUuid, day);
      return row;
    }),
  );
}

export async function removePackages(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction((trx) =>
    joinTransaction(trx, async () => {
      for (const key of keys) await holdPackage(trx, viewer, key, [0, 3, 4], "删除");
      await deleteRows(packageSource, viewer, [], keys);
    }),
  );
}

function refusePast(day: string | undefined): void {
  if (day !== undefined && day < today()) throw problem.field("effectiveDay", "生效日期不能早于今天");
}

async function nextNumber(): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select 'B' || lpad(nextval('change_package_number')::text, 5, '0') as number`.execute(db());
  return rows[0]!.number;
}
