import { type Transaction, sql } from "kysely";
import type { DataSource } from "~/domains/data-sources/schema";
import { within } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Database } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import {
  type BusNetwork,
  type ImportedLine,
  type ImportedStop,
  type ImportProblem,
  buildBusNetwork,
} from "~/transit/osm/bus-routes";
import { type RouteRelation, mergeRelations } from "~/transit/osm/route-relation";
import { digestOf } from "~/kit/ground/digest.server";
import { createYielder } from "~/kit/ground/yield-regularly";
import { type DraftNamesake, draftStates } from "./draft-namesakes.server";
import { planStations, type StationPlan } from "./stations.server";
import { metresText } from "../stations/match";
import type { Ticks } from "./doubts";
import { lasts } from "./agreement";
import { ownersOf, unknownOwners } from "./owners.server";
import { ownName, takenNames } from "./own-names.server";
import {
  holdUntouched,
  isSameLine,
  namesakesOf,
  readStored,
  routesOf,
  storedFor,
  type StoredLine,
  stopsOf,
} from "./stored-lines.server";
import { today } from "~/kit/ground/time/today.server";
import { type DirectionContent, readContent } from "~/domains/line-versions/queries.server";
import { contentOf, type PlacedStation } from "./content";

export type KeptReason = "touched" | "deleted" | "partial" | "foreign" | "drafted" | "refused";
export const keptReasons: Record<KeptReason, string> = {
  touched: "导入后有人改过，保留现有内容",
  deleted: "已被删除，不再导入；需要时可从回收站恢复",
  partial: "本文件只有其中一部分，保留已有的完整内容",
  foreign: "属于您机构范围以外的线路，保留现有内容",
  drafted: "有人正在编辑它的草稿，没有写入；请先使草稿生效或放弃，再导入一次",
  refused: "没有通过检查，保留现有内容",
};

export interface ImportPlan {
  source: DataSource;
  new: { line: ImportedLine; lineName: string; hash: string }[];
  changed: { line: ImportedLine; lineName: string; hash: string; stored: StoredLine }[];
  /** Lines that are there, but not made by this source: what the file says goes into a draft of each. */
  drafted: DraftNamesake[];
  /** `lineUuid` where the source's number of it is still to be kept. */
  unchanged: { line: ImportedLine; lineName: string; lineUuid?: string }[];
  kept: { line: ImportedLine; lineName: string; reason: KeptReason }[];
  stations: StationPlan;
  problems: ImportProblem[];
  /** The organisations of new lines by what a table calls their company. */
  owners: ReadonlyMap<string, string>;
  relationsOf(line: ImportedLine): RouteRelation[];
}

/** Of whom the file's numbers are, and which of those in doubt a person has said mean the same as before. */
export interface ImportChoice {
  source: DataSource;
  ticked: Ticks;
}

