/** One direction as it is run: kilometres, minutes from end to end, and when the first and last bus leave. */
export interface Run {
  km: number | null;
  minutes: number | null;
  first: string | null;
  last: string | null;
}

/** What a day of a line takes; null where something is not known. */
export interface Demand {
  /** Minutes until a bus can leave again where it began. */
  cycle: number | null;
  buses: number | null;
  trips: number | null;
  /** Vehicle kilometres. */
  km: number | null;
}

/** A bus rests at the end of each direction; buses leave both ends at the same interval all day. */
export function demandOf(runs: readonly Run[], { interval, layover }: { interval: number; layover: number }): Demand {
  const driven = runs.filter(({ km, minutes }) => km !== null || minutes !== null);
  const trips = driven.map(({ first, last }) => tripsBetween(first, last, interval));
  const cycle = sum(driven.map(({ minutes }) => (minutes === null ? null : minutes + layover)));
  const km = sum(driven.map((run, at) => (run.km === null || trips[at] === null ? null : run.km * trips[at]!)));
  return {
    cycle,
    buses: cycle === null ? null : Math.ceil(cycle / interval),
    trips: sum(trips),
    km: km === null ? null : Math.round(km * 10) / 10,
  };
}

/** What some lines take together, with how many of them are not known. */
export function addDemands(demands: readonly (Demand | null)[]): { buses: number; km: number; unknown: number } {
  const known = demands.filter((one) => one !== null);
  return {
    buses: known.reduce((all, { buses }) => all + (buses ?? 0), 0),
    km: Math.round(known.reduce((all, { km }) => all + (km ?? 0), 0) * 10) / 10,
    unknown: known.filter(({ buses, km }) => buses === null || km === null).length,
  };
}

/** The first number of an interval in words: 高峰 5–8 分钟 begins with 5. */
export function intervalIn(words: string | null): number | null {
  const minutes = Number(/\d+(?:\.\d+)?/.exec(words ?? "")?.[0]);
  return minutes >= 1 && minutes <= 240 ? minutes : null;
}

/** A last bus before the first one leaves on the next day. */
function tripsBetween(first: string | null, last: string | null, interval: number): number | null {
  if (!first || !last) return null;
  const [from, to] = [minuteOf(first), minuteOf(last)];
  return Math.floor((to < from ? to + 24 * 60 - from : to - from) / interval) + 1;
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  return hours! * 60 + minutes!;
}

function sum(values: readonly (number | null)[]): number | null {
  return values.length === 0 || values.includes(null)
    ? null
    : values.reduce<number>((all, value) => all + (value ?? 0), 0);
}
