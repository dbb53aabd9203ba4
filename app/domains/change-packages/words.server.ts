import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { checkWanted } from "~/domains/line-versions/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db, inTransaction, newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { type HeldPackage, holdPackage } from "./hold-package.server";

export interface Word {
  userName: string;
  said: string | null;
  at: Date;
  /** What it was given for has changed since. */
  isOld: boolean;
}

/** Who gave their word for a package, the latest first. */
export async function listWords(packageUuid: string): Promise<Word[]> {
  const contents = await contentsOf(db(), packageUuid);
  const { rows } = await sql<Word>`
    select user_name, said, at, contents <> ${contents} as is_old from change_word where package_uuid = ${packageUuid} order by at desc limit 50`.execute(
    db(),
  );
  return rows;
}

/** Says that the viewer has looked at what is in a package, as it is now. */
export async function giveWord(viewer: Viewer, packageUuid: string, said: string | null): Promise<void> {
  await inTransaction(async (trx) => {
    await holdPackage(trx, viewer, packageUuid, [0, 1], "核对");
    const contents = await contentsOf(trx, packageUuid);
    await sql`delete from change_word where package_uuid = ${packageUuid} and user_id = ${viewer.userId} and contents = ${contents}`.execute(
      trx,
    );
    await sql`insert into change_word (word_uuid, package_uuid, contents, said, user_id, user_name)
      values (${newKey()}, ${packageUuid}, ${contents}, ${said}, ${viewer.userId}, ${viewer.userName})`.execute(trx);
  });
}

/** Where line versions need a second pair of eyes, so does a package: somebody else gave their word for it as it is. */
export async function refuseUnseen(trx: Transaction<DB>, viewer: Viewer, { packageUuid }: HeldPackage): Promise<void> {
  if (!(await checkWanted())) return;
  const contents = await contentsOf(trx, packageUuid);
  const { rows } = await sql`
    select from change_word where package_uuid = ${packageUuid} and contents = ${contents} and user_id <> ${viewer.userId} limit 1`.execute(
    trx,
  );
  if (rows.length === 0) throw problem.field("", "线路版本须经审核：请先由另一人核对这个变更包的现有内容，再确认");
}

/** A hash of everything that a package would change. */
async function contentsOf(on: Database, packageUuid: string): Promise<string> {
  const { rows } = await sql<{ contents: string }>`
    select coalesce(string_agg(concat_ws('|', i.kind, i.record_key, i.changes::text,
      (select encode(sha256(convert_to(coalesce(string_agg(l::text, ';' order by l.direction, l.serial), ''), 'UTF8')), 'hex') from line_station l where i.kind = 'version' and l.version_uuid = i.record_key),
      (select encode(sha256(convert_to(coalesce(string_agg(l::text, ';' order by l.direction), ''), 'UTF8')), 'hex') from line_path l where i.kind = 'version' and l.version_uuid = i.record_key)), ';' order by i.kind, i.record_key), '') || p.effective_day as contents
    from change_package p left join change_item i using (package_uuid) where p.package_uuid = ${packageUuid} group by p.package_uuid`.execute(
    on,
  );
  return createHash("sha256")
    .update(rows[0]?.contents ?? "")
    .digest("hex");
}
