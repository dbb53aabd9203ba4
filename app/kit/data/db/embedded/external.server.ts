import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const oldest = 15;

/** Makes sure that the database of DATABASE_URL answers (it may start a little later than we do) and is one we can work on; throws in words. */
export async function checkExternalDatabase(url: string, patience = 15_000): Promise<void> {
  for (const until = Date.now() + patience; ; await sleep(500)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ version: number; encoding: string }>(
        "select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding",
      );
      return checkKind(rows[0] ?? { version: 0, encoding: "" });
    } catch (error) {
      if (error instanceof UnfitDatabase) throw error;
      const { code = "", message } = error as { code?: string; message: string };
      // 28...: wrong name or password, 3D000: no such database; waiting helps neither.
      if (Date.now() > until || /^(28|3D)/.test(code))
        throw new Error(
          `连不上 DATABASE_URL 的数据库（${message || code}）。请检查地址、账号、密码，以及数据库是否已启动。`,
          { cause: error },
        );
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

class UnfitDatabase extends Error {}

function checkKind({ version, encoding }: { version: number; encoding: string }): void {
  if (version < oldest)
    throw new UnfitDatabase(`DATABASE_URL 的数据库是 PostgreSQL ${version}，需要 ${oldest} 或更新的版本。`);
  if (encoding !== "UTF8")
    throw new UnfitDatabase(
      `DATABASE_URL 的数据库编码是 ${encoding}，需要 UTF8。请用 create database … encoding 'UTF8' 重新建库。`,
    );
}
