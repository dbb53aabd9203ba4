import type { ServiceDays } from "~/transit/gtfs/trip-service";

/** The days of a feed's trips under ids of their own: their names, numbered where several days have the same. */
export interface ExportCalendars {
  named: ReadonlyMap<string, ServiceDays>;
  idOf(days: ServiceDays): string;
  daily: string;
}

export function nameCalendars(list: readonly ServiceDays[]): ExportCalendars {
  const named = new Map<string, ServiceDays>();
  const ids = new Map<string, string>();
  const free = (name: string) => {
    let [id, count] = [name, 1];
    while (named.has(id)) id = `${name}-${++count}`;
    return id;
  };
  for (const days of list) {
    const id = free(days.name || "service");
    named.set(id, days);
    ids.set(signature(days), id);
  }
  return { named, idOf: (days) => ids.get(signature(days))!, daily: free("daily") };
}

const signature = ({ name, weekdays, from, to, added, removed }: ServiceDays) =>
  JSON.stringify([name, weekdays, from, to, added, removed]);
