import { groupBy } from "~/kit/ground/group-by";
import { clockOf, leavingTimes } from "~/transit/gtfs/timetable";
import type { ServiceDays, TripService } from "~/transit/gtfs/trip-service";
import type { DirectionService } from "./services-along";

/** What runs of a direction on the same days, in words. */
export interface DayTimetable {
  days: string;
  except: string[];
  first: string;
  last: string;
  trips: number;
  /** Some leave about so often, not at given times. */
  isAbout: boolean;
  running: string;
  hours: { hour: string; trips: number; interval: string }[];
}

export function timetableInWords(services: readonly TripService[]): DayTimetable[] {
  const key = ({ name, weekdays, from, to, added, removed }: TripService) =>
    JSON.stringify([name, weekdays, from, to, added, removed]);
  return [...groupBy(services, key).values()]
    .map((group) => dayOf(group))
    .sort((a, b) => b.trips - a.trips || (a.days < b.days ? -1 : 1));
}

const mostDays = 3;

/** A version's timetable by direction as history keeps it; what is said as it `was`, though something of it changed, says so. */
export function timetableInShort(
  services: readonly DirectionService[],
  was?: readonly DirectionService[],
): Record<number, string> {
  const of = (all: readonly DirectionService[], direction: number) => all.filter((one) => one.direction === direction);
  const describe = (some: readonly DirectionService[]) => {
    const days = timetableInWords(some);
    const words = days.slice(0, mostDays).map((one) => `${one.days} ${one.first}–${one.last} ${one.trips} 班`);
    return days.length > mostDays ? `${words.join("，")} 等 ${days.length} 种` : words.join("，") || "没有时刻表";
  };
  return Object.fromEntries(
    [1, 2].map((direction) => {
      const [now, before] = [of(services, direction), was && of(was, direction)];
      const isOther = before && JSON.stringify(before) !== JSON.stringify(now) && describe(before) === describe(now);
      return [direction, isOther ? `${describe(now)}（班次或运营日有变）` : describe(now)];
    }),
  );
}

function dayOf(services: readonly TripService[]): DayTimetable {
  const [days] = services as [TripService];
  const departures = services.flatMap(leavingTimes).sort((a, b) => a - b);
  const minutes = services
    .flatMap(({ legs }) => legs?.at(-1)?.reached ?? [])
    .map((seconds) => Math.round(seconds / 60));
  const [least, most] = [Math.min(...minutes), Math.max(...minutes)];
  return {
    days: daysInWords(days),
    except: exceptionsInWords(days),
    first: clockInWords(departures[0]),
    last: clockInWords(departures.at(-1)),
    trips: departures.length,
    isAbout: services.some(({ frequencies }) => frequencies.some(({ isExact }) => !isExact)),
    running: minutes.length === 0 ? "" : least === most ? `${least} 分钟` : `${least}–${most} 分钟`,
    hours: hoursOf(departures),
  };
}

const weekdayNames = ["一", "二", "三", "四", "五", "六", "日"];

export function daysInWords({ weekdays, from, to }: ServiceDays): string {
  const period = from || to ? `，${from ?? ""} 至 ${to ?? ""}` : "";
  if (weekdays.length === 0) return `仅指定日期${period}`;
  if (weekdays.length === 7) return `每天${period}`;
  const [first, last] = [weekdays[0]!, weekdays.at(-1)!];
  const name = (day: number) => `周${weekdayNames[day - 1]}`;
  const isRow = weekdays.length > 2 && last - first === weekdays.length - 1;
  return `${isRow ? `${name(first)}至${name(last)}` : weekdays.map(name).join("、")}${period}`;
}

const mostNamed = 12;

function exceptionsInWords({ weekdays, added, removed }: ServiceDays): string[] {
  const named = (days: readonly string[]) =>
    `${days.slice(0, mostNamed).join("、")}${days.length > mostNamed ? ` 等 ${days.length} 天` : ""}`;
  return [
    ...(added.length > 0 ? [`${weekdays.length > 0 ? "另在" : "只在"} ${named(added)} 开行`] : []),
    ...(removed.length > 0 ? [`${named(removed)} 停开`] : []),
  ];
}

function clockInWords(seconds: number | undefined): string {
  if (seconds === undefined) return "";
  return `${seconds >= 86_400 ? "次日 " : ""}${clockOf(seconds)}`;
}

/** Seconds; whatever lies farther apart is a break in service. */
const longestGap = 4 * 3600;

function hoursOf(departures: readonly number[]): DayTimetable["hours"] {
  const hours = groupBy(departures.entries(), ([, seconds]) => Math.floor(seconds / 3600));
  return [...hours].map(([hour, some]) => {
    const gaps = some.flatMap(([at, seconds]) => {
      const next = departures[at + 1];
      return next === undefined || next - seconds > longestGap ? [] : [Math.round((next - seconds) / 60)];
    });
    const [least, most] = [Math.min(...gaps), Math.max(...gaps)];
    const interval = gaps.length === 0 ? "—" : least === most ? String(least) : `${least}–${most}`;
    return { hour: `${hour >= 24 ? "次日 " : ""}${hour % 24}`, trips: some.length, interval };
  });
}
