import { type RawBuilder, type Transaction, sql } from "kysely";
import { groupBy } from "~/kit/ground/group-by";
import { findLinks } from "~/domains/data-sources/queries.server";
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
import { chunks } from "~/kit/ground/chunks";
import { spellings } from "~/domains/lines/spellings";
import { bareName, metresText } from "../stations/match";
import { metresBetween } from "./agreement";
import type { Ticks } from "./doubts";
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
  const states = await draftStates(
    on,
    [...namesakes.values()].flatMap((some) => some.map(({ lineUuid }) => lineUuid)),
  );
  const routes = await routesOf(on, [...storedLines, ...[...namesakes.values()].flat()]);
  const places = new Map(whole.stations.map(({ key, lng, lat }) => [key, [lng, lat]]));
  const byId = new Map(whole.relations.map((relation) => [relation.id, relation]));
  const problems = [...whole.problems, ...stations.parted.map(partedWords)];
  const plan: ImportPlan = {
    source,
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
    const { isHeld = false, isShell = false, isEmpty = true } = (same && states.get(same.lineUuid)) ?? {};
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

/** Keys of all stations that a line calls at, in any variant. */
const stopsOf = ({ variants }: ImportedLine): string[] =>
  variants.flatMap(({ directions }) => directions.flatMap((one) => one.stations.map(({ key }) => key)));

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
  { lineName, lineType, variants, interval, sign }: ImportedLine,
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
  return digestOf([lineName, lineType, said, ...(interval ? [interval] : []), ...(sign ? [sign] : [])]);
}

type TakenNames = Map<string, string>;

async function takenNames(on: Database, lines: readonly ImportedLine[]): Promise<TakenNames> {
  const names: TakenNames = new Map();
  for (const some of chunks(lines, 2000)) {
    const stems = some.map(({ lineName }) => stemOf(folded(lineName)));
    const found = await sql<{ lineName: string; lineUuid: string }>`
      select line_name, line_uuid from line
      where deleted_at is null and (lower(normalize(line_name, NFKC)) = any(${some.flatMap(nameChoices).map(folded)})
        or line_name like '%）' and lower(normalize(regexp_replace(line_name, '（[0-9]+）$', ''), NFKC)) = any(${stems}))`.execute(
      on,
    );
    for (const row of found.rows) names.set(folded(row.lineName), row.lineUuid);
  }
  return names;
}

/** A name that no other line has, from now on its own: as the file calls it, else with the network behind it, else with OSM and its relation's id, else with a number. */
function ownName(line: ImportedLine, taken: TakenNames, stored?: { lineUuid: string; lineName: string }): string {
  const choices = nameChoices(line);
  const free = (name: string) => !taken.has(folded(name)) || taken.get(folded(name)) === stored?.lineUuid;
  const name =
    stored && choices.includes(stored.lineName)
      ? stored.lineName
      : (choices.find(free) ?? numbered(line.lineName, free));
  taken.set(folded(name), stored?.lineUuid ?? line.key);
  return name;
}

function numbered(lineName: string, free: (name: string) => boolean): string {
  for (let number = 2; ; number++) {
    const name = `${stemOf(lineName)}（${number}）`;
    if (free(name)) return name;
  }
}

const folded = (name: string) => name.normalize("NFKC").toLowerCase();

const stemOf = (lineName: string) => [...lineName].slice(0, 56).join("");

function nameChoices({ lineName, network, operator, relationIds, origin }: ImportedLine): string[] {
  const marks = origin ? [network || operator] : [network || operator, "OSM", `OSM${relationIds[0]}`];
  return [
    lineName,
    ...marks.filter(Boolean).map((mark) => `${lineName.slice(0, 62 - mark.length)}（${mark.slice(0, 40)}）`),
  ];
}

interface Namesake {
  lineUuid: string;
  lineName: string;
  orgId: string;
}

/** A stored line that a line of a file may mean; `byKey`: by this program's own key, which needs no other proof. */
type FoundNamesake = StoredLine & { byKey: boolean };

