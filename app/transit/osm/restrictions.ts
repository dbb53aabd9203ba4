import type { TurnRule } from "~/transit/roads/turn-rule";
import type { OsmExtract, OsmMember, OsmRelation, OsmTags, OsmWay } from "./extract";

export type RestrictionSkip =
  | "conditional"
  | "buses-excepted"
  | "other-vehicles"
  | "unknown-kind"
  | "members-missing"
  | "outside-file"
  | "not-for-buses"
  | "not-joined";

export const restrictionSkipLabels: Record<RestrictionSkip, string> = {
  conditional: "分时段或有条件的限制（不执行）",
  "buses-excepted": "公交车除外的限制",
  "other-vehicles": "只限制其他车辆",
  "unknown-kind": "限制种类不明",
  "members-missing": "成员不全",
  "outside-file": "成员在文件范围之外",
  "not-for-buses": "涉及公交不能走的道路",
  "not-joined": "成员道路没有在路口首尾相接",
};

export interface RestrictionsOfFile {
  /** In ascending relation id; a relation of several roads in or out gives several. */
  rules: TurnRule[];
  /** Every relation of the file, also those left out: what it says now replaces what it said before. */
  relationIds: number[];
  skipped: Partial<Record<RestrictionSkip, number>>;
}

/** The rules of turning that bind buses at all hours, with their roads in driving order; `used` are the ways that buses may drive. */
export function toTurnRules({ restrictions, ways }: OsmExtract, used: ReadonlySet<number>): RestrictionsOfFile {
  const named = new Set(restrictions.flatMap(({ members }) => members.map(({ ref }) => ref)));
  const known = new Map(ways.filter(({ id }) => named.has(id)).map((way) => [way.id, way]));
  const found: RestrictionsOfFile = { rules: [], relationIds: restrictions.map(({ id }) => id), skipped: {} };
  for (const relation of restrictions) {
    const rules = rulesOf(relation, known, used);
    if (typeof rules !== "string") found.rules.push(...rules);
    else found.skipped[rules] = (found.skipped[rules] ?? 0) + 1;
  }
  return found;
}

function rulesOf(
  { id, tags, members }: OsmRelation,
  known: ReadonlyMap<number, OsmWay>,
  used: ReadonlySet<number>,
): TurnRule[] | RestrictionSkip {
  const kind = kindOf(tags);
  if (kind !== "no" && kind !== "only") return kind;
  const roads = (role: string) =>
    members.filter((one) => one.role === role && one.type === "way").map(({ ref }) => ref);
  const [from, to] = [roads("from"), roads("to")];
  const via = members.filter((one) => one.role === "via" && one.type !== "relation");
  if (from.length === 0 || to.length === 0 || via.length === 0) return "members-missing";
  if (kind === "only" && to.length > 1) return "unknown-kind";
  const all = [...from, ...roads("via"), ...to];
  if (!all.every((way) => known.has(way))) return "outside-file";
  if (!all.every((way) => used.has(way))) return "not-for-buses";
  const rules = from.flatMap((first) =>
    to.flatMap((last): TurnRule[] => {
      const joined = joinedOver(known, first, via, last);
      return joined ? [{ relationId: id, only: kind === "only", ...joined }] : [];
    }),
  );
  return rules.length > 0 ? rules : "not-joined";
}

function kindOf(tags: OsmTags): "no" | "only" | RestrictionSkip {
  const own = tags["restriction:bus"] ?? tags["restriction:psv"];
  const value = own ?? tags.restriction;
  if (value === undefined) {
    const keys = Object.keys(tags);
    const forBuses = /^restriction(:bus|:psv)?:conditional$/;
    if (keys.some((key) => forBuses.test(key))) return "conditional";
    return keys.some((key) => /^restriction:/.test(key)) ? "other-vehicles" : "unknown-kind";
  }
  const excepted = (tags.except ?? "").split(/[;,]\s*/);
  if (own === undefined && excepted.some((vehicle) => /^(bus|psv|motor_vehicle|vehicle)$/.test(vehicle)))
    return "buses-excepted";
  if (own === "none" || own === "no") return "buses-excepted";
  if (tags.day_on ?? tags.day_off ?? tags.hour_on ?? tags.hour_off) return "conditional";
  if (value.includes("@")) return "conditional";
  const [, kind] = /^(no|only)_(left_turn|right_turn|straight_on|u_turn|entry|exit)$/.exec(value) ?? [];
  return (kind as "no" | "only" | undefined) ?? "unknown-kind";
}

/** The roads from one to another over a crossing or over roads between, with the nodes that join them; undefined where ends do not meet. */
function joinedOver(
  known: ReadonlyMap<number, OsmWay>,
  first: number,
  via: readonly OsmMember[],
  last: number,
): Pick<TurnRule, "ways" | "nodes"> | undefined {
  const node = via.find(({ type }) => type === "node");
  const between = via.filter(({ type }) => type === "way").map(({ ref }) => ref);
  if (node && between.length === 0)
    return [first, last].every((way) => endsOf(known, way).includes(node.ref))
      ? { ways: [first, last], nodes: [node.ref] }
      : undefined;
  for (const over of [between, [...between].reverse()])
    for (const start of endsOf(known, first)) {
      const nodes = [start];
      for (const way of over) {
        const [begin, end] = endsOf(known, way);
        const at = nodes.at(-1);
        if (begin === at) nodes.push(end);
        else if (end === at) nodes.push(begin);
      }
      if (nodes.length === over.length + 1 && endsOf(known, last).includes(nodes.at(-1)!))
        return { ways: [first, ...over, last], nodes };
    }
  return undefined;
}

function endsOf(known: ReadonlyMap<number, OsmWay>, way: number): [begin: number, end: number] {
  const { refs } = known.get(way)!;
  return [refs[0]!, refs.at(-1)!];
}
