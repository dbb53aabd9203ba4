import { problem } from "~/kit/ground/problem";
import type { VersionRow } from "../version-rows";

/** A version's time in force: from a day to the first day on which it no longer holds; null: without end. */
export interface Period {
  versionUuid: string;
  from: string;
  to: string | null;
}

/** What a verb does to one version: null where it had no period, or has none any more. */
export interface PeriodChange {
  versionUuid: string;
  before: Period | null;
  after: Period | null;
}

export const coveredOn = (periods: readonly Period[], day: string) =>
  periods.find(({ from, to }) => from <= day && (to === null || to > day));

export const heldOn = (versions: readonly VersionRow[], day: string) =>
  versions.find(
    ({ validFrom, validTo }) => validFrom !== null && validFrom <= day && (validTo === null || validTo > day),
  );

/** Why a change cannot be taken back on a day: it must begin before, and take the place of one version only; null: it can. */
export function restoreRefusal(periods: readonly Period[], validFrom: string, restoreOn: string): string | null {
  if (restoreOn <= validFrom) return "恢复日期应晚于生效日期";
  const before = coveredOn(periods, restoreOn);
  if (!before) return `${restoreOn} 没有可以恢复的版本，请改日期或留空`;
  if (before.from > validFrom) return `${before.from} 起已有另一个版本，到那天草稿自然结束；恢复日期应早于那天，或留空`;
  return null;
}

/** A variant has one draft for each day. */
export function refuseTakenDay(
  versions: readonly VersionRow[],
  plannedFor: string | null,
  except?: string,
  path = "plannedFor",
): void {
  const taken = versions.find(
    (one) => one.standing === "draft" && one.plannedFor === plannedFor && one.versionUuid !== except,
  );
  if (!taken) return;
  const draft = `${plannedFor ? `计划 ${plannedFor} 生效` : "未定日期"}的草稿已有一份（${taken.updatedByName ?? "系统"}修改）`;
  throw problem.field(path, `${draft}，请编辑那份草稿、改它的日期，或选择另一天`);
}

/** A version put in force from a day holds as long as what it takes the place of would have held; later plans and planned stops stay. */
export function withPutInForce(periods: readonly Period[], versionUuid: string, from: string): Period[] {
  const there = coveredOn(periods, from);
  const next =
    periods
      .map((one) => one.from)
      .filter((day) => day > from)
      .sort()[0] ?? null;
  const kept = periods.flatMap((one) => (one !== there ? [one] : one.from === from ? [] : [{ ...one, to: from }]));
  return inOrder([...kept, { versionUuid, from, to: there ? there.to : next }]);
}

/** A version taken out of its time; the one that ended where it began goes on in its place unless `leaveGap`. */
export function withWithdrawn(periods: readonly Period[], versionUuid: string, leaveGap = false): Period[] {
  const gone = periods.find((one) => one.versionUuid === versionUuid);
  if (!gone) return [...periods];
  const rest = periods.filter((one) => one !== gone);
  return inOrder(rest.map((one) => (one.to === gone.from && !leaveGap ? { ...one, to: gone.to } : one)));
}

/** A version that stops on a day within its time, which leaves the rest of it without any. */
export function withEnd(periods: readonly Period[], versionUuid: string, day: string): Period[] {
  return inOrder(
    periods.map((one) =>
      one.versionUuid === versionUuid && one.from < day && (one.to === null || one.to > day)
        ? { ...one, to: day }
        : one,
    ),
  );
}

/** Which versions have another time, or none: what shrinks before what grows, so that no two overlap on the way. */
export function changesBetween(before: readonly Period[], after: readonly Period[]): PeriodChange[] {
  const keys = [...new Set([...before, ...after].map(({ versionUuid }) => versionUuid))];
  const of = (periods: readonly Period[], key: string) =>
    periods.find(({ versionUuid }) => versionUuid === key) ?? null;
  const changes = keys.map((versionUuid) => ({
    versionUuid,
    before: of(before, versionUuid),
    after: of(after, versionUuid),
  }));
  const grows = ({ before: old, after: now }: PeriodChange) =>
    Number(now !== null && (old === null || ends(now) > ends(old)));
  return changes
    .filter(({ before: old, after: now }) => old?.from !== now?.from || old?.to !== now?.to)
    .sort((a, b) => grows(a) - grows(b));
}

export function gapsOf(periods: readonly Period[]): { from: string; to: string }[] {
  const sorted = inOrder(periods);
  return sorted
    .slice(1)
    .flatMap(({ from }, at) =>
      sorted[at]!.to !== null && sorted[at]!.to! < from ? [{ from: sorted[at]!.to!, to: from }] : [],
    );
}

const ends = ({ to }: Period) => to ?? "9999-12-31";
const inOrder = (periods: readonly Period[]) => [...periods].sort((a, b) => a.from.localeCompare(b.from));
