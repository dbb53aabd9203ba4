import { leavingTimes } from "~/transit/gtfs/timetable";
import type { DirectionService } from "../timetable/services-along";

/** Minutes of the day at which buses leave in each direction on the weekday with most trips, around this day or as long as the timetable holds. */
export function busiestDepartures(services: readonly DirectionService[], day: string): Map<number, number[]> {
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
