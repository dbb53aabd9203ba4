import type { ImportedLine, ImportProblem } from "./bus-network";
import { lineNameOf } from "./line-names";
import type { RouteRelation } from "./route-relation";
import { truncate } from "./text";

/** The relations of each line by its key, each group ascending by id: by master, else by network and reference. */
export function groupByLine(relations: readonly RouteRelation[]): Map<string, RouteRelation[]> {
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
export function withOwnNames(lines: ImportedLine[], problems: ImportProblem[]): ImportedLine[] {
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
