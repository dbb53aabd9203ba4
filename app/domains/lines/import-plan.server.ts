import { createHash } from "node:crypto";
import { sql } from "kysely";
import { within } from "~/kernel/access/scope.server";
import type { Viewer } from "~/kernel/access/viewer";
import type { Database } from "~/kernel/db/pool.server";
import { buildBusImport, type BusImport, type ImportedLine, type ImportProblem } from "~/kernel/osm/bus-routes";
import { mergeRelations, type RouteRelation } from "~/kernel/osm/route-relation";
import { takingTurns } from "~/kernel/turns";
import { chunks } from "./content.server";
import { namesakesOf, saysNothingNew } from "./import-namesakes.server";
import { planStations, type StationPlan } from "./import-stations.server";

/** A line that an earlier import made. */
export interface StoredLine {
  lineUuid: string;
  lineName: string;
  orgId: string;
  source: string;
  sourceRefs: string[];
  sourceHash: string | null;
  deleted: boolean;
  /** A person has changed the line or one of its versions since. */
  touched: boolean;
  /** What earlier files said of it, where none held it whole. */
  relations: RouteRelation[] | null;
}

export type KeptReason = "touched" | "deleted" | "partial" | "foreign" | "other";
export const keptReasons: Record<KeptReason, string> = {
  touched: "导入后有人改过，保留现有内容",
  deleted: "已被删除，不再导入；需要时可从回收站恢复",
  partial: "本文件只有其中一部分，保留已有的完整内容",
  foreign: "属于您机构范围以外的线路，保留现有内容",
  other: "已有同名线路，不是从这个来源导入的，保留现有内容；需要文件中的走向时请作为参考线导入",
};

/** What an import does with each line of a file. */
export interface ImportPlan {
  new: { line: ImportedLine; lineName: string; hash: string }[];
  changed: { line: ImportedLine; lineName: string; hash: string; stored: StoredLine }[];
  unchanged: Pick<StoredLine, "lineName">[];
  kept: { lineName: string; reason: KeptReason; ref: string }[];
  stations: StationPlan;
  problems: ImportProblem[];
  /** The relations of a line. */
  relationsOf(line: ImportedLine): RouteRelation[];
}

/** Compares the lines and stations of a file, joined with what earlier files left incomplete, with what is stored. */
export async function planImport(viewer: Viewer, on: Database, file: BusImport): Promise<ImportPlan> {
  const storedLines = await readStored(on, file);
  const whole = joined(file, storedLines);
  const stations = await planStations(on, whole.stations);
  const names = await takenNames(on, whole.lines);
  const namesakes = await namesakesOf(on, whole.lines);
  const places = new Map(whole.stations.map(({ key, lng, lat }) => [key, [lng, lat]]));
  const byId = new Map(whole.relations.map((relation) => [relation.id, relation]));
  const problems = [...whole.problems];
  const plan: ImportPlan = { new: [], changed: [], unchanged: [], kept: [], stations, problems, relationsOf: (line) => line.relationIds.flatMap((id) => byId.get(id) ?? []) };
  const turn = takingTurns();
  for (const line of whole.lines) {
    await turn();
    const stored = storedFor(line, storedLines);
    const hash = hashOf(line, places);
    const same = stored ? undefined : namesakes.get(line);
    if (same && (await saysNothingNew(on, line, same.lineUuid, stations.placed))) plan.unchanged.push(same);
    else if (same) plan.kept.push({ lineName: same.lineName, ref: refOf(line), reason: within(viewer, same.orgId) ? "other" : "foreign" });
    else if (!stored) plan.new.push({ line, hash, lineName: ownName(line, names, problems) });
    else if (stored.sourceHash === hash && !stored.deleted) plan.unchanged.push(stored);
    else {
      const reason = keptReason(viewer, line, stored);
      if (reason) plan.kept.push({ lineName: stored.lineName, ref: refOf(line), reason });
      else plan.changed.push({ line, hash, stored, lineName: ownName(line, names, problems, stored) });
    }
  }
  if (file.lines.some(({ origin }) => origin)) leaveUncalled(plan);
  for (const { lineName, reason, ref } of plan.kept) problems.push({ ref, text: `线路“${lineName}”：${keptReasons[reason]}` });
  return plan;
}

/** A file of lines is asked for its lines: stations that none of those taken over calls at are not made. */
function leaveUncalled({ stations, new: fresh, changed }: ImportPlan): void {
  const called = new Set([...fresh, ...changed].flatMap(({ line }) => line.variants.flatMap(({ directions }) => directions.flatMap((one) => one.stations.map(({ key }) => key)))));
  stations.new = stations.new.filter(({ key }) => called.has(key));
}

/** Where a problem of a line is found: its first relation; files of other kinds have none. */
export function refOf({ relationIds }: ImportedLine): string {
  return relationIds.length > 0 ? `relation/${relationIds[0]}` : "";
}

