import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { newSource } from "~/domains/data-sources/schema";
import { organisationOfNewLines } from "~/kit/room/first-organisation.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { withLocalFile } from "~/kit/data/files/files.server";
import { packFiles } from "~/kit/data/files/pack-files.server";
import type { ReceivedFile } from "~/kit/data/files/upload.server";
import {
  confirmOnce,
  importOf,
  isUndoable,
  plainJson,
  readAgain,
  undoOnce,
} from "~/kit/page/import-flow/import-life.server";
import { refusalOf } from "~/kit/page/import-flow/import-states";
import { LineFileError } from "~/transit/line-files/shape";
import { holdsGtfs } from "~/transit/line-files/sources.server";
import { toActing } from "~/kit/data/jobs/acting-viewer";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { workbookTypes } from "~/kit/ground/files/media-types";
import { problem } from "~/kit/ground/problem";
import { dropPlan, keepPlan, plansOf } from "~/kit/room/sheets/plans.server";
import { stationColumnNames } from "../stations/columns";
import { refuseUndo } from "../network/undo-network.server";
import { createImport, findImport, lineImports } from "../imports.server";
import type { ImportKind } from "../schema";
import { applyFileJob, readFileJob, undoFileJob } from "./file.job.server";
import { guessTable, recogniseTable } from "../network-table/read-network-table.server";
import {
  columnsChanged,
  holdsPlaces,
  type TableChoices,
  type TableFacts,
  tableSent,
} from "../network-table/table-choices";
import { typedChoices } from "../stations/choices";
import {
  type CallChoices,
  ChoiceForm,
  type ConfirmForm,
  type FileChoice,
  type FileImport,
  type KeptChoice,
  type TableChoiceForm,
  tablePlans,
} from "./schema";

const kinds: readonly ImportKind[] = ["lines", "gtfs"];

export const findFileImport = (viewer: Viewer, importId: string) => findImport<FileImport>(viewer, kinds, importId);

/** Takes in what was uploaded together, several files as one archive, and has it read. */
export async function startFile(viewer: Viewer, files: readonly ReceivedFile[]): Promise<string> {
  const [first] = files;
  if (!first) throw problem.field("file", "请选择要上传的文件");
  const empty = files.find(({ size }) => size === 0);
  if (empty) throw problem.field("file", `文件“${empty.name}”是空的，请重新导出后上传`);
  const file = files.length === 1 ? first : await packFiles(files);
  const kind =
    file.contentType === "application/zip" && (await holdsGtfs(file.path).catch(() => false)) ? "gtfs" : "lines";
  const isWorkbook = workbookTypes.includes(file.contentType);
  const table =
    isWorkbook || file.contentType === "text/plain"
      ? await recogniseTable(file, isWorkbook, await plansOf(db(), tablePlans)).catch(refuseFile)
      : undefined;
  return createImport(viewer, file, { kind, choices: table && ofTable(table) }, (trx, importId) =>
    enqueue(readFileJob, { importId, viewer: toActing(viewer) }, trx),
  );
}

/** What a table leaves to choose: without coordinates nothing. */
function ofTable(table: TableChoices): KeptChoice {
  const use = table.holds === "departures" ? "timetables" : "lines";
  return { table, ...(!holdsPlaces(table) && { crs: "WGS84", use, doubtful: false }) };
}

/** Reads a table as one with its header was read before, or not so; `forget` drops that for all who import such tables. */
export async function choosePlan(viewer: Viewer, importId: string, plan: string): Promise<void> {
  const { choices, fileKey, fileName } = await findFileImport(viewer, importId);
  if (!choices.table || !fileKey) throw problem.field("plan", "这个文件不是表格，没有记住的读法");
  const plans = await plansOf(db(), tablePlans);
  const isNamed = plan !== "none" && plan !== "forget";
  const these = isNamed ? plans.filter(({ planId }) => planId === plan) : [];
  if (isNamed && these.length === 0) throw problem.field("plan", "没有这种记住的表格，请从列出的选择");
  const { sheet } = choices.table;
  const table = await withLocalFile(fileKey, (path) =>
    guessTable({ path, name: fileName }, { sheet }, these, isNamed ? plan : undefined),
  ).catch(refuseFile);
  if (plan === "forget" && choices.table.plan) await dropPlan(db(), tablePlans, choices.table.plan.planId);
  await readAnew(viewer, importId, () => ofTable(table));
}

/** Has an unconfirmed file read again by other choices, which are asked for under its lock. */
function readAnew(viewer: Viewer, importId: string, choose: (row: FileImport) => KeptChoice): Promise<void> {
  return inTransaction(async (trx) => {
    const row = await importOf<FileImport>(lineImports, viewer, importId, trx, true);
    if (row.state !== "preview") throw problem.field("", refusalOf(row.state));
    const choices = plainJson(choose(row));
    await sql`update import_batch set choices = ${choices}, state = 'waiting', progress = 0, phase = '', preview = null where import_id = ${importId}`.execute(
      trx,
    );
    await enqueue(readFileJob, { importId, viewer: toActing(viewer) }, trx);
  });
}

function refuseFile(error: unknown): never {
  if (error instanceof LineFileError) throw problem.field("file", error.message);
  throw error;
}

