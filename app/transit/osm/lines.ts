import type { ImportedDirection, ImportedLine, ImportedStop, ImportedVariant, ImportProblem } from "./bus-network";
import { beyond, mapLimits } from "~/kit/ground/files/limits";
import { lineNameOf, refOf } from "./line-names";
import { OsmFileError } from "./osm-file-error";
import { stationKey, type Place } from "./places";
import type { RouteRelation } from "./route-relation";
import { runsOf, type Run } from "./runs";
import type { CalledPlace } from "./stations";
import { truncate } from "./text";

/** Lines in order of their first relation, the places they call at by station key, and what is wrong with them. */
export function linesOf(relations: readonly RouteRelation[]): {
  lines: ImportedLine[];
  places: Map<string, CalledPlace>;
  problems: ImportProblem[];
} {
  refuseEndless(relations);
  const groups = [...groupByLine(relations)].map(([key, members]) => ({ key, members, runs: members.flatMap(runsOf) }));
  const aliases = aliasesOf(groups.flatMap(({ runs }) => runs));
  const places = new Map<string, CalledPlace>();
  const calls = new Map<Run, Call[]>();
  for (const { key, runs } of groups) for (const run of runs) calls.set(run, callsOf(run, key, aliases, places));
  const problems: ImportProblem[] = [];
  const lines = groups.map(({ key, members, runs }): ImportedLine => {
    const [first] = members;
    const { lineType, variants, notes } = variantsOf(runs);
    const relationIds = members.map(({ id }) => id);
    const present = new Set(relationIds);
    const absent = first!.masterRoutes.filter((id) => !present.has(id)).length;
    if (absent) notes.push(`线路组中另有 ${absent} 条线路不在文件内`);
    const name = lineNameOf(members);
    const lineName = name || `未命名线路${first!.id}`;
    if (!name) notes.push(`线路没有名称和编号，暂名“${lineName}”，请改为实际名称`);
    for (const text of notes) problems.push({ ref: `relation/${first!.id}`, text });
    for (const run of runs) for (const text of run.notes) problems.push({ ref: `relation/${run.relation.id}`, text });
    const imported = variants.map((variant): ImportedVariant => {
      const directions = variant.runs.map((run, index) => {
        const stations = calls.get(run)!.map((call) => ({ ...call, inFile: Boolean(places.get(call.key)?.place) }));
        return directionOf(run, index === 0 ? 1 : 2, stations);
      });
      const lowest = Math.min(...directions.map((direction) => direction.relationId));
      return { key: `osm:${lowest}`, name: variant.name, sortType: variant.sortType, directions };
    });
    const draft = absent > 0 || imported.some((variant) => variant.directions.some((direction) => direction.draft));
    const { network, operator, mode } = first!;
    const ref = refOf(members);
    return { key, relationIds, ref, lineName, lineType, mode, network, operator, variants: imported, draft };
  });
  return { lines: withOwnNames(lines, problems), places, problems };
}

/** A few ways named by very many relations make a small file that would fill any memory. */
function refuseEndless(relations: readonly RouteRelation[]): void {
  let positions = 0;
  for (const { ways } of relations) for (const { shape } of ways) positions += shape?.nodes.length ?? 0;
  if (positions > mapLimits.routePositions)
    throw new OsmFileError("too-big", beyond.routePositions(mapLimits.routePositions), "请缩小导出范围，分几次导入");
}

/** Stop positions that some route names beside a platform stand for that platform on routes that do not. */
function aliasesOf(runs: readonly Run[]): Map<string, Place> {
  const aliases = new Map<string, Place>();
  for (const place of runs.flatMap((run) => run.places)) {
    if (!place.paired || place.alias === null) continue;
    const known = aliases.get(place.alias);
    if (!known || place.id < known.id) aliases.set(place.alias, place);
  }
  return aliases;
}

type Call = Omit<ImportedStop, "inFile">;

/** The stations of a run in order; what it knows of them goes into `called`. */
function callsOf(
  run: Run,
  line: string,
  aliases: ReadonlyMap<string, Place>,
  called: Map<string, CalledPlace>,
): Call[] {
  const stations: Call[] = [];
  for (const listed of run.places) {
    const own = stationKey(listed.type, listed.id);
    const platform = listed.paired ? undefined : aliases.get(listed.alias ?? own);
    const key = platform ? stationKey(platform.type, platform.id) : own;
    const place = platform?.place ?? listed.place;
    if (stations.at(-1)?.key === key) continue;
    const known = called.get(key) ?? { place: null, lines: new Set<string>() };
    if (place && !known.place?.name) known.place = place;
    called.set(key, { ...known, lines: known.lines.add(line) });
    stations.push({ key, onRequest: listed.onRequest, boarding: listed.boarding });
  }
  return stations;
}

function directionOf(run: Run, direction: 1 | 2, stations: ImportedStop[]): ImportedDirection {
  const { relation, from, to, path, breaks, hours } = run;
  const stationsTotal = stations.length;
  const stationsInFile = stations.filter((stop) => stop.inFile).length;
  const waysTotal = relation.ways.length;
  const waysInFile = relation.ways.filter((way) => way.shape?.whole).length;
  const text = `本文件有 ${stationsTotal} 个站点中的 ${stationsInFile} 个、${waysTotal} 条道路中的 ${waysInFile} 条`;
  const completeness = { stationsInFile, stationsTotal, waysInFile, waysTotal, text };
  const draft = stationsInFile < stationsTotal || waysInFile < waysTotal || !stationsTotal;
  return { direction, relationId: relation.id, from, to, stations, path, breaks, hours, completeness, draft };
}

