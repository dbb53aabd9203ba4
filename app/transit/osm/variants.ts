import type { Run } from "./runs";
import { truncate } from "./text";

export interface Variant {
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
export function variantsOf(runs: readonly Run[]): { lineType: 1 | 2; variants: Variant[]; notes: string[] } {
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