export async function planImport(
  viewer: Viewer,
  on: Database,
  file: BusNetwork,
  { source, ticked }: ImportChoice,
): Promise<ImportPlan> {
  const storedLines = await readStored(on, file, source);
  const whole = joined(file, storedLines);
  const stations = await planStations(on, whole.stations, { source, ticked });
  const names = await takenNames(on, whole.lines);
  const namesakes = await namesakesOf(on, whole.lines, storedLines);
  const candidates = [...storedLines, ...[...namesakes.values()].flat()];
  const states = await draftStates(
    on,
    candidates.map(({ lineUuid }) => lineUuid),
  );
  const routes = await routesOf(on, candidates);
  const places = new Map(whole.stations.map(({ key, lng, lat }) => [key, [lng, lat]]));
  const byId = new Map(whole.relations.map((relation) => [relation.id, relation]));
  const problems = [...whole.problems, ...stations.parted.map(partedWords)];
  const plan: ImportPlan = {
    source,
    owners: await ownersOf(viewer, on, whole.lines),
    new: [],
    changed: [],
    drafted: [],
    unchanged: [],
    kept: [],
    stations,
    problems,
    relationsOf: (line) => line.relationIds.flatMap((id) => byId.get(id) ?? []),
  };
  const named = (line: ImportedLine, stored?: StoredLine) => {
    const lineName = ownName(line, names, stored);
    if (lineName !== line.lineName && lineName !== stored?.lineName)
      problems.push({ ref: refOf(line), text: `已有其他来源的线路叫“${line.lineName}”，本条命名为“${lineName}”` });
    return lineName;
  };
  const turn = createYielder();
  for (const line of whole.lines) {
    await turn();
    const means = (one: StoredLine, trusted: boolean) =>
      trusted || isSameLine({ line, stations: stations.placed }, one, routes.get(one.lineUuid) ?? []);
    const refs = new Set(line.relationIds.map(String).filter(lasts));
    const stored = storedFor(line, storedLines, (one) =>
      means(
        one,
        one.sourceRefs.some((ref) => refs.has(ref)),
      ),
    );
    // What waits for a tick is another thing than the same once it is ticked.
    const hash = hashOf(line, places) + (stopsOf(line).some((key) => stations.placed.get(key)?.unsure) ? "?" : "");
    const isOwn = stored !== undefined && (stored.leftVersion !== null || stored.deleted) && line.origin !== "table";
    const same = isOwn ? undefined : (stored ?? namesakes.get(line)?.find((one) => means(one, one.byKey)));
    const { isHeld = false, isShell = false, isEmpty = false } = (same && states.get(same.lineUuid)) ?? {};
    if (same && !within(viewer, same.orgId)) plan.kept.push({ line, lineName: line.lineName, reason: "foreign" });
    else if (same && (await saysNothingNew(on, line, same.lineUuid, stations.placed)))
      plan.unchanged.push({ line, lineName: same.lineName, lineUuid: same.lineUuid });
    // A line that another source has drawn and nobody has worked on since is taken over.
    else if (same && isShell && line.origin && line.origin !== "table")
      plan.changed.push({ line, hash, stored: same, lineName: same.lineName });
    else if (same && !isHeld) plan.drafted.push({ ...same, line, isEmpty });
    else if (same) plan.kept.push({ line, lineName: same.lineName, reason: "drafted" });
    else if (!stored) plan.new.push({ line, hash, lineName: named(line) });
    else if (stored.saidHash === hash && !stored.deleted) plan.unchanged.push({ line, lineName: stored.lineName });
    else {
      const reason = keptReason(viewer, line, stored);
      if (reason) plan.kept.push({ line, lineName: stored.lineName, reason });
      else plan.changed.push({ line, hash, stored, lineName: named(line, stored) });
    }
  }
  if (file.lines.some(({ origin }) => origin)) leaveUncalled(plan);
  for (const { line, lineName } of plan.drafted)
    if (line.variants.length > 1)
      problems.push({
        ref: "",
        text: `线路“${lineName}”：另有 ${line.variants.length - 1} 个走向没有写入，只写入主分类`,
      });
  for (const { line, lineName, reason } of plan.kept)
    problems.push({ ref: refOf(line), text: `线路“${lineName}”：${keptReasons[reason]}` });
  const fresh = plan.new.map(({ line }) => line);
  for (const text of unknownOwners(fresh, plan.owners)) problems.push({ ref: "", text });
  return plan;
}

const partedWords = ({ staName, stored, metres }: StationPlan["parted"][number]): ImportProblem => ({
  ref: "",
  text: `站点“${staName}”的编号原来是 ${metresText(metres)}外的“${stored.staName}”，作为新的站点，原来的站点不变`,
});

/** Holds the lines that are to be changed; who changed one of them while the plan was made is not overwritten. */
export async function holdChanged(trx: Transaction<DB>, plan: ImportPlan): Promise<void> {
  const changed = plan.changed.splice(0).toSorted((a, b) => (a.stored.lineUuid < b.stored.lineUuid ? -1 : 1));
  for (const change of changed) {
    const { line, lineName } = change;
    if (await holdUntouched(trx, change.stored)) plan.changed.push(change);
    else {
      plan.kept.push({ line, lineName, reason: "touched" });
      plan.problems.push({ ref: refOf(line), text: `线路“${lineName}”：${keptReasons.touched}` });
    }
  }
}

