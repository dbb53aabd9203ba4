import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { requireLine } from "~/domains/lines/queries.server";
import type { LineRow } from "~/domains/lines/schema";
import { loadVersionInForce } from "../detail.server";
import { getVariantParam } from "../params/params.server";
import type { DirectionDetail, VersionDetail } from "../schema";
import { readServices } from "../timetable/stored-timetable.server";
import { findConflicts } from "./conflicts.server";
import { demandOf, intervalIn, type Run } from "./model";
import { nameOf, type Period } from "./periods";
import type { Scenario, Service } from "./schema";
import { busiestDepartures } from "./timetable-departures";

export type Asked = Service & { versionUuid: string };

/** What one draft would take beside what runs today. */
export async function countDraft(
  viewer: Viewer,
  draft: VersionDetail,
  sent: Asked,
  periods: readonly Period[],
  drafts: readonly VersionDetail[],
): Promise<Scenario["rows"][number]> {
  const { lineUuid, lineName, classifySid, classifyName, sortType, plannedFor } = draft;
  const line = await requireLine(viewer, lineUuid);
  const running = await loadVersionInForce(viewer, { classifySid });
  const { effective } = await getVariantParam(viewer, { classifySid, versionUuid: draft.versionUuid! });
  const usual = {
    interval: intervalIn(line.departureInterval) ?? usualInterval,
    layover: effective.standbyMinutes ?? usualLayover,
    periods: periods.map((period) => ({ period, interval: intervalIn(line.departureInterval, nameOf(period)) })),
  };
  const plan = {
    interval: sent.intervalMinutes ?? usual.interval,
    layover: sent.layoverMinutes ?? usual.layover,
    periods: usual.periods.map((one, at) => ({
      ...one,
      interval: sent.periodIntervals ? (sent.periodIntervals[at] ?? null) : one.interval,
    })),
  };
  const directions = draft.directions.map((one) => {
    const now = running.directions.find(({ direction }) => direction === one.direction);
    const given = one.direction === 1 ? sent.upMinutes : sent.downMinutes;
    return {
      direction: one.direction,
      directionName: one.directionName,
      runMinutes: given ?? minutesOf(one, now),
      runMinutesNow: now ? minutesOf(now) : null,
      mileage: lengthOf(one),
      mileageNow: now ? lengthOf(now) : null,
    };
  });
  const departures = await departuresOf([draft.versionUuid!, running.versionUuid], plannedFor ?? today());
  const runs = (km: "mileage" | "mileageNow", minutes: "runMinutes" | "runMinutesNow", at: number) =>
    directions.map((one): Run => ({
      km: one[km],
      minutes: one[minutes],
      departures: departures[at]!.get(one.direction),
      ...timesOf(line, one.direction),
    }));
  const [own, todays] = [runs("mileage", "runMinutes", 0), runs("mileageNow", "runMinutesNow", 1)];
  const timetable = isTimed(own) ? demandOf(own, { ...plan, interval: null }) : null;
  const asksIntervals = [sent.intervalMinutes, ...(sent.periodIntervals ?? [])].some((minutes) => (minutes ?? 0) > 0);
  const byTimetable = asksIntervals ? null : timetable;
  return {
    lineUuid,
    lineName,
    classifySid,
    classifyName,
    sortType,
    plannedFor,
    versionUuid: draft.versionUuid!,
    intervalMinutes: byTimetable ? null : plan.interval,
    periodIntervals: plan.periods.map(({ interval }) => (byTimetable ? null : interval)),
    layoverMinutes: plan.layover,
    directions,
    now: running.versionUuid ? demandOf(todays, isTimed(todays) ? { ...usual, interval: null } : usual) : null,
    draft: byTimetable ?? demandOf(own, plan),
    timetable,
    conflicts: await findConflicts(viewer, draft, line, drafts),
  };
}

/** By version, when buses leave in each direction that has a timetable. */
async function departuresOf(
  versions: readonly (string | null)[],
  day: string,
): Promise<ReadonlyMap<number, readonly number[]>[]> {
  const known = versions.filter((one) => one !== null);
  const services = await readServices(db(), known);
  return versions.map((version) =>
    busiestDepartures(
      services.filter(({ versionUuid }) => versionUuid === version),
      day,
    ),
  );
}

function isTimed(runs: readonly Run[]): boolean {
  const driven = runs.filter(({ km }) => km !== null);
  return driven.length > 0 && driven.every(({ departures }) => departures);
}

const usualInterval = 10;
const usualLayover = 5;
/** Kilometres an hour with stops, where nothing is known of a line's running time. */
const usualSpeed = 18;

/** A direction without stations is not run. */
const lengthOf = ({ stationList, pathMileage, mileage }: DirectionDetail) =>
  stationList.length > 1 ? (pathMileage ?? mileage) : null;

/** Minutes from end to end: those of its stations, at the speed of what runs today where only the way has changed. */
function minutesOf(one: DirectionDetail, now?: DirectionDetail): number | null {
  const km = lengthOf(one);
  if (km === null) return null;
  const own = lastSecond(one);
  const [nowKm, nowSeconds] = now ? [lengthOf(now), lastSecond(now)] : [null, null];
  const seconds = nowKm && nowSeconds && (own === null || own === nowSeconds) ? (nowSeconds / nowKm) * km : own;
  return Math.round(seconds ? seconds / 60 : (km / usualSpeed) * 60);
}

const lastSecond = ({ stationList }: DirectionDetail) => stationList.at(-1)?.duration ?? null;

function timesOf({ directions }: LineRow, direction: number) {
  const { first, last } = directions.find((one) => one.direction === direction) ?? { first: null, last: null };
  return { first, last };
}
