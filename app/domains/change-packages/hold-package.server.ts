import { sql, type Transaction } from "kysely";
import type { ActingViewer } from "~/kit/data/jobs/acting-viewer";
import type { Viewer } from "~/kit/data/access/viewer";
import { recordChange } from "~/kit/data/db/history.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { lockRows } from "~/kit/room/source.server";
import { type PackageRow, packageRoom, stateName } from "./room";
import { packageSource } from "./source.server";

export type HeldPackage = Pick<
  PackageRow,
  "packageUuid" | "packageNum" | "packageName" | "effectiveDay" | "state" | "version"
> & { acting: ActingViewer | null };

/** Holds a package until the transaction ends; refuses one in another state than those given. */
export async function holdPackage(
  trx: Transaction<DB>,
  viewer: Viewer,
  packageUuid: string,
  states: readonly number[] = [0],
  verb = "修改",
): Promise<HeldPackage> {
  const [held] = await lockRows<HeldPackage>(trx, packageSource, viewer, [packageUuid]);
  if (!states.includes(held!.state))
    throw problem.used(`变更包“${held!.packageName}”${stateName(held!.state)}，不能${verb}`);
  return held!;
}

/** Counts a change of what is in a package as one of the package, and keeps it in its history. */
export async function touchPackage(
  trx: Transaction<DB>,
  viewer: Viewer,
  { packageUuid, version }: HeldPackage,
  change: { before?: Record<string, unknown>; after: Record<string, unknown> },
): Promise<void> {
  const next = version + 1;
  await sql`update change_package set version = ${next}, updated_at = now(), updated_by = ${viewer.userId} where package_uuid = ${packageUuid}`.execute(
    trx,
  );
  await recordChange(trx, viewer, {
    room: packageRoom.name,
    key: packageUuid,
    action: "update",
    version: next,
    ...change,
  });
}
