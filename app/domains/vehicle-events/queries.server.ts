import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { isVisible } from "~/kit/room/source-sql.server";
import { findRow, listRows } from "~/kit/room/source.server";
import type { ListState } from "~/kit/page/tables/select-page.server";
import type { EventFilters } from "./schema";
import { eventSource, isUrgent } from "./source.server";

export { oldEvents } from "./old-events.server";
export { type AlarmReport, takeAlarms } from "./take-alarms.server";
export { watchFences } from "./watch.server";

export const listEvents = (viewer: Viewer, state: ListState<EventFilters>) => listRows(eventSource, viewer, state);
export const findEvent = (viewer: Viewer, eventUuid: string) => findRow(eventSource, viewer, eventUuid);

const mostOfBus = 5;

export async function eventsOfBus(viewer: Viewer, busSelfCode: string) {
  const state = { page: 1, size: mostOfBus, sort: [{ id: "beganAt", desc: true }], filters: { bus: busSelfCode } };
  return (await listEvents(viewer, state)).rows;
}

/** How many events of the viewer's buses are going on. */
export const countOpenEvents = sharedFigures(
  "open events",
  async (viewer): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
    select count(*) from ${eventSource.from} where ended_at is null and ${isVisible(eventSource, viewer)}`.execute(
      db(),
    );
    return rows[0]!.count;
  },
  { seconds: 10 },
);

/** How many urgent alarms of the viewer's buses nobody has seen to. */
export async function countUrgent(viewer: Viewer): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${eventSource.from} where ${isUrgent()} and acknowledged_at is null and ${isVisible(eventSource, viewer)}`.execute(
    db(),
  );
  return rows[0]!.count;
}

/** Keeps that somebody has seen to an event; once and for all. */
export async function acknowledge(viewer: Viewer, eventUuid: string, note: string): Promise<void> {
  const event = await findEvent(viewer, eventUuid);
  if (!event) throw problem.missing("车辆事件");
  const { numAffectedRows } = await sql`
    update vehicle_event set acknowledged_at = now(), acknowledged_by = ${viewer.userId}, acknowledged_by_name = ${viewer.userName}, acknowledged_note = ${note}
    where event_uuid = ${eventUuid} and acknowledged_at is null`.execute(db());
  if (Number(numAffectedRows) === 0) throw problem.used("这件事已有人处理");
}

/** Events that began on each of seven days up to this one. */
export const countEventsByDay = sharedFigures(
  "events by day",
  async (viewer, day: string): Promise<{ day: string; count: number }[]> => {
    const zone = settings().OPERATOR_TIME_ZONE;
    const { rows } = await sql<{ day: string; count: number }>`
    select days.day::date::text as day, coalesce(counted.count, 0) as count
    from generate_series(${day}::date - 6, ${day}::date, interval '1 day') as days (day)
    left join (select (began_at at time zone ${zone})::date as day, count(*) from ${eventSource.from}
      where began_at >= ((${day}::date - 6)::timestamp at time zone ${zone}) and ${isVisible(eventSource, viewer)} group by 1) counted on counted.day = days.day::date
    order by 1`.execute(db());
    return rows;
  },
);
