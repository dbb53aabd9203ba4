import { alignLists } from "~/kit/ground/align-lists";
import type { Direction } from "~/domains/lines/directions";
import type { DirectionContent } from "../content.server";
import { type SequenceRow, withEndTypes } from "../sequence/sequence";

type Field = keyof SequenceRow;

/** What a draft began from, what it made of it, and what holds in its place by now. */
export type ChangeOfSide<T> = Record<"base" | "mine" | "theirs", T>;

/** What both sides changed of a direction; null where they changed one place differently, or both the path. */
export function mergedDirection({ base, mine, theirs }: ChangeOfSide<DirectionContent>): DirectionContent | null {
  const redrawn = (side: DirectionContent) => !same(base.path?.points ?? null, side.path?.points ?? null);
  if (redrawn(mine) && redrawn(theirs) && !same(mine.path?.points, theirs.path?.points)) return null;
  const rows = mergedCalls(base.rows, mine.rows, theirs.rows, mine.direction);
  return rows && { ...mine, rows, path: redrawn(theirs) ? theirs.path : mine.path };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What two made of a direction's calls, taken together; null where both changed one place differently. */
export function mergedCalls(
  base: readonly SequenceRow[],
  mine: readonly SequenceRow[],
  theirs: readonly SequenceRow[],
  direction: Direction,
): SequenceRow[] | null {
  const sides = [sideOf(base, mine), sideOf(base, theirs)] as const;
  // A station that one moved stays clear only while the other moved none and left that one where it was.
  const [own, others] = sides.map(({ moved }) => moved) as [number[], number[]];
  if (
    calls(mine) !== calls(theirs) &&
    ((own.length > 0 && others.length > 0) ||
      own.some((at) => !sides[1].kept.has(at)) ||
      others.some((at) => !sides[0].kept.has(at)))
  )
    return null;
  const merged: SequenceRow[] = [];
  for (let at = 0; at <= base.length; at++) {
    const [one, other] = sides.map(({ before }) => before.get(at) ?? []) as [SequenceRow[], SequenceRow[]];
    if (one.length > 0 && other.length > 0 && calls(one) !== calls(other)) return null;
    merged.push(...(one.length > 0 ? one : other));
    const row = base[at];
    if (!row) continue;
    const call = mergedCall(row, sides[0].kept.get(at), sides[1].kept.get(at));
    if (call === null) return null;
    if (call) merged.push(call);
  }
  // Both put the same station in, at different places.
  const twice = merged.some(
    ({ staUuid }) => count(merged, staUuid) > Math.max(count(mine, staUuid), count(theirs, staUuid)),
  );
  return twice ? null : withEndTypes(merged, direction);
}

/** One call as both have it: undefined where one took it out, null where the other changed it meanwhile or both did. */
function mergedCall(
  base: SequenceRow,
  mine: SequenceRow | undefined,
  theirs: SequenceRow | undefined,
): SequenceRow | undefined | null {
  if (!mine || !theirs)
    return [mine, theirs].some((side) => side && changedIn(base, side).length > 0) ? null : undefined;
  const [own, others] = [changedIn(base, mine), changedIn(base, theirs)];
  if (own.some((field) => others.includes(field) && mine[field] !== theirs[field])) return null;
  return { ...mine, ...Object.fromEntries(others.map((field) => [field, theirs[field]])) };
}

/** The fields that a side has set; distances follow the path, types of ends their place. */
function changedIn(base: SequenceRow, side: SequenceRow): Field[] {
  const end = (value: unknown) => Number(value) <= 5;
  return (Object.keys(side) as Field[]).filter(
    (field) =>
      field !== "distance" &&
      (side[field] ?? null) !== (base[field] ?? null) &&
      !(field === "staType" && end(side.staType) && end(base.staType)),
  );
}

/** A side as what it keeps of the base, what it puts in before each place of it, and which places it emptied to put their station elsewhere. */
function sideOf(
  base: readonly SequenceRow[],
  side: readonly SequenceRow[],
): { kept: Map<number, SequenceRow>; before: Map<number, SequenceRow[]>; moved: number[] } {
  const places = new Map(alignLists(base.map(keyOf), side.map(keyOf)).kept.map(([from, to]) => [to, from]));
  const kept = new Map([...places].map(([to, from]) => [from, side[to]!]));
  const before = new Map<number, SequenceRow[]>();
  let next = 0;
  side.forEach((row, at) => {
    const from = places.get(at);
    if (from !== undefined) next = from + 1;
    else before.set(next, [...(before.get(next) ?? []), row]);
  });
  const put = new Set([...before.values()].flat().map(({ staUuid }) => staUuid));
  return { kept, before, moved: base.flatMap(({ staUuid }, at) => (!kept.has(at) && put.has(staUuid) ? [at] : [])) };
}

const keyOf = ({ staUuid }: SequenceRow) => staUuid;
const calls = (rows: readonly SequenceRow[]) => rows.map(keyOf).join();
const count = (rows: readonly SequenceRow[], staUuid: string) => rows.filter((row) => row.staUuid === staUuid).length;
