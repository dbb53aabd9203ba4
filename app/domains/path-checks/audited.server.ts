import { sql } from "kysely";
import { readLineView } from "~/domains/parameters/queries.server";
import { directionName } from "~/domains/parameters/schema";
import { inScope } from "~/kit/data/access/scope.server";
import { db } from "~/kit/data/db/pool.server";
import { differencesOf } from "~/kit/page/screens/differences";
import type { AuditedRoom } from "~/kit/room/audited.server";
import { may } from "./policy";
import { whiteListUrl } from "./urls";

export const auditedWhiteList: AuditedRoom = {
  room: "path-checks",
  label: "白名单路段",
  read: may.read,
  reached: (viewer) =>
    sql`select w.white_uuid as key from path_white_list w join line using (line_uuid) where ${inScope(viewer, sql`line.org_id`)}`,
  async tell(_viewer, changes) {
    const [view, found] = await Promise.all([
      readLineView(),
      sql<{ key: string; lineName: string; lineType: number; direction: number; living: boolean }>`
        select w.white_uuid as key, line.line_name, line.line_type, w.direction, w.deleted_at is null and line.deleted_at is null as living
        from path_white_list w join line using (line_uuid) where w.white_uuid = any(${changes.map(({ recordKey }) => recordKey)})`.execute(
        db(),
      ),
    ]);
    const known = new Map(found.rows.map((row) => [row.key, row]));
    return changes.map((change) => {
      const white = known.get(change.recordKey);
      return {
        title: white ? `${white.lineName} ${directionName(white.lineType, white.direction, view)}` : "",
        living: white?.living === true,
        href: white?.living ? `${whiteListUrl}/${change.recordKey}` : undefined,
        differences: differencesOf(change, labels, (_name, value) => String(value ?? "（空）")),
      };
    });
  },
};

const labels = { metres: "长度（米）", reason: "加入原因" };
