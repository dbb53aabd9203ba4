import { alignLists } from "~/kit/ground/align-lists";
import { staTypes } from "~/domains/lines/choices";
import type { SequenceRow } from "../sequence/sequence";

export type CallAtStation = Partial<SequenceRow> & { staUuid: string; staName?: string };

/** What became of one call at a station; serials from 1. */
export type StationChange =
  | { kind: "added"; staName: string; to: number }
  | { kind: "removed"; staName: string; from: number }
  | { kind: "moved"; staName: string; from: number; to: number }
  | { kind: "changed"; staName: string; to: number; fields: { label: string; before: unknown; after: unknown }[] };

/** The fields of a call that people set; distances follow the path. */
const fieldLabels = {
  staType: "类型",
  duration: "行驶时间",
  dwell: "停站时间",
  azimuth: "方位角",
  inRadius: "进站半径",
  outRadius: "出站半径",
  limitSpeed: "限速",
  isKey: "大站",
  isTimed: "考核点",
  alias: "报站名",
  aliasEn: "英文报站名",
  fareStage: "票价段",
} as const;
/** At the ends a type goes with the place: it is told by what was added, removed or moved. */
const endTypes = [1, 2, 3, 4, 5];

/** How a direction's calls became others: the fewest added and removed, of which a station found in both was moved. */
export function stationChanges(before: readonly CallAtStation[], after: readonly CallAtStation[]): StationChange[] {
  const { kept, removed, added } = alignLists(before.map(keyOf), after.map(keyOf));
  const changed = kept.flatMap(([from, to]): StationChange[] => {
    const fields = changedFields(before[from]!, after[to]!);
    return fields.length > 0 ? [{ kind: "changed", staName: nameOf(after[to]!), to: to + 1, fields }] : [];
  });
  const arrivals = [...added];
  const left = removed.map((from): StationChange => {
    const at = arrivals.findIndex((to) => after[to]!.staUuid === before[from]!.staUuid);
    if (at < 0) return { kind: "removed", staName: nameOf(before[from]!), from: from + 1 };
    const [to] = arrivals.splice(at, 1) as [number];
    return { kind: "moved", staName: nameOf(before[from]!), from: from + 1, to: to + 1 };
  });
  return [
    ...arrivals.map((to): StationChange => ({ kind: "added", staName: nameOf(after[to]!), to: to + 1 })),
    ...left,
    ...changed,
  ];
}

export function changesInWords(changes: readonly StationChange[]): string {
  const of = <K extends StationChange["kind"]>(kind: K) =>
    changes.filter((one): one is Extract<StationChange, { kind: K }> => one.kind === kind);
  const listed = (head: string, parts: string[]) =>
    parts.length > 0 ? [`${head} ${parts.length} 站：${parts.join("、")}`] : [];
  return [
    ...listed(
      "增加",
      of("added").map(({ staName, to }) => `${staName}（第 ${to} 站）`),
    ),
    ...listed(
      "取消",
      of("removed").map(({ staName, from }) => `${staName}（原第 ${from} 站）`),
    ),
    ...listed(
      "移动",
      of("moved").map(({ staName, from, to }) => `${staName}（第 ${from} 站→第 ${to} 站）`),
    ),
    ...listed(
      "修改",
      of("changed").map(
        ({ staName, to, fields }) =>
          `第 ${to} 站 ${staName}（${fields.map(({ label, before, after }) => `${label} ${plainly(before)}→${plainly(after)}`).join("，")}）`,
      ),
    ),
  ].join("；");
}

/** The counts alone: +2 −1 移 1 改 3. */
export function changesInShort(changes: readonly StationChange[]): string {
  const count = (kind: StationChange["kind"]) => changes.filter((one) => one.kind === kind).length;
  const parts: [number, string][] = [
    [count("added"), "增 "],
    [count("removed"), "减 "],
    [count("moved"), "移 "],
    [count("changed"), "改 "],
  ];
  return parts
    .filter(([n]) => n > 0)
    .map(([n, word]) => word + n)
    .join(" ");
}

function changedFields(before: CallAtStation, after: CallAtStation) {
  return (Object.keys(fieldLabels) as (keyof typeof fieldLabels)[]).flatMap((name) => {
    const [old, now] = [before[name] ?? null, after[name] ?? null];
    if (old === now || (name === "staType" && endTypes.includes(Number(old)) && endTypes.includes(Number(now))))
      return [];
    const shown = (value: unknown) =>
      name === "staType" ? (staTypes.find((one) => one.value === value)?.label ?? value) : value;
    return [{ label: fieldLabels[name], before: shown(old), after: shown(now) }];
  });
}

const keyOf = ({ staUuid }: CallAtStation) => staUuid;
const nameOf = ({ staName }: CallAtStation) => staName || "（站点已删除）";
const plainly = (value: unknown) =>
  value === null || value === undefined || value === ""
    ? "空"
    : typeof value === "boolean"
      ? value
        ? "是"
        : "否"
      : String(value);