/** Stored lines that a file of lines or a GTFS feed means by their key (our own feeds have it as route_id), a table by their number, or by their name. */
async function namesakesOf(
  on: Database,
  lines: readonly ImportedLine[],
  ownLines: readonly StoredLine[],
): Promise<Map<ImportedLine, FoundNamesake[]>> {
  const asked = lines
    .filter(({ origin }) => origin)
    .map((line) => ({
      line,
      key: line.key.replace(/^gtfs:/, ""),
      names: [...(line.origin === "table" && line.ref ? [numberKey(line.ref)] : []), ...spellings(line.lineName)],
    }));
  const found = new Map<string, Namesake>();
  for (const some of chunks(
    asked.flatMap(({ key, names }) => [key, ...names]),
    5000,
  )) {
    const rows = await sql<Namesake & { lineId: string | null }>`
        select line_uuid, line_name, line_id, org_id from line
        where deleted_at is null and (line_uuid = any(${some}) or line_name = any(${some}) or line_id = any(${some.flatMap((key) => numberIn(key) ?? [])}))`.execute(
      on,
    );
    for (const { lineId, ...row } of rows.rows)
      found
        .set(row.lineUuid, row)
        .set(row.lineName, row)
        .set(numberKey(lineId ?? ""), row);
  }
  const own = new Map(ownLines.map((line) => [line.lineUuid, line]));
  const asStored = (one: Namesake, byKey: boolean): FoundNamesake => ({
    ...(own.get(one.lineUuid) ?? { ...noLink, ...one }),
    byKey,
  });
  return new Map(
    asked.map(({ line, key, names }) => [
      line,
      [
        ...[found.get(key)].flatMap((one) => (one ? [asStored(one, true)] : [])),
        ...names.flatMap((name) => found.get(name) ?? []).map((one) => asStored(one, false)),
      ],
    ]),
  );
}

const noLink = {
  saidName: null,
  saidHash: null,
  leftVersion: null,
  sourceRefs: [],
  source: null,
  deleted: false,
  touched: false,
  relations: null,
};

const numberKey = (lineId: string) => `number:${lineId}`;
const numberIn = (key: string) => (key.startsWith("number:") ? key.slice("number:".length) : undefined);

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

interface StoredLine extends Namesake {
  /** The number of the source by which it is known, what the source last called it and said of it. */
  source: string | null;
  saidName: string | null;
  saidHash: string | null;
  /** Null where this source did not make it. */
  leftVersion: number | null;
  /** Relations of a map that are this line. */
  sourceRefs: string[];
  deleted: boolean;
  touched: boolean;
  /** What earlier files said of it, where none held it whole. */
  relations: RouteRelation[] | null;
}

/** A person has changed a line, or one of its versions, since it was imported. */
const touched = (
  leftVersion: RawBuilder<unknown>,
) => sql<boolean>`(line.version is distinct from ${leftVersion} or exists (
  select from line_classify c left join line_version v on v.classify_sid = c.classify_sid and v.deleted_at is null
  where c.main_uuid = line.line_uuid and c.deleted_at is null and (v.version_uuid is null or v.version is distinct from v.imported_version)))`;

/** Holds a line against changes and tells whether still no person has changed it. */
async function holdUntouched(trx: Transaction<DB>, { lineUuid, leftVersion }: StoredLine): Promise<boolean> {
  await sql`select from line where line_uuid = ${lineUuid} for update`.execute(trx);
  await sql`select from line_classify where main_uuid = ${lineUuid} order by classify_sid for update`.execute(trx);
  // One that is taken over from another source was found untouched by what it is made of.
  const left = leftVersion === null ? sql`line.version` : sql`${leftVersion}::integer`;
  const found =
    await sql`select from line where line_uuid = ${lineUuid} and deleted_at is null and not ${touched(left)}`.execute(
      trx,
    );
  return found.rows.length > 0;
}

