import type { Leg } from "~/transit/gtfs/trip-service";

/** A stretch between two stations that a timetable gives too little time for. */
export interface TooFast {
  from: number;
  to: number;
  /** Of the slowest trip. */
  seconds: number;
  /** Kilometres an hour that are needed at least. */
  speed: number;
}

/** Timetables are written in whole minutes, so that up to one more may be meant. */
const rounded = 60;
/** Kilometres an hour; of 310 timed stretches of real lines two need more, on the operator's own way as well. */
const credible = 90;

/** The stretches of a path, given by the metres from each station to the next, on which even the slowest trip would have to drive faster than buses do. */
export function tooFast(trips: readonly (readonly Leg[])[], gaps: readonly { routeLength: number }[]): TooFast[] {
  const slowest = new Map<string, TooFast>();
  for (const legs of trips) {
    const timed = legs.flatMap((leg, at) => (leg.exact && leg.reached !== null && at <= gaps.length ? [at] : []));
    timed.slice(1).forEach((to, i) => {
      const from = timed[i]!;
      const seconds = legs[to]!.reached! - legs[from]!.left!;
      const metres = gaps.slice(from, to).reduce((sum, gap) => sum + gap.routeLength, 0);
      const known = slowest.get(`${from}:${to}`);
      if (!known || seconds > known.seconds)
        slowest.set(`${from}:${to}`, { from, to, seconds, speed: Math.round((metres / (seconds + rounded)) * 3.6) });
    });
  }
  return [...slowest.values()].filter(({ speed }) => speed > credible).sort((a, b) => a.from - b.from);
}
