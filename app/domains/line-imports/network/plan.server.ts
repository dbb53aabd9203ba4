import type { Transaction } from "kysely";
import { within } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Database } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import type { BusNetwork, ImportedLine, ImportedStop, ImportProblem } from "~/transit/osm/bus-routes";
import type { RouteRelation } from "~/transit/osm/route-relation";
import { digestOf } from "~/kit/ground/digest.server";
import { createYielder } from "~/kit/ground/yield-regularly";
import { type Drafted, draftStates } from "./draft-namesakes.server";
import { namesakesOf, saysNothingNew } from "./namesakes.server";
import { ownName, takenNames } from "./names.server";
import { planStations, type StationPlan } from "./stations.server";
import { holdUntouched, joined, readStored, storedFor, type StoredLine } from "./stored.server";

export type KeptReason = "touched" | "deleted" | "partial" | "foreign" | "other" | "drafted" | "refused";
export const keptReasons: Record<KeptReason, string> = {
  touched: "导入后有人改过，保留现有内容",
  deleted: "已被删除，不再导入；需要时可从回收站恢复",
  partial: "本文件只有其中一部分，保留已有的完整内容",
  foreign: "属于您机构范围以外的线路，保留现有内容",
  other: "已有同名线路，不是从这个来源导入的，保留现有内容；需要文件中的走向时请作为参考线导入",
  drafted: "有人正在编辑它的草稿，没有写入；请先使草稿生效或放弃，再导入一次",
  refused: "没有通过检查，保留现有内容",
};

export interface ImportPlan {
  new: { line: ImportedLine; lineName: string; hash: string }[];
  changed: { line: ImportedLine; lineName: string; hash: string; stored: StoredLine }[];
  /** Lines of a table that are there, from whatever source. */
  drafted: Drafted[];
  unchanged: { line: ImportedLine; lineName: string }[];
  kept: { line: ImportedLine; lineName: string; reason: KeptReason }[];
  stations: StationPlan;
  problems: ImportProblem[];
  relationsOf(line: ImportedLine): RouteRelation[];
}

export async function planImport(viewer: Viewer, on: Database, file: BusNetwork): Promise<ImportPlan> {
  const storedLines = await readStored(on, file);
  const whole = joined(file, storedLines);
  const stations = await planStations(on, whole.stations);
  const names = await takenNames(on, whole.lines);
  const namesakes = await namesakesOf(on, whole.lines);
  const states = await draftStates(
    on,
    [...namesakes].flatMap(([{ origin }, { lineUuid }]) => (origin === "table" ? lineUuid : [])),
  );
  const places = new Map(whole.stations.map(({ key, lng, lat }) => [key, [lng, lat]]));
  const byId = new Map(whole.relations.map((relation) => [relation.id, relation]));
  const problems = [...whole.problems];
  const plan: ImportPlan = {
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
    const stored = storedFor(line, storedLines);
    const hash = hashOf(line, places);
    const same = stored && line.origin !== "table" ? undefined : namesakes.get(line);
    if (same && !within(viewer, same.orgId)) plan.kept.push({ line, lineName: line.lineName, reason: "foreign" });
    else if (same && (await saysNothingNew(on, line, same.lineUuid, stations.placed)))
      plan.unchanged.push({ line, lineName: same.lineName });
    else if (same && line.origin === "table" && !states.get(same.lineUuid)?.isHeld)
      plan.drafted.push({ ...same, line, isEmpty: states.get(same.lineUuid)?.isEmpty ?? true });
    else if (same)
      plan.kept.push({ line, lineName: same.lineName, reason: line.origin === "table" ? "drafted" : "other" });
    else if (!stored) plan.new.push({ line, hash, lineName: named(line) });
    else if (stored.sourceHash === hash && !stored.deleted) plan.unchanged.push({ line, lineName: stored.lineName });
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

/** Holds the lines that are to be changed; who changed one of them while the plan was made is not overwritten. */
export async function holdChanged(trx: Transaction<DB>, plan: ImportPlan): Promise<void> {
  const changed = plan.changed.splice(0).toSorted((a, b) => (a.stored.lineUuid < b.stored.lineUuid ? -1 : 1));
  for (const change of changed) {
    const { line, lineName } = change;
    if (await holdUntouched(trx, change.stored.lineUuid)) plan.changed.push(change);
    else {
      plan.kept.push({ line, lineName, reason: "touched" });
      plan.problems.push({ ref: refOf(line), text: `线路“${lineName}”：${keptReasons.touched}` });
    }
  }
}

/** A file of lines is asked for its lines: stations that none of those taken over calls at are not made. */
function leaveUncalled({ stations, new: fresh, changed, drafted }: ImportPlan): void {
  const called = new Set(
    [...fresh, ...changed, ...drafted].flatMap(({ line }) =>
      line.variants.flatMap(({ directions }) => directions.flatMap((one) => one.stations.map(({ key }) => key))),
    ),
  );
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