/** The relations of each line by its key, each group ascending by id: by master, else by network and reference. */
function groupByLine(relations: readonly RouteRelation[]): Map<string, RouteRelation[]> {
  const sorted = [...relations].sort((a, b) => a.id - b.id);
  const masters = new Map<string, Set<number>>();
  for (const relation of sorted) {
    if (relation.masterId === null) continue;
    const key = referenceKey(relation);
    masters.set(key, (masters.get(key) ?? new Set()).add(relation.masterId));
  }
  const groups = new Map<string, RouteRelation[]>();
  for (const relation of sorted) {
    const reference = referenceKey(relation);
    const [master, second] = relation.masterId === null ? [...(masters.get(reference) ?? [])] : [relation.masterId];
    const key = master !== undefined && second === undefined ? `osm:${master}` : reference;
    const group = groups.get(key);
    if (group) group.push(relation);
    else groups.set(key, [relation]);
  }
  return groups;
}

function referenceKey(relation: RouteRelation): string {
  const { id, ref, masterRef, network, operator } = relation;
  const reference = ref || masterRef || lineNameOf([{ ...relation, masterName: "" }]);
  return reference ? `osm:${network || operator}/${reference.toUpperCase()}` : `osm:r${id}`;
}

/** Line names are unique: lines of one name get their network, their ends or their first relation's id behind it. */
function withOwnNames(lines: ImportedLine[], problems: ImportProblem[]): ImportedLine[] {
  const counts = new Map<string, number>();
  for (const { lineName } of lines) counts.set(lineName, (counts.get(lineName) ?? 0) + 1);
  const taken = new Set(counts.keys());
  return lines.map((line) => {
    if (counts.get(line.lineName) === 1) return line;
    const { from = "", to = "" } = line.variants[0]?.directions[0] ?? {};
    const marks = [line.network || line.operator, from && to && `${from}—${to}`, `OSM${line.relationIds[0]}`];
    const names = marks.filter(Boolean).map((mark) => `${truncate(line.lineName, 40)}（${truncate(mark, 20)}）`);
    const lineName = names.find((name) => !taken.has(name)) ?? names.at(-1)!;
    taken.add(lineName);
    const text = `有几条线路都叫“${line.lineName}”，本条暂名“${lineName}”`;
    problems.push({ ref: `relation/${line.relationIds[0]}`, text });
    return { ...line, lineName };
  });
}

interface Variant {
  name: string;
  sortType: 1 | 2;
  /** One run, or up and down. */
  runs: Run[];
}

/**
 * Groups the runs of one line into variants: runs between the same ends, there and back, are one variant's up and down;
 * the variant with both directions and most stations is primary, the surplus secondary. A circular line has one
 * direction only.
 */
function variantsOf(runs: readonly Run[]): { lineType: 1 | 2; variants: Variant[]; notes: string[] } {
  const single = runs.filter((run) => run.circular).map((run) => [run]);
  const groups = [...single, ...pairsOf(runs.filter((run) => !run.circular))].sort(byWeight);
  const lineType = groups[0]?.[0]?.circular ? 2 : 1;
  const mixed = groups.some((group) => Boolean(group[0]!.circular) !== (lineType === 2));
  const names = new Map<string, number>();
  const variants = groups.map((group, index): Variant => ({
    name: ownName(index === 0 ? "主分类" : secondaryName(group), names),
    sortType: index === 0 ? 1 : 2,
    runs: group,
  }));
  return { lineType, variants, notes: mixed ? ["同一线路既有上下行又有环行，请核对线路类型"] : [] };
}

/** Pairs there and back: by both ends, then by one end, then whatever two nothing is known of. */
function pairsOf(runs: Run[]): Run[][] {
  const pairs: Run[][] = [];
  const sorted = [...runs].sort((a, b) => a.relation.id - b.relation.id);
  let left = sorted.slice(0, maxPaired);
  for (const fits of [isReturn, sharesEnd, sameRelation, isUnknown]) {
    for (const run of left) {
      if (!left.includes(run)) continue;
      const back = left.find((other) => other !== run && fits(run, other));
      if (!back) continue;
      pairs.push([run, back]);
      left = left.filter((other) => other !== run && other !== back);
    }
  }
  return [...pairs, ...[...left, ...sorted.slice(maxPaired)].map((run) => [run])];
}

/** Far more than a line has; trying every pair of more would take too long. */
const maxPaired = 300;

const same = (a: string, b: string) => a !== "" && plain(a) === plain(b);
const plain = (name: string) =>
  name
    .normalize("NFKC")
    .replace(/[\s()]|公交|枢纽|总站|场站|站$/g, "")
    .toLowerCase();

const isReturn = (a: Run, b: Run) => same(a.from, b.to) && same(a.to, b.from);
const sharesEnd = (a: Run, b: Run) =>
  (same(a.from, b.to) || same(a.to, b.from)) && !same(a.from, b.from) && !same(a.to, b.to);
const sameRelation = (a: Run, b: Run) => a.relation.id === b.relation.id;
const isUnknown = (a: Run, b: Run) =>
  ![a.from, a.to, b.from, b.to].every(Boolean) && !same(a.from, b.from) && !same(a.to, b.to);

function byWeight(a: Run[], b: Run[]): number {
  const stops = (group: Run[]) => group.reduce((sum, run) => sum + run.places.length, 0);
  return b.length - a.length || stops(b) - stops(a) || a[0]!.relation.id - b[0]!.relation.id;
}

function secondaryName([run]: Run[]): string {
  return run!.from && run!.to ? truncate(`${run!.from}—${run!.to}`, 26) : "副分类";
}

function ownName(name: string, taken: Map<string, number>): string {
  const count = (taken.get(name) ?? 0) + 1;
  taken.set(name, count);
  return count === 1 ? name : `${name}${count}`;
}
