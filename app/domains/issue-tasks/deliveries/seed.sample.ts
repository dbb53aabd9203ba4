import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { sql } from "kysely";
import { db, newKey } from "~/kit/data/db/pool.server";
import { putFile } from "~/kit/data/files/files.server";
import { moveDetails } from "../move-details.server";

export interface SeededFile {
  multiUuid: string;
  fileKey: string;
  bytes: Buffer;
  crc32: string;
  sha256: string;
  no: string;
  version: string;
}

/** A multimedia file that can go out. */
export async function seedFile(bytes = Buffer.from(newKey()), version = "1.0", no = `F${newKey().slice(-8)}`) {
  const fileKey = await putFile(bytes, { name: "广告.zip", contentType: "application/zip" });
  const crc = crcOf(bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const multiUuid = newKey();
  await sql`insert into multi_file (multi_uuid, kind, file_no, file_name, file_version, org_id, file_key, size_bytes, md5, sha256, crc32)
    select ${multiUuid}, 5, ${no}, '广告.zip', ${version}, org_id, ${fileKey}, ${bytes.length}, ${createHash("md5").update(bytes).digest("hex")}, ${sha256}, ${crc}
    from organisation where org_pid is null limit 1`.execute(db());
  return { multiUuid, fileKey, bytes, crc32: crc, sha256, no, version } satisfies SeededFile;
}

interface TaskFacts {
  state?: number;
  priority?: number;
  stage?: number;
  retry?: number;
  windows?: object[];
  outsideService?: boolean;
  effectiveMinutes?: number;
}

/** A task that takes a file to devices of buses; answers its details in their order. */
export async function seedTask(file: SeededFile, devices: readonly string[], facts: TaskFacts = {}) {
  const taskUuid = newKey();
  await sql`insert into issue_task (task_uuid, task_num, task_name, task_type, org_id, state, priority, targets, stage, retry, windows, outside_service, effective_minutes)
    select ${taskUuid}, ${`T${newKey().slice(-10)}`}, '试验', 5, org_id, ${facts.state ?? 1}, ${facts.priority ?? 5}, '{}', ${facts.stage ?? 1}, ${facts.retry ?? 3},
      ${JSON.stringify(facts.windows ?? [])}, ${facts.outsideService ?? false}, ${facts.effectiveMinutes ?? 1440} from organisation where org_pid is null limit 1`.execute(
    db(),
  );
  const details = devices.map((devUuid) => ({ devUuid, detailUuid: newKey() }));
  await sql`insert into issue_detail (detail_uuid, task_uuid, bus_uuid, dev_uuid, multi_uuid, kind, file_no, file_version, file_key, size_bytes, crc32, sha256)
    select g.detail_uuid, ${taskUuid}, d.bind_uuid, d.dev_uuid, ${file.multiUuid}, 5, ${file.no}, ${file.version}, ${file.fileKey}, ${file.bytes.length}, ${file.crc32}, ${file.sha256}
    from unnest(${details.map((one) => one.detailUuid)}::text[], ${details.map((one) => one.devUuid)}::text[]) as g (detail_uuid, dev_uuid) join device d using (dev_uuid)`.execute(
    db(),
  );
  return { taskUuid, details: details.map((one) => one.detailUuid) };
}

export async function busDevices(count: number): Promise<string[]> {
  const { rows } = await sql<{ devUuid: string }>`
    select dev_uuid from device where bind_type = 'bus' and deleted_at is null order by dev_self_code limit ${count}`.execute(
    db(),
  );
  return rows.map(({ devUuid }) => devUuid);
}

const crcOf = (bytes: Buffer) => crc32(bytes).toString(16).padStart(8, "0");

export async function detailOf(detailUuid: string) {
  return db().selectFrom("issueDetail").selectAll().where("detailUuid", "=", detailUuid).executeTakeFirstOrThrow();
}

export async function logOf(detailUuid: string) {
  const rows = await db()
    .selectFrom("issueDetailLog")
    .select(["fromState", "toState", "reason"])
    .where("detailUuid", "=", detailUuid)
    .orderBy("logId")
    .execute();
  return {
    moves: rows.map(({ fromState, toState }) => `${fromState}>${toState}`),
    reasons: rows.map((row) => row.reason),
  };
}

export const endAll = async () => {
  const { rows } = await sql<{
    detailUuid: string;
  }>`select detail_uuid from issue_detail where state in (0, 1)`.execute(db());
  await moveDetails(
    db(),
    rows.map((row) => row.detailUuid),
    { to: -1, reason: "试验结束", actor: "试验" },
  );
};
