import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { sql } from "kysely";
import { db, newKey } from "~/kit/data/db/pool.server";
import { putFile } from "~/kit/data/files/files.server";

export interface FleetTerminal {
  deviceNo: string;
  devUuid: string;
  /** Its number in JT/T 808. */
  phone: string;
  token: string;
}

/** Buses with a terminal each, in an organisation of their own, with a secret each; and a multimedia file of so many bytes to be issued. */
export async function seedFleet(count: number, fileBytes: number) {
  const orgId = newKey();
  await sql`insert into organisation (org_id, org_pid, org_code, org_name, org_type)
    select ${orgId}, org_id, 'LINK', '联网车队', 3 from organisation where org_pid is null order by sort limit 1`.execute(
    db(),
  );
  await sql`insert into bus (bus_uuid, bus_self_code, plate_num, org_id, model_uuid, search_grams)
    select md5('B' || n), 'L' || n, '京C' || lpad(n::text, 5, '0'), ${orgId}, first.model_uuid, '{}' from generate_series(1, ${count}) n, (select model_uuid from bus limit 1) first`.execute(
    db(),
  );
  await sql`insert into device (dev_uuid, dev_self_code, model_uuid, dev_type, bind_type, bind_uuid, terminal_phone, search_grams)
    select md5('L' || n), 'LD' || n, first.model_uuid, 1, 'bus', md5('B' || n), '18' || lpad(n::text, 10, '0'), '{}' from generate_series(1, ${count}) n, (select model_uuid from device where dev_type = 1 limit 1) first`.execute(
    db(),
  );
  const { rows } = await sql<Omit<FleetTerminal, "token">>`
    select dev_uuid, dev_self_code as device_no, terminal_phone as phone from device where dev_self_code ~ '^LD[0-9]+$' and deleted_at is null`.execute(
    db(),
  );
  const terminals: FleetTerminal[] = rows.map((row) => ({ ...row, token: randomBytes(32).toString("base64url") }));
  const hashes = terminals.map(({ token }) => createHash("sha256").update(token).digest());
  await sql`insert into device_link_token (token_id, dev_uuid, token_hash, created_by)
    select dev_uuid, dev_uuid, hash, 'system' from unnest(${terminals.map((one) => one.devUuid)}::text[], ${hashes}::bytea[]) as g (dev_uuid, hash)`.execute(
    db(),
  );
  await sql`analyze bus, device, device_link_token`.execute(db());
  return { orgId, terminals, ...(await seedMulti(orgId, fileBytes)) };
}

/** A file of bytes that do not pack. */
export async function seedMulti(orgId: string, fileBytes: number) {
  const bytes = randomBytes(fileBytes);
  const sum = (kind: string) => createHash(kind).update(bytes).digest("hex");
  const fileKey = await putFile(bytes, { name: "广告.bin", contentType: "application/octet-stream" });
  const [multiUuid, no] = [newKey(), `AD${newKey().slice(-8)}`];
  await sql`insert into multi_file (multi_uuid, kind, file_no, file_name, file_version, org_id, file_key, size_bytes, md5, sha256, crc32)
    values (${multiUuid}, 5, ${no}, '广告.bin', '1.0', ${orgId}, ${fileKey}, ${bytes.length}, ${sum("md5")}, ${sum("sha256")}, ${crc32(bytes).toString(16).padStart(8, "0")})`.execute(
    db(),
  );
  return { multiUuid, fileKey, no };
}
