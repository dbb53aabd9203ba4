import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findOrStartDatabase } from "../../app/kit/data/db/embedded/start.server";
import { atLeast, atMost, type Figure, reported } from "../bench/figure";
import { call, login, pageCookie } from "./api";
import type { Program } from "./program";

const count = 20_000;

/** kill -9 of the program in the middle of writing an import, twice: it goes on by itself and nothing is written twice. */
export async function sheets(program: Program, password: string): Promise<Figure[]> {
  const token = await login(program.url, password);
  const importId = await startImport(program, token);
  const kills: number[] = [];
  await until(program, importId, ({ state }) => state === "preview");
  await confirm(program, token, importId);
  for (const part of [0.1, 0.5]) {
    const { written } = await until(program, importId, (seen) => seen.written > part * count || seen.state === "done");
    if (written === count) throw new Error("the import was written before the program could be killed");
    await program.kill();
    kills.push(written);
    program.start();
    await program.answered();
  }
  const end = await until(program, importId, ({ state }) => state !== "applying");
  return [
    reported("rows of the import", count, "rows"),
    ...kills.map((written) => reported("rows written when the program was killed", written, "rows")),
    atLeast("import done after kills", end.state === "done" ? 1 : 0, 1),
    atLeast("rows told as written", end.created, count, "rows"),
    atLeast("records of them", end.records, count, "records"),
    atMost("records of them beyond", end.records - count, 0, "records"),
    atMost("notes in the history beyond", end.notes - count, 0, "notes"),
    atLeast("notes in the history", end.notes, count, "notes"),
  ];
}

interface Seen {
  state: string;
  created: number;
  written: number;
  records: number;
  notes: number;
}

async function until(program: Program, importId: string, fits: (seen: Seen) => boolean): Promise<Seen> {
  const { url } = await findOrStartDatabase({ DATA_DIR: program.dataDir, DATABASE_URL: undefined });
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const end = Date.now() + 600_000; Date.now() < end; await sleep(50)) {
      const { rows } = await client.query<Seen>(
        `select state, created_count as created,
          (select count(*)::int from sheet_row where import_id = $1 and outcome = 'created') as written,
          (select count(*)::int from post where post_code like 'KILL%' and deleted_at is null) as records,
          (select count(*)::int from history where reason like '导入“kills.csv”%') as notes
        from import_batch where import_id = $1`,
        [importId],
      );
      if (rows[0] && fits(rows[0])) return rows[0];
      if (rows[0]?.state === "failed") throw new Error("the import failed");
    }
    throw new Error("the import did not get on within ten minutes, see program.log");
  } finally {
    await client.end();
  }
}

async function startImport({ url }: Program, token: string): Promise<string> {
  const rows = Array.from({ length: count }, (_, at) => `KILL${at},岗位${at},驾驶员,启用\r\n`).join("");
  const form = new FormData();
  form.set("file", new File([`岗位编号,岗位名称,类别,状态\r\n${rows}`], "kills.csv", { type: "text/csv" }));
  const answer = await fetch(`${url}/api/sys-attachment-file/upload`, {
    method: "POST",
    headers: { Authorization: token },
    body: form,
  });
  const { data } = (await answer.json()) as { data: { fileUuid: string } };
  const asked = { templateCode: "post", fileUuid: data.fileUuid, mode: "insert" };
  const started = await call<{ importUuid: string }>(url, "/api/excel/v1.0/add", asked, token);
  if (!started.success) throw new Error(`the import was refused: ${started.message}`);
  return started.data.importUuid;
}

async function confirm(program: Program, token: string, importId: string): Promise<void> {
  const Cookie = await pageCookie(program, token);
  const answer = await program.ask(`/excel/import/${importId}`, {
    method: "POST",
    headers: { Cookie, Origin: program.url, "Content-Type": "application/x-www-form-urlencoded" },
    body: "",
  });
  if (answer?.status !== 303) throw new Error(`the import was not confirmed: ${answer?.status}`);
}