function keptReason(viewer: Viewer, line: ImportedLine, stored: StoredLine): KeptReason | undefined {
  if (stored.deleted) return "deleted";
  if (!within(viewer, stored.orgId)) return "foreign";
  if (stored.touched) return "touched";
  return line.draft && !stored.relations ? "partial" : undefined;
}

async function readStored(on: Database, file: BusImport): Promise<StoredLine[]> {
  const keys = file.lines.map(({ key }) => key);
  const refs = file.lines.flatMap(({ relationIds }) => relationIds.map(String));
  const found = await sql<StoredLine>`
    select line.line_uuid, line.line_name, line.org_id, line.source, line.source_refs, line.source_hash, line.deleted_at is not null as deleted, case when not s.whole then s.relations end as relations,
      line.version is distinct from line.imported_version or exists (
        select from line_classify c left join line_version v on v.classify_sid = c.classify_sid and v.deleted_at is null
        where c.main_uuid = line.line_uuid and c.deleted_at is null and (v.version_uuid is null or v.version is distinct from v.imported_version)) as touched
    from line left join line_source s using (line_uuid)
    where line.source is not null and (line.source = any(${keys}) or line.source_refs && ${refs}::text[])
    order by line.deleted_at nulls first`.execute(on);
  return found.rows;
}

function storedFor(line: ImportedLine, stored: readonly StoredLine[]): StoredLine | undefined {
  const refs = new Set(line.relationIds.map(String));
  const candidates = stored.filter((one) => one.source === line.key || one.sourceRefs.some((ref) => refs.has(ref)));
  return candidates.find((one) => !one.deleted && one.source === line.key) ?? candidates.find((one) => !one.deleted) ?? candidates[0];
}

/** The file's lines, completed by what earlier files said of the same ones. */
function joined(file: BusImport, stored: readonly StoredLine[]): BusImport {
  const earlier = stored.flatMap(({ relations, deleted }) => (deleted ? [] : (relations ?? [])));
  if (earlier.length === 0) return file;
  const loose = file.stations.filter(({ lines, named }) => lines.length === 0 && named).map(({ key, staName, nameEn, lng, lat, road }) => [key, { name: staName, nameEn, lng, lat, road }] as const);
  return buildBusImport(mergeRelations(earlier, file.relations), new Map(loose), file.skipped);
}

async function takenNames(on: Database, lines: readonly ImportedLine[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const some of chunks(lines.flatMap(nameChoices), 5000)) {
    const found = await sql<{ lineName: string; lineUuid: string }>`select line_name, line_uuid from line where deleted_at is null and line_name = any(${some})`.execute(on);
    for (const row of found.rows) names.set(row.lineName, row.lineUuid);
  }
  return names;
}

/** A name that no other line has: its own, else with the network behind it, else with OSM and its relation's id. */
function ownName(line: ImportedLine, taken: Map<string, string>, problems: ImportProblem[], stored?: StoredLine): string {
  const choices = nameChoices(line);
  const free = (name: string) => !taken.has(name) || taken.get(name) === stored?.lineUuid;
  const name = stored && choices.includes(stored.lineName) ? stored.lineName : (choices.find(free) ?? numbered(line.lineName, free));
  if (name !== line.lineName && name !== stored?.lineName) problems.push({ ref: refOf(line), text: `已有其他来源的线路叫“${line.lineName}”，本条命名为“${name}”` });
  taken.set(name, stored?.lineUuid ?? line.key);
  return name;
}

/** The name with the first number behind it that makes it free. */
function numbered(lineName: string, free: (name: string) => boolean): string {
  for (let number = 2; ; number++) {
    const name = `${lineName.slice(0, 56)}（${number}）`;
    if (free(name)) return name;
  }
}

function nameChoices({ lineName, network, operator, relationIds, origin }: ImportedLine): string[] {
  const marks = origin ? [network || operator] : [network || operator, "OSM", `OSM${relationIds[0]}`];
  return [lineName, ...marks.filter(Boolean).map((mark) => `${lineName.slice(0, 62 - mark.length)}（${mark.slice(0, 40)}）`)];
}

/** Tells whether anything of a line has changed, the places of its stations included. */
function hashOf({ lineName, lineType, variants }: ImportedLine, places: ReadonlyMap<string, number[]>): string {
  const said = variants.map(({ name, sortType, directions }) => [
    ...[name, sortType],
    directions.map(({ direction, stations, path, breaks, hours, completeness }) => [direction, hours, completeness, breaks, path, stations.map(({ key, inFile, onRequest }) => [key, inFile, onRequest, places.get(key)])]),
  ]);
  return createHash("sha256").update(JSON.stringify([lineName, lineType, said])).digest("hex").slice(0, 32);
}
