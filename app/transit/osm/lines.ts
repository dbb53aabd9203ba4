import type { ImportedDirection, ImportedLine, ImportedStop, ImportedVariant, ImportProblem } from "./bus-network";
import { beyond, mapLimits } from "~/kit/ground/files/limits";
import { groupByLine, withOwnNames } from "./line-groups";
import { lineNameOf, refOf } from "./line-names";
import { OsmFileError } from "./osm-file-error";
import { stationKey, type Place } from "./places";
import type { RouteRelation } from "./route-relation";
import { runsOf, type Run } from "./runs";
import type { CalledPlace } from "./stations";
import { variantsOf } from "./variants";

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