/** A file of lines is asked for its lines: stations that none of those taken over calls at are not made. */
function leaveUncalled({ stations, new: fresh, changed, drafted }: ImportPlan): void {
  const called = new Set([...fresh, ...changed, ...drafted].flatMap(({ line }) => stopsOf(line)));
  const uncalled = new Set(stations.new.filter(({ key }) => !called.has(key)).map(({ staUuid }) => staUuid));
  stations.new = stations.new.filter(({ staUuid }) => !uncalled.has(staUuid));
  stations.links = stations.links.filter(({ recordKey }) => !uncalled.has(recordKey));
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

/** Tells whether anything of a line has changed, the places of its stations included; what only some files have counts where they have it. Variants without a name of their own count as 方案, by which earlier imports are told. */
function hashOf(
  { lineName, lineType, variants, interval, price, sign }: ImportedLine,
  places: ReadonlyMap<string, number[]>,
): string {
  const called = ({ key, inFile, onRequest, duration, dwell }: ImportedStop) => [
    key,
    inFile,
    onRequest,
    places.get(key),
    ...(duration !== undefined || dwell !== undefined ? [duration ?? null, dwell ?? null] : []),
  ];
  const said = variants.map(({ name, sortType, directions }) => [
    name.replace(/^([主副])分类(?=\d*$)/, "$1方案"),
    sortType,
    directions.map(({ direction, stations, path, breaks, hours, completeness, services }) => [
      direction,
      hours,
      completeness,
      breaks,
      path,
      stations.map(called),
      ...(services ? [services] : []),
    ]),
  ]);
  return digestOf([
    lineName,
    lineType,
    said,
    ...(interval ? [interval] : []),
    ...(price ? [{ price }] : []),
    ...(sign ? [sign] : []),
  ]);
}

/** Whether every direction of a line is one that the stored line has today, or has in the draft that an import left: the same stations and, where the file draws it, the same path to a decimetre. */
async function saysNothingNew(
  on: Database,
  line: ImportedLine,
  lineUuid: string,
  stations: ReadonlyMap<string, PlacedStation>,
): Promise<boolean> {
  const versions = await sql<{ versionUuid: string }>`
    select v.version_uuid from line_version v join line_classify c using (classify_sid)
    where c.main_uuid = ${lineUuid} and c.deleted_at is null and v.deleted_at is null
      and (v.valid @> ${today()}::date or v.state = 'draft' and v.planned_for is null and v.imported_version = v.version)`.execute(
    on,
  );
  const stored: ReturnType<typeof signature>[] = [];
  for (const { versionUuid } of versions.rows) stored.push(...(await readContent(on, versionUuid)).map(signature));
  const said = line.variants.flatMap((variant) =>
    contentOf(line, variant, stations)
      .content.filter(({ rows }) => rows.length > 0)
      .map(signature),
  );
  return (
    said.length > 0 &&
    said.every(({ calls, path }) => stored.some((one) => one.calls === calls && (path === "" || one.path === path)))
  );
}

/** By way of what an import keeps, so that both sides are rounded alike. */
const rounded = (degrees: number) => Number(degrees.toFixed(7)).toFixed(6);

function signature({ rows, path }: DirectionContent) {
  return {
    calls: rows.map(({ staUuid }) => staUuid).join(),
    path: path ? path.points.map((point) => point.map(rounded).join()).join(" ") : "",
  };
}

function joined(file: BusNetwork, stored: readonly StoredLine[]): BusNetwork {
  const earlier = stored.flatMap(({ relations, deleted }) => (deleted ? [] : (relations ?? [])));
  if (earlier.length === 0) return file;
  const loose = file.stations
    .filter(({ lines, named }) => lines.length === 0 && named)
    .map(({ key, staName, nameEn, lng, lat, road }) => [key, { name: staName, nameEn, lng, lat, road }] as const);
  return buildBusNetwork(mergeRelations(earlier, file.relations), new Map(loose), file.skipped);
}
