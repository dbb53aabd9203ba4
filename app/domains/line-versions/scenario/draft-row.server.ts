import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { requireLine } from "~/domains/lines/queries.server";
import type { LineRow } from "~/domains/lines/schema";
import { loadVersionInForce } from "../detail.server";
import { getVariantParam } from "../params/params.server";
import type { DirectionDetail, VersionDetail } from "../schema";
import { readServices } from "../timetable/stored-timetable.server";
import { demandOf, intervalIn, type Run } from "./model";
import { nameOf, type Period } from "./periods";
import type { Scenario, Service } from "./schema";
import { lineUrl, variantUrl } from "~/domains/lines/urls";
import { baseChange } from "../draft-base.server";
import { leavingTimes } from "~/transit/gtfs/timetable";
import type { DirectionService } from "../timetable/services-along";

export type DraftService = Service & { versionUuid: string };

/** What one draft would take beside what runs today. */
export async function countDraft(
  viewer: Viewer,
  draft: VersionDetail,
  sent: DraftService,
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

type Conflict = Scenario["rows"][number]["conflicts"][number];

/** What stands in the way of a draft, each with the page that mends it. */
async function findConflicts(
  viewer: Viewer,
  draft: VersionDetail,
  line: LineRow,
  others: readonly VersionDetail[],
): Promise<Conflict[]> {
  const { versionUuid, classifySid, plannedFor, directions } = draft;
  const at = (page: string, direction?: number) => variantUrl(draft, page, { version: versionUuid, direction });
  const found: Conflict[] = [];
  const { change } = await baseChange(viewer, { classifySid, versionUuid: versionUuid! });
  if (change?.ground) found.push({ message: "底稿有变化，现行版本在这份草稿之后改过", href: at("versions/base") });
  if (plannedFor && plannedFor < today())
    found.push({ message: `计划生效日期 ${plannedFor} 已过`, href: at("versions/day") });
  if (others.some((other) => other !== draft && other.classifySid === classifySid))
    found.push({ message: "同一分类有几份草稿，合计会重复", href: at("versions") });
  if (line.directions.some(({ first, last }) => !first || !last))
    found.push({ message: "没有首末班，算不出每天的车公里", href: `${lineUrl(line)}/edit` });
  for (const {
    direction,
    directionName,
    stationList,
    problems,
    pathMileage,
    matchState,
    movedStations,
  } of directions) {
    if (stationList.length === 0) continue;
    for (const { row, message } of problems.filter(({ level }) => level === "error"))
      found.push({ message: `${directionName}第 ${row} 站：${message}`, href: at("stations", direction) });
    if (pathMileage === null) found.push({ message: `${directionName}没有路径`, href: at("match", direction) });
    else if (matchState === "partial")
      found.push({ message: `${directionName}路径只有部分匹配`, href: at("match", direction) });
    if (movedStations.length > 0)
      found.push({ message: `${directionName}站点移动后待复核`, href: at("map", direction) });
  }
  if (directions.every(({ stationList }) => stationList.length === 0))
    found.push({ message: "草稿还没有站点", href: at("stations") });
  return found;
}

/** Minutes of the day at which buses leave in each direction on the weekday with most trips, around this day or as long as the timetable holds. */
function busiestDepartures(services: readonly DirectionService[], day: string): Map<number, number[]> {
  const held = services.filter(({ from, to }) => (from ?? day) <= day && day <= (to ?? day));
  const last = services.reduce((latest, { to }) => (to !== null && to > latest ? to : latest), "");
  const holding =
    held.length > 0 ? held : services.filter(({ from, to }) => (from ?? last) <= last && last <= (to ?? last));
  const weekdays = [1, 2, 3, 4, 5, 6, 7].map((weekday) => holding.filter((one) => one.weekdays.includes(weekday)));
  const trips = (some: readonly DirectionService[]) => some.reduce((all, one) => all + leavingTimes(one).length, 0);
  const busiest = weekdays.reduce((most, some) => (trips(some) > trips(most) ? some : most), []);
  const found = new Map<number, number[]>();
  for (const service of busiest.length > 0 ? busiest : holding)
    found.set(service.direction, [
      ...(found.get(service.direction) ?? []),
      ...leavingTimes(service).map((seconds) => seconds / 60),
    ]);
  return found;
}
