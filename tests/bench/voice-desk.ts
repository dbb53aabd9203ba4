import { openAsBlob } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { post } from "./sheet-desk";
import type { Visitor } from "./visitor";

const importing = "/line/line-import";

/** Imports a file of lines as a person does at the pages. */
export async function importLines(person: Visitor, client: pg.Client, file: string, crs: string): Promise<void> {
  const form = new FormData();
  form.set("file", await openAsBlob(file), path.basename(file));
  const at = (await post(person, importing, form)).split("?")[0]!;
  const settled = () => stateOf(client, "import_batch", "import_id", at.split("/").at(-1)!, ["preview", "done"]);
  await settled();
  await post(person, `${at}/choose`, new URLSearchParams({ crs, use: "lines" }));
  await settled();
  const { rows } = await client.query<{ org_id: string }>(
    "select org_id from organisation where deleted_at is null and org_type = 3 order by org_code limit 1",
  );
  await post(person, at, new URLSearchParams({ orgId: rows[0]!.org_id }));
  await stateOf(client, "import_batch", "import_id", at.split("/").at(-1)!, ["done"]);
}

/** Has all names spoken that have no clip in a language; answers how many it was. */
export async function speakMissing(person: Visitor, client: pg.Client, language: string): Promise<number> {
  const at = await post(person, "/voice/voice-library/speak", new URLSearchParams({ language, voiceType: "0" }));
  const importId = at.split("?")[0]!.split("/").at(-1)!;
  await stateOf(client, "import_batch", "import_id", importId, ["done"]);
  const { rows } = await client.query<{ spoken: number }>(
    "select count(*)::int as spoken from audio_import_row where import_id = $1 and outcome = 'created'",
    [importId],
  );
  return rows[0]!.spoken;
}

export interface Batch {
  done: number;
  refused: number;
  reasons: string[];
}

/** Generates the files of all lines that have none or an old one, and waits for the last. */
export async function generateAll(person: Visitor, client: pg.Client, scope: string, recipe: string): Promise<Batch> {
  const { rows } = await client.query<{ key: string }>(
    "select version_uuid as key from voice_version where version_num = $1",
    [recipe],
  );
  const at = await post(
    person,
    "/voice/file-management/batches",
    new URLSearchParams({ scope, versionUuid: rows[0]!.key }),
  );
  const batchUuid = at.split("?")[0]!.split("/").at(-1)!;
  await stateOf(client, "line_file_batch", "batch_uuid", batchUuid, ["done"]);
  const found = await client.query<{ state: string; message: string | null; count: number }>(
    "select state, message, count(*)::int from line_file_batch_line where batch_uuid = $1 group by 1, 2 order by 3 desc",
    [batchUuid],
  );
  const count = (state: string) =>
    found.rows.filter((row) => row.state === state).reduce((sum, row) => sum + row.count, 0);
  const reasons = found.rows.flatMap(({ message, ...row }) => (message ? [`${message} (${row.count})`] : []));
  return { done: count("done"), refused: count("refused"), reasons };
}

/** Has the voices of all lines looked through and waits until each has been. */
export async function lookThrough(person: Visitor, client: pg.Client, page: string): Promise<void> {
  await post(person, page, new URLSearchParams());
  for (;;) {
    const { rows } = await client.query<{ left: number }>(
      `select count(*)::int as left from line_file f where f.deleted_at is null and f.state in (0, 1)
       and not exists (select from line_file_check c join line_file o using (file_uuid) where o.classify_sid = f.classify_sid)`,
    );
    if (rows[0]!.left === 0) return;
    await sleep(300);
  }
}

/** Waits until a job's row has one of these states; throws where it has failed. */
export async function stateOf(
  client: pg.Client,
  table: string,
  key: string,
  value: string,
  wanted: string[],
): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ state: string; more: string }>(
      `select state, to_jsonb(${table})::text as more from ${table} where ${key} = $1`,
      [value],
    );
    if (!rows[0] || rows[0].state === "failed" || rows[0].state === "cancelled")
      throw new Error(`${table} ${value} has failed: ${rows[0]?.more.slice(0, 500)}`);
    if (wanted.includes(rows[0].state)) return;
    await sleep(100);
  }
}
