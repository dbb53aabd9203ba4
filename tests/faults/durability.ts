import pg from "pg";
import { findOrStartDatabase } from "../../app/kit/data/db/embedded/start.server";
import { atLeast, type Figure } from "../bench/figure";
import type { Program } from "./program";

const needed = ["fsync", "synchronous_commit", "full_page_writes", "data_checksums"];

/** What makes an acknowledged write durable must be on in the server that the program runs. */
export async function durability(program: Program): Promise<Figure[]> {
  const { url } = await findOrStartDatabase({ DATA_DIR: program.dataDir, DATABASE_URL: undefined });
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      "select name, setting from pg_settings where name = any($1)",
      [needed],
    );
    return needed.map((name) =>
      atLeast(`${name} is on`, rows.some((row) => row.name === name && row.setting === "on") ? 1 : 0, 1),
    );
  } finally {
    await client.end();
  }
}