/** The stored lines that numbers of a file's source mean. */
async function readStored(on: Database, file: BusNetwork, source: DataSource): Promise<StoredLine[]> {
  const [byKey, byRelation] = await Promise.all([
    findLinks(
      on,
      source,
      "line",
      file.lines.map(({ key }) => key),
    ),
    findLinks(
      on,
      source,
      "relation",
      file.lines.flatMap(({ relationIds }) => relationIds.map(String)),
    ),
  ]);
  const links = [...byKey.values(), ...byRelation.values()];
  const found = await sql<StoredLine>`
    select line.line_uuid, line.line_name, line.org_id, own.outside_id as source, own.said->>'name' as said_name, own.said_hash, own.left_version,
      line.deleted_at is not null as deleted, case when not s.whole then s.relations end as relations, ${touched(sql`own.left_version`)} as touched
    from line left join line_source s using (line_uuid) left join source_link own
      on own.record_key = line.line_uuid and own.source_uuid = ${source.sourceUuid} and own.thing = 'line' and own.retired_at is null
    where line.line_uuid = any(${links.map(({ recordKey }) => recordKey)})
    order by line.deleted_at nulls first, own.link_id`.execute(on);
  const refs = groupBy([...byRelation.values()], ({ recordKey }) => recordKey);
  return found.rows.map((row) => ({
    ...row,
    sourceRefs: (refs.get(row.lineUuid) ?? []).map(({ outsideId }) => outsideId),
  }));
}

/** The stored line that a line of a file is: by its key, else by a relation, where what it is agrees. */
function storedFor(
  line: ImportedLine,
  stored: readonly StoredLine[],
  agrees: (one: StoredLine) => boolean,
): StoredLine | undefined {
  const refs = new Set(line.relationIds.map(String));
  const candidates = stored
    .filter((one) => one.source === line.key || one.sourceRefs.some((ref) => refs.has(ref)))
    .filter((one) => one.deleted || agrees(one));
  return (
    candidates.find((one) => !one.deleted && one.source === line.key) ??
    candidates.find((one) => !one.deleted) ??
    candidates[0]
  );
}

/** An editor's own numbers, below zero, begin anew with each of its files. */
const lasts = (ref: string) => !ref.startsWith("-");

interface CalledPlace {
  staUuid: string;
  lng: number;
  lat: number;
}

/** Where lines call, in any version that is not deleted. */
async function routesOf(on: Database, lines: readonly Namesake[]): Promise<Map<string, CalledPlace[]>> {
  const found = await sql<CalledPlace & { lineUuid: string }>`
    select distinct c.main_uuid as line_uuid, s.sta_uuid, s.lng, s.lat
    from line_classify c join line_version v using (classify_sid) join line_station ls using (version_uuid) join station s using (sta_uuid)
    where c.main_uuid = any(${[...new Set(lines.map(({ lineUuid }) => lineUuid))]}) and c.deleted_at is null and v.deleted_at is null`.execute(
    on,
  );
  return groupBy(found.rows, ({ lineUuid }) => lineUuid);
}

/** Metres from a stop of the one to a stop of the other within which two lines of one name may be one. */
const sameTown = 2000;

/** Whether a stored line that a number or a name points at is the file's: called so and in the same place, or with half of its stations. */
function isSameLine(
  { line, stations }: { line: ImportedLine; stations: ReadonlyMap<string, PlacedStation> },
  stored: Pick<StoredLine, "lineName" | "saidName">,
  route: readonly CalledPlace[],
): boolean {
  const keys = line.variants.flatMap(({ directions }) =>
    directions.flatMap((one) => one.stations.map(({ key }) => key)),
  );
  const called = [...new Set(keys)].flatMap((key) => stations.get(key) ?? []);
  const there = new Set(route.map(({ staUuid }) => staUuid));
  const shared = called.filter(({ staUuid }) => there.has(staUuid)).length;
  if (called.length > 0 && shared * 2 >= called.length) return true;
  const isCalledSo =
    line.origin === "table" ||
    [stored.lineName, stored.saidName ?? stored.lineName].some((name) =>
      spellings(name).some((one) => spellings(line.lineName).map(bareName).includes(bareName(one))),
    );
  if (!isCalledSo) return false;
  return (
    shared > 0 ||
    called.length === 0 ||
    route.length === 0 ||
    called.some((one) => route.some((other) => metresBetween(one, other) <= sameTown))
  );
}

function joined(file: BusNetwork, stored: readonly StoredLine[]): BusNetwork {
  const earlier = stored.flatMap(({ relations, deleted }) => (deleted ? [] : (relations ?? [])));
  if (earlier.length === 0) return file;
  const loose = file.stations
    .filter(({ lines, named }) => lines.length === 0 && named)
    .map(({ key, staName, nameEn, lng, lat, road }) => [key, { name: staName, nameEn, lng, lat, road }] as const);
  return buildBusNetwork(mergeRelations(earlier, file.relations), new Map(loose), file.skipped);
}
