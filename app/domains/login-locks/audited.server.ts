import { sql } from "kysely";
import { differencesOf } from "~/kit/page/screens/differences";
import type { AuditedRoom } from "~/kit/room/audited.server";
import { may } from "./policy";

/** Locks belong to nobody's organisation: who lifted which is read by who sees all. */
export const auditedLocks: AuditedRoom = {
  room: "login-locks",
  label: "登录锁定",
  read: may.read,
  reached: () => sql`select null::text as key where false`,
  tell: (_viewer, changes) =>
    Promise.resolve(
      changes.map((change) => ({
        title: "登录锁定",
        living: true,
        differences: differencesOf(change, { lifted: "解除" }, (_name, value) => String(value)),
      })),
    ),
};
