import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import pg from "pg";

const lockNumber = 0x6275_7300;

/** Applies the migrations that the database has not seen, in order, one transaction each; answers their names. Throws when an applied file was changed. */
export async function migrate(url: string, folder = resolve("app/kit/data/db/migrations")): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    // Two processes starting at once: the second waits here and then finds nothing to do.
    await client.query("select pg_advisory_lock($1)", [lockNumber]);
    await client.query(
      "create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
    );
    const checksums = new Map<string, string>();
    for (const row of (await client.query<{ name: string; checksum: string }>("select name, checksum from migration"))
      .rows) {
      checksums.set(row.name, row.checksum);
    }
    const applied: string[] = [];
    for (const { name, text, checksum } of await migrationFiles(folder)) {
      const before = checksums.get(name);
      if (before === checksum) continue;
      if (before) throw new Error(`迁移文件 ${name} 在应用之后被修改过：请恢复原文件，另写一个新的迁移`);
      await applyOne(client, name, text, checksum);
      applied.push(name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

async function migrationFiles(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(resolve(folder, name), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

async function applyOne(client: pg.Client, name: string, text: string, checksum: string): Promise<void> {
  await client.query("begin");
  try {
    await client.query(text);
    await client.query("insert into migration (name, checksum) values ($1, $2)", [name, checksum]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`迁移 ${name} 失败`, { cause: error });
  }
}
