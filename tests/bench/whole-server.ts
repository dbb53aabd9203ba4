import { existsSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { passwords } from "../kit/database";
import { call, login } from "../faults/api";
import { type Figure, reported } from "./figure";
import { root, startProgram } from "./program";
import { run, type Stage } from "./stage";

/** The whole server with a million road segments in it: at the first match, which loads them from the database, and after a restart, which finds them packed in a file. */
export async function* wholeServerFigures(stage: Stage): AsyncGenerator<Figure> {
  const data = process.env.SHARED_DATA ?? path.join(root, "../shared/data");
  if (!existsSync(path.join(data, "roadnet-jinan"))) {
    console.log(`skipped, no real data: the server with a million road segments (${data}, set SHARED_DATA)`);
    return;
  }
  const databaseUrl = await stage.city("whole_server");
  const env = stage.environment(databaseUrl, "warn");
  const { edges, segments } = JSON.parse(
    run("tests/bench/many-roads.ts", [data], { ...env, STATEMENT_TIMEOUT_MS: "600000" })
      .trim()
      .split("\n")
      .at(-1)!,
  ) as { edges: number; segments: number };
  yield reported("whole server: road segments", segments);
  yield reported("whole server: road edges", edges);
  const classifySid = await someVariant(databaseUrl);
  for (const state of ["roads from the database", "roads from the file"]) {
    const program = await startProgram(env, stage.logFile);
    try {
      const token = await login(program.url, passwords.admin);
      yield reported(`whole server, ${state}: before the first match`, (await program.usage()).rssMb, "MB RSS");
      yield reported(
        `whole server, ${state}: first match of a line`,
        await match(program.url, token, classifySid),
        "ms",
      );
      yield reported(`whole server, ${state}: with the matcher`, (await program.usage()).rssMb, "MB RSS");
      yield reported(
        `whole server, ${state}: second match of a line`,
        await match(program.url, token, classifySid),
        "ms",
      );
    } finally {
      await program.stop();
    }
  }
}

async function match(url: string, token: string, classifySid: string): Promise<number> {
  const began = performance.now();
  const answer = await call<{ proposals: unknown[] }>(url, "/api/line/v1.0/oneClickMatch", { classifySid }, token);
  if (!answer.success) throw new Error(`the match was refused: ${answer.message}`);
  return performance.now() - began;
}

async function someVariant(databaseUrl: string): Promise<string> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ sid: string }>(
    "select c.classify_sid as sid from line_classify c join line l on l.line_uuid = c.main_uuid where c.deleted_at is null and l.deleted_at is null order by 1 limit 1",
  );
  await client.end();
  return rows[0]!.sid;
}