/** Takes what was chosen for a file, of a table its columns too, and has it read again by that. */
export async function chooseFor(
  viewer: Viewer,
  importId: string,
  { crs, use, doubtful, sourceUuid, twoPlaces, ...sent }: z.output<typeof TableChoiceForm>,
): Promise<void> {
  const { choices, fileKey, fileName } = await findFileImport(viewer, importId);
  const table = choices.table && fileKey ? await tableAsSent(sent, choices.table, { fileKey, fileName }) : undefined;
  const choice: KeptChoice & FileChoice = {
    crs,
    // What a table holds says what becomes of it.
    use: table?.holds === "departures" ? "timetables" : table && use === "timetables" ? "lines" : use,
    doubtful,
    sourceUuid,
    twoPlaces,
    table,
  };
  await readAnew(viewer, importId, (row) => {
    const known = [newSource, ...(row.preview?.sources ?? []).map((one) => one.sourceUuid)];
    if (sourceUuid !== undefined && !known.includes(sourceUuid))
      throw problem.field("sourceUuid", "没有这个来源，请从列出的来源中选择");
    if (row.preview?.impossible?.includes(choice.crs))
      throw problem.field("crs", `文件中的坐标不可能是 ${choice.crs}，请核对后另选`);
    if (choice.use === "timetables" && !table) throw problem.field("use", "文件不是表格，不能写入时刻表");
    if (choice.use === "lines" && !table && row.preview?.withStops === 0)
      throw problem.field("use", "文件中没有站点，不能导入为线路，请选择“只作为同名线路的参考线”");
    return choice;
  });
}

/** The same as calls send it. */
export const chooseByCall = (
  viewer: Viewer,
  importId: string,
  { columns = {}, ...choice }: z.output<typeof CallChoices>,
): Promise<void> => chooseFor(viewer, importId, { ...choice, ...typedChoices({ columns }) });

/** As the page has it; for another sheet or header row guessed anew, but for what the person changed. */
async function tableAsSent(
  sent: Parameters<typeof tableSent>[0],
  before: TableChoices,
  { fileKey, fileName }: { fileKey: string; fileName: string },
): Promise<TableChoices> {
  const known = tableSent(sent, before);
  if (known) return known;
  const guessed = await withLocalFile(fileKey, (path) => guessTable({ path, name: fileName }, sent, [])).catch(
    refuseFile,
  );
  const layout = sent.layout === before.layout ? guessed.layout : (sent.layout ?? guessed.layout);
  return { ...guessed, layout, columns: { ...guessed.columns, ...columnsChanged(sent, before) } };
}

/** Confirms a preview; the organisation is asked for where lines are new. Answers false where it was confirmed before. */
export async function confirmFile(
  viewer: Viewer,
  importId: string,
  { orgId: asked, newOrgName, ticks = [], allTicks = false, remember = false }: z.output<typeof ConfirmForm>,
): Promise<boolean> {
  return confirmOnce(lineImports, viewer, importId, async (trx, row) => {
    const { preview, choices } = row as FileImport;
    if (!preview?.comparison || !ChoiceForm.safeParse(choices).success)
      throw problem.field("crs", "请先选择文件的坐标系");
    const { choice, lines } = preview.comparison;
    const isNew = choice.use === "lines" && lines.counts.new > 0;
    const orgId = isNew || asked ? await organisationOfNewLines(trx, viewer, { orgId: asked, newOrgName }) : null;
    if (isNew && !orgId) throw problem.field("orgId", "请选择新线路所属的机构");
    const doubts = new Set(preview.comparison.doubts?.map(({ key }) => key));
    if (ticks.some((key) => !doubts.has(key)))
      throw problem.field("ticks", "勾选的站点不在存疑的站点中，请重新打开预览");
    await sql`update import_batch set choices = choices || ${plainJson({ ticks, allTicks })} where import_id = ${importId}`.execute(
      trx,
    );
    if (remember && choices.table && preview.table) await rememberTable(trx, viewer, choices.table, preview.table);
    await enqueue(applyFileJob, { importId, viewer: toActing(viewer) }, trx);
    return { orgId };
  });
}

/** Keeps how a table was read, for the next one with its header; one of a line a column has no words that come again. */
async function rememberTable(trx: Transaction<DB>, viewer: Viewer, table: TableChoices, facts: TableFacts) {
  if (table.headerRow === 0 || table.layout === "columns") return;
  const columns = table.columns as Record<string, number>;
  const match = {
    headers: facts.columns.map(({ header }) => header),
    columns,
    missing: stationColumnNames.filter((name) => !(name in columns)),
  };
  const { holds, days, upWords, downWords, eachLine } = table;
  const said = { holds, days, upWords, downWords, eachLine: eachLine ? "1" : undefined };
  const constants = Object.fromEntries(Object.entries(said).filter((one): one is [string, string] => Boolean(one[1])));
  await keepPlan(trx, viewer, tablePlans, match, { constants });
}

/** Has a finished import taken back; twice asked changes nothing and answers false. */
export async function undoFile(viewer: Viewer, importId: string): Promise<boolean> {
  const { result } = await findFileImport(viewer, importId);
  if (result?.use !== "timetables") refuseUndo(viewer);
  return undoOnce<FileImport>(lineImports, viewer, importId, {
    refusal: (row) => (canUndo(row) ? undefined : "只有已经导入线路的才能撤销"),
    then: (trx) => enqueue(undoFileJob, { importId, viewer: toActing(viewer) }, trx),
  });
}

/** Whether an import has made or changed lines that were not taken back. */
export function canUndo(row: FileImport): boolean {
  const { result } = row;
  if (!isUndoable(row) || !result || result.use === "references") return false;
  return [result.lines, result.stations].some((counts) => counts && counts.new + counts.changed > 0);
}

export const retryFile = (viewer: Viewer, importId: string) =>
  readAgain(lineImports, viewer, importId, (trx) => enqueue(readFileJob, { importId, viewer: toActing(viewer) }, trx));
