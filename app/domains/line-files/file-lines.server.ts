import { sql } from "kysely";
import { lineFound } from "~/domains/lines/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { today } from "~/kit/ground/time/today.server";
import type { ListPage, ListState } from "~/kit/page/tables/select-page.server";
import { type FileLine, type FileLineFilters, type Lack, lacks } from "./file-lines-table";
import { unheardAmong } from "./listening/hearings.server";
import { listStandings, type VariantStanding } from "./standing.server";
import { sourceParts } from "./words";

type LackCounts = Record<Lack, number>;

/** A page of them, how many lack what, and how many lines and buses files that are out of date concern. */
export interface FileLinePage extends ListPage<FileLine> {
  counts: LackCounts;
  outdated: { lines: number; buses: number };
}

/** The lines' variants with their files and what is next for each, and how many lack what of all that the filters but that leave. */
export async function listFileLines(
  viewer: Viewer,
  { filters, page, size }: ListState<FileLineFilters>,
): Promise<FileLinePage> {
  const { keyword, orgId, lineUuid, standing } = filters;
  const found = await listStandings(viewer, {
    orgId,
    lineUuid,
    ...(keyword && { keyword: lineFound(keyword) }),
  });
  const rows = await rowsOf(found);
  const counts = Object.fromEntries(
    lacks.map(({ value, has }) => [value, rows.filter((row) => has(row)).length]),
  ) as LackCounts;
  const wanted = lacks.find(({ value }) => value === standing);
  const shown = wanted ? rows.filter((row) => wanted.has(row)) : rows;
  const touched = new Map(rows.flatMap((row) => (row.standing === "outdated" ? [[row.lineUuid, row.buses]] : [])));
  const outdated = { lines: touched.size, buses: [...touched.values()].reduce((sum, count) => sum + count, 0) };
  return { rows: shown.slice((page - 1) * size, page * size), total: shown.length, more: false, counts, outdated };
}

async function rowsOf(variants: readonly VariantStanding[]): Promise<FileLine[]> {
  const zone = settings().OPERATOR_TIME_ZONE;
  const files = variants.flatMap(({ fileUuid }) => fileUuid ?? []);
  const worked = variants.flatMap(({ fileUuid, draftUuid }) => draftUuid ?? fileUuid ?? []);
  const [voices, vehicles, unheard, nodes] = await Promise.all([
    readVoices(worked),
    countUpToDate(files),
    unheardAmong(db(), files),
    countNodes(variants.flatMap(({ draftUuid }) => draftUuid ?? [])),
  ]);
  const isUnheard = new Set(unheard);
  return variants.map(({ changed, since, generatedAt, initials: _, nodeCount, orgId: __, ...row }) => ({
    ...row,
    nodeCount: nodes.get(row.draftUuid ?? row.fileUuid ?? "") ?? nodeCount ?? 0,
    changed: changed.map((part) => sourceParts[part]).join("、"),
    since: since ? formatTime(since, zone) : "",
    generated: generatedAt ? formatTime(generatedAt, zone) : "",
    missing: voices.get(row.draftUuid ?? row.fileUuid ?? "")?.missing ?? 0,
    errors: voices.get(row.draftUuid ?? row.fileUuid ?? "")?.errors ?? 0,
    isUnheard: row.fileUuid !== null && isUnheard.has(row.fileUuid),
    upToDate: (row.fileUuid && vehicles.get(row.fileUuid)) || 0,
  }));
}

async function countNodes(fileUuids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ fileUuid: string; nodeCount: number }>`
    select file_uuid, node_count from line_file where file_uuid = any(${[...fileUuids]})`.execute(db());
  return new Map(rows.map(({ fileUuid, nodeCount }) => [fileUuid, nodeCount]));
}

async function readVoices(fileUuids: readonly string[]): Promise<Map<string, { missing: number; errors: number }>> {
  const { rows } = await sql<{ fileUuid: string; missing: number; errors: number }>`
    select file_uuid, missing, errors from line_file_check where file_uuid = any(${[...fileUuids]})`.execute(db());
  return new Map(rows.map(({ fileUuid, ...row }) => [fileUuid, row]));
}

/** By a file: how many buses of its line, by today's main line, say that they have it. */
export async function countUpToDate(fileUuids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ fileUuid: string; buses: number }>`
    select f.file_uuid, count(distinct d.bind_uuid)::int as buses from line_file f join line_classify c using (classify_sid)
    join reported_file said on said.kind = 2 and said.file_no = f.classify_sid and said.file_version = f.file_version
    join device d on d.dev_uuid = said.dev_uuid and d.bind_type = 'bus' and d.deleted_at is null
    join bus_line main on main.bus_uuid = d.bind_uuid and main.line_uuid = c.main_uuid and main.is_main and main.valid @> ${today()}::date
    where f.file_uuid = any(${[...fileUuids]}) group by 1`.execute(db());
  return new Map(rows.map(({ fileUuid, buses }) => [fileUuid, buses]));
}
