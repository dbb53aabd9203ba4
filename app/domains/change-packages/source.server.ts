import { sql } from "kysely";
import { defineRecords } from "~/kit/room/served.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { isoTime } from "~/kit/data/db/iso-time";
import { requireRow } from "~/kit/room/source.server";
import { type PackageRow, packageRoom } from "./room";

export const packageSource = defineRecords<PackageRow, { state?: number }>(packageRoom, {
  table: "changePackage",
  searched: ["packageName", "packageNum"],
  unique: { change_package_num_living: "packageNum" },
  derived: ["acting"],
  more: sql`change_package.state, change_package.outcome, change_package.confirmed_by_name,
    ${isoTime(sql`change_package.confirmed_at`)} as confirmed_at, ${isoTime(sql`change_package.in_force_at`)} as in_force_at,
    (select count(*)::int from change_item i where i.package_uuid = change_package.package_uuid) as item_count`,
  filters: { state: (state) => sql`change_package.state = ${state}` },
  order: ["effectiveDay", "packageNum", "packageName", "state", "updatedAt"],
});

export type DatedRow = PackageRow & { packageNum: string };

export const requirePackage = (viewer: Viewer, packageUuid: string) =>
  requireRow(packageSource, viewer, packageUuid) as Promise<DatedRow>;
