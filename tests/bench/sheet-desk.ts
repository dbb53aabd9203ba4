import { openAsBlob } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { SheetImport } from "~/kit/room/sheets/import-row";
import type { Desk } from "./sheet-meter";
import type { Visitor } from "./visitor";

const imports = "/excel/import";

/** Uploads a file of buses as a person does at the page; answers the import's key. */
async function upload(person: Visitor, file: string): Promise<string> {
  const form = new FormData();
  form.set("templateCode", "bus");
  form.set("mode", "both");
  form.set("file", await openAsBlob(file), path.basename(file));
  return (await post(person, imports, form)).slice(imports.length + 1, imports.length + 33);
}

export const confirm = (person: Visitor, importId: string) =>
  post(person, `${imports}/${importId}`, new URLSearchParams({ onlyGood: "on" }));
export const undo = (person: Visitor, importId: string) =>
  post(person, `${imports}/${importId}/undo`, new URLSearchParams());
export const cancel = (person: Visitor, importId: string) =>
  post(person, `${imports}/${importId}/cancel`, new URLSearchParams());

/** Sends a form; answers where it led. */
export async function post({ url, cookie }: Visitor, to: string, body: BodyInit): Promise<string> {
  const headers = { Cookie: cookie, Origin: url };
  const answer = await fetch(url + to, { method: "POST", redirect: "manual", headers, body });
  const location = answer.headers.get("location");
  if (answer.status !== 303 || !location)
    throw new Error(`${to} answered ${answer.status}: ${(await answer.text()).slice(-500)}`);
  return location;
}

/** A download's pieces as they come. */
export async function* download({ url, cookie }: Visitor, from: string): AsyncGenerator<Uint8Array> {
  const answer = await fetch(url + from, { headers: { Cookie: cookie } });
  if (answer.status !== 200) throw new Error(`${from} answered ${answer.status}`);
  yield* answer.body as unknown as AsyncIterable<Uint8Array>;
}

/** Waits until nothing is done with an import any more; throws when it has failed. */
export async function settled(client: pg.Client, importId: string): Promise<SheetImport> {
  for (;;) {
    const { rows } = await client.query<SheetImport>(
      `select state, error, preview, ms, row_count as "rowCount", bad_count as "badCount", created_count as "createdCount", refused_count as "refusedCount", kept_count as "keptCount"
       from import_batch where import_id = $1`,
      [importId],
    );
    const [row] = rows;
    if (!row || row.state === "failed" || row.preview?.trouble)
      throw new Error(`the import failed: ${row?.error ?? row?.preview?.trouble}`);
    if (row.state === "preview" || row.state === "done") return row;
    await sleep(100);
  }
}

/** Uploads a file and waits for what its check says. */
export async function checked(
  { person, client }: Pick<Desk, "person" | "client">,
  file: string,
): Promise<{ importId: string }> {
  const importId = await upload(person, file);
  await settled(client, importId);
  return { importId };
}
