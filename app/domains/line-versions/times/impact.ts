import { draftInWords } from "~/domains/lines/choices";
import { addDays } from "~/kit/ground/time/days";
import {
  changesBetween,
  coveredOn,
  gapsOf,
  type Period,
  type PeriodChange,
  withPutInForce,
  withWithdrawn,
} from "./periods";
import { periodsOf, type VersionRow } from "../version-rows";
import type { TimedVersion } from "./timeline";

type PlannedVersion = TimedVersion & Pick<VersionRow, "updatedByName">;

/** What putting a draft in force from a day does to the variant's other versions, in words; `restoreOn`: until what held before is restored. */
export function impactOfPublishing(
  versions: readonly PlannedVersion[],
  draft: PlannedVersion,
  from: string,
  today: string,
  restoreOn?: string,
): string[] {
  const periods = periodsOf(versions);
  const back = restoreOn ? coveredOn(periods, restoreOn) : undefined;
  const after = withPutInForce(periods, draft.versionUuid, from);
  const own = after.find(({ versionUuid }) => versionUuid === draft.versionUuid)!;
  const next = after.find((one) => one.from === own.to);
  const stop =
    own.to === null ? "没有失效日期" : next ? `到 ${own.to} 的版本生效为止` : `到 ${own.to} 停运为止（停运的计划不变）`;
  const lasts = back
    ? [
        `这份草稿从 ${from} 起生效，到 ${restoreOn} 恢复为止。`,
        `${restoreOn} 起恢复 ${back.from} 起的版本的站点和路径，${stop}。`,
      ]
    : [`这份草稿从 ${from} 起生效，${stop}。`];
  return [
    ...lasts,
    ...othersInWords(periods, after, draft.versionUuid),
    ...leftBehind(versions, periods, after, draft, today),
  ];
}

export function impactOfWithdrawing(
  versions: readonly PlannedVersion[],
  planned: PlannedVersion,
  today: string,
): string[] {
  const periods = periodsOf(versions);
  const after = withWithdrawn(periods, planned.versionUuid);
  const others = othersInWords(periods, after, planned.versionUuid);
  const gap =
    others.length === 0
      ? [`${planned.validFrom} 起${planned.validTo ? `到 ${addDays(planned.validTo, -1)} ` : ""}将没有生效的版本。`]
      : others;
  return [
    `这个版本变成计划 ${planned.validFrom} 生效的草稿，内容不变，可以继续修改。`,
    ...gap,
    ...leftBehind(versions, periods, after, planned, today),
  ];
}

export function gapsInWords(versions: readonly PlannedVersion[]): string[] {
  return gapsOf(periodsOf(versions)).map(({ from, to }) => `${from} 至 ${addDays(to, -1)} 没有生效的版本，线路停运。`);
}

function othersInWords(before: readonly Period[], after: readonly Period[], own: string): string[] {
  return changesBetween(before, after)
    .filter(({ versionUuid }) => versionUuid !== own)
    .map(changeInWords);
}

function changeInWords({ before, after }: PeriodChange): string {
  const name = `${before!.from} 起的版本`;
  if (!after) return `${name}被取代，不再生效（保留在修改历史中）。`;
  const until = (day: string | null) => (day ? `到 ${addDays(day, -1)} 为止` : "没有失效日期");
  return `${name}改为${until(after.to)}（原${until(before!.to)}）。`;
}

/** Drafts for which another version than before will hold on their day. */
function leftBehind(
  versions: readonly PlannedVersion[],
  before: readonly Period[],
  after: readonly Period[],
  own: PlannedVersion,
  today: string,
): string[] {
  const ground = (periods: readonly Period[], { plannedFor }: PlannedVersion) =>
    coveredOn(periods, plannedFor && plannedFor > today ? plannedFor : today)?.versionUuid;
  return versions
    .filter(
      (one) =>
        one.standing === "draft" && one.versionUuid !== own.versionUuid && ground(before, one) !== ground(after, one),
    )
    .map(
      (draft) =>
        `${draftInWords(draft.plannedFor)}（${draft.updatedByName ?? "系统"}修改）的底稿会改变，修改的人会看到提示并决定取舍。`,
    );
}
