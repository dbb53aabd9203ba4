import { labelOf, standings } from "~/domains/lines/choices";
import { periodText } from "~/domains/lines/period-text";
import type { VersionRow } from "../version-rows";

export type TimedVersion = Pick<VersionRow, "versionUuid" | "standing" | "validFrom" | "validTo" | "plannedFor">;

/** Places in percent of the width, downwards in pixels. */
export interface TimelinePicture {
  height: number;
  barTop: number;
  ticks: { x: number; y: number; label: string; today: boolean }[];
  bars: {
    x: number;
    width: number;
    label: string;
    title: string;
    tone: "past" | "effective" | "planned" | "gap";
    versionUuid: string | null;
  }[];
  drafts: { x: number; y: number; label: string; title: string; versionUuid: string }[];
}

export const barHeight = 30;
const laneHeight = 24;
/** Percent that a date's label takes where the page is narrow, and its height. */
const labelWidth = 9;
const labelHeight = 14;
const mostLabels = 5;
const mostBars = 12;
/** Percent of the width for the root of a day. */
const mostApart = 6;

/** Distances grow with the root of the time between, so that next week's plan and next year's are both to be seen. */
export function layOut(versions: readonly TimedVersion[], today: string): TimelinePicture {
  const timed = versions
    .filter(({ validFrom }) => validFrom !== null)
    .sort((a, b) => a.validFrom!.localeCompare(b.validFrom!))
    .slice(-mostBars);
  const drafts = versions
    .filter(({ standing, plannedFor }) => standing === "draft" && plannedFor !== null)
    .sort((a, b) => a.plannedFor!.localeCompare(b.plannedFor!));
  const days = [
    ...new Set([
      today,
      ...timed.flatMap(({ validFrom, validTo }) => [validFrom!, validTo ?? []].flat()),
      ...drafts.map(({ plannedFor }) => plannedFor!),
    ]),
  ].sort();
  const place = scale(days);
  const levels = labelLevels(place);
  const barTop = 12 + labelHeight * Math.max(2, 1 + Math.max(...levels));
  const x = (day: string) => place[days.indexOf(day)]!;
  const bars = timed.flatMap(({ versionUuid, standing, validFrom, validTo }, at): TimelinePicture["bars"] => {
    const next = timed[at + 1]?.validFrom ?? null;
    const bar = {
      x: x(validFrom!),
      width: (validTo ? x(validTo) : 100) - x(validFrom!),
      label: labelOf(standings, standing),
      title: periodText({ validFrom, validTo }),
      tone: standing as "past",
      versionUuid,
    };
    const stops = validTo !== null && validTo !== next;
    return stops
      ? [
          bar,
          {
            x: x(validTo),
            width: (next ? x(next) : 100) - x(validTo),
            label: "停运",
            title: `${periodText({ validFrom: validTo, validTo: next })}没有生效的版本`,
            tone: "gap",
            versionUuid: null,
          },
        ]
      : [bar];
  });
  return {
    barTop,
    height: barTop + barHeight + 12 + drafts.length * laneHeight,
    ticks: days.map((day, at) => ({
      x: place[at]!,
      y: labelHeight * (1 + levels[at]!),
      label: day === today ? "今天" : day,
      today: day === today,
    })),
    bars,
    drafts: drafts.map(({ versionUuid, plannedFor }, lane) => ({
      x: x(plannedFor!),
      y: barTop + barHeight + 8 + lane * laneHeight,
      label: "草稿",
      title: `计划 ${plannedFor} 生效的草稿`,
      versionUuid,
    })),
  };
}

/** On which line from above each date stands: the first below which none reaches it, so that neither dates nor what leads down from them cross another. */
function labelLevels(place: readonly number[]): number[] {
  const ends: number[] = [];
  return place.map((x) => {
    const level = Math.min(ends.findLastIndex((end) => end > x) + 1, mostLabels - 1);
    ends[level] = x + labelWidth;
    return level;
  });
}

/** Places of sorted days between 3 and 86 percent, few of them close together; what comes after the last goes on to the edge. */
function scale(days: readonly string[]): number[] {
  const steps = days
    .slice(1)
    .map((day, at) => Math.sqrt(Math.min(400, Math.max(4, (Date.parse(day) - Date.parse(days[at]!)) / 86_400_000))));
  const whole = steps.reduce((sum, step) => sum + step, 0) || 1;
  const unit = Math.min(83 / whole, mostApart);
  let done = 0;
  return [3, ...steps.map((step) => 3 + (done += step) * unit)];
}
