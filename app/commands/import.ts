import { access, copyFile, stat } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { cancelImport, confirmImport, findImport, startImport } from "~/domains/roads/imports.server";
import { closeEngine } from "~/domains/roads/queries.server";
import type { MapImportRow, ImportPreview, ImportResult } from "~/domains/roads/schema";
import { importStates, type ImportState } from "~/kit/page/import-flow/import-states";
import { jobs } from "~/jobs.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { findOrStartDatabase } from "~/kit/data/db/embedded/start.server";
import { closeDatabase, db } from "~/kit/data/db/pool.server";
import { contentTypeOf } from "~/kit/data/files/content-type.server";
import { localPath } from "~/kit/data/files/files.server";
import { startJobs, stopJobs } from "~/kit/data/jobs/jobs.server";
import { endLogs } from "~/kit/data/logs/buffer.server";
import { refuseUnscanned } from "~/kit/page/http/accept-upload.server";
import { printLine } from "~/kit/ground/log.server";
import { settings } from "~/kit/ground/settings.server";
import { prepareDatabase } from "~/seed/prepare.server";

const usage =
  "用法: npm run import -- <文件.osm|.osm.gz|.osm.pbf> [--yes] [--org 机构编号]\n  不加 --yes 只预览，不改动任何数据；--org 是线路所属的机构，文件中有线路时需要。";

/** `npm run import -- file`: uploads, reads, previews and, with --yes, applies a map file by the same verbs as the page. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { yes: { type: "boolean", short: "y" }, org: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  const [file, ...more] = positionals;
  if (values.help || !file || more.length > 0) {
    printLine(usage);
    return values.help ? 0 : 2;
  }
  await access(file).catch(() => {
    throw new Error(`找不到文件 ${file}`);
  });
  const database = await findOrStartDatabase(settings());
  process.env.DATABASE_URL = database.url;
  try {
    for (const line of await prepareDatabase(database.url)) printLine(line);
    await startJobs(jobs);
    return await importFile(file, values);
  } finally {
    await stopJobs();
    await closeEngine();
    await endLogs();
    await closeDatabase();
    await database.stop();
  }
}

async function importFile(file: string, { yes, org }: { yes?: boolean; org?: string }): Promise<number> {
  const viewer = commandViewer();
  const orgId = org === undefined ? undefined : await organisation(org);
  const copy = await localPath();
  await copyFile(file, copy);
  const sent = { path: copy, name: path.basename(file), size: (await stat(copy)).size };
  await refuseUnscanned(viewer, sent);
  const importId = await startImport(viewer, { ...sent, contentType: await contentTypeOf(copy) });
  const read = await settled(viewer, importId, ["waiting", "reading"]);
  if (read.state !== "preview") return refused(read);
  printPreview(read.preview!);
  if (!yes) {
    await cancelImport(viewer, importId);
    printLine("以上是预览，没有改动任何数据。确认导入请加 --yes。");
    return 0;
  }
  await confirmImport(viewer, importId, { orgId });
  const done = await settled(viewer, importId, ["applying"]);
  if (done.state !== "done") return refused(done);
  printResult(done.result!);
  return 0;
}

function commandViewer(): Viewer {
  return {
    userId: "command",
    userName: "命令行",
    userAccount: "command",
    isSuper: true,
    userStatus: "normal",
    orgId: null,
    orgScope: "all",
    permissions: new Set(),
    sessionId: "",
    appCode: null,
    requestId: `import-${process.pid}`,
  };
}

async function organisation(orgCode: string): Promise<string> {
  const found = await db()
    .selectFrom("organisation")
    .select("orgId")
    .where("orgCode", "=", orgCode)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (found) return found.orgId;
  const known = await db()
    .selectFrom("organisation")
    .select(["orgCode", "orgName"])
    .where("deletedAt", "is", null)
    .orderBy("orgCode")
    .limit(50)
    .execute();
  throw new Error(
    `没有编号为 ${orgCode} 的机构。现有机构: ${known.map((one) => `${one.orgCode} ${one.orgName}`).join("，") || "无"}`,
  );
}

async function settled(viewer: Viewer, importId: string, busy: ImportState[]): Promise<MapImportRow> {
  let printed = "";
  for (;;) {
    const row = await findImport(viewer, importId);
    if (!busy.includes(row.state)) return row;
    if (row.phase && row.phase !== printed) printLine(`${row.phase}……`);
    printed = row.phase;
    await sleep(200);
  }
}

function refused(row: MapImportRow): number {
  printLine(`${importStates[row.state]}: ${row.error ?? "导入被取消"}`);
  return 1;
}

process.exitCode = await main().catch((error: unknown) => {
  const { name, message } = error as Error;
  printLine(
    name === "Error" || name === "Problem" || name === "SettingsError" || name === "LockedError"
      ? message
      : String((error as Error).stack),
  );
  return 1;
});

function printPreview({
  facts,
  roads,
  edges,
  kilometres,
  skippedWays,
  skippedRelations,
  lines,
  stations,
  directions,
  drafts,
  problems,
  problemCount,
}: ImportPreview): void {
  const list = (skipped: { reason: string; count: number }[]) =>
    skipped.map(({ reason, count }) => `${reason} ${count}`).join("，") || "无";
  printLine(`文件: 节点 ${facts.nodes}，道路 ${facts.ways}，关系 ${facts.relations}（公交线路 ${facts.routes}）`);
  printLine(`道路: ${sum(roads)} 条、${edges} 段、${kilometres} 公里；${counts(roads)}`);
  printLine(`跳过的道路: ${list(skippedWays)}`);
  printLine(`跳过的关系: ${list(skippedRelations)}`);
  printLine(`线路: ${counts(lines.counts)}；方向 ${directions}，草稿 ${drafts}`);
  printLine(`站点: ${counts(stations.counts)}`);
  printLine(`问题: ${problemCount}`);
  for (const { ref, text } of problems.slice(0, 20)) printLine(`  ${ref} ${text}`);
}

function printResult({ roads, lines, stations }: ImportResult): void {
  printLine(`已导入。道路: ${counts(roads)}；线路: ${counts(lines)}；站点: ${counts(stations)}`);
  const changes = [roads, lines, stations].reduce((total, part) => total + part.new + part.changed, roads.closed);
  printLine(`共 ${changes} 处改动`);
}

const counts = (part: { new: number; changed: number; unchanged: number; closed?: number }) =>
  `新增 ${part.new}，变更 ${part.changed}，不变 ${part.unchanged}${part.closed ? `，停用 ${part.closed}` : ""}`;
const sum = (part: { new: number; changed: number; unchanged: number }) => part.new + part.changed + part.unchanged;
