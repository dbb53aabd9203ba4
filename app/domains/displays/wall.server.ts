import { sql } from "kysely";
import { countEventsByDay, countOpenEvents, countUrgent, listEvents } from "~/domains/vehicle-events/queries.server";
import { eventKinds, isUrging } from "~/domains/vehicle-events/schema";
import { countOnline, countWatched, onlineByHour, pictureOf } from "~/domains/monitor/queries.server";
import { digest } from "~/kit/data/access/encrypt.server";
import { orgAndBelow } from "~/kit/data/access/org-below.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { today } from "~/kit/ground/time/today.server";
import { drawChart } from "~/kit/page/charts/draw.server";
import { labelOf } from "~/kit/page/forms/rules";

const mostLines = 12;
const mostEvents = 6;

/** What a display shows now; undefined where no display in use has this key. */
export async function loadWall(key: string, requestId: string) {
  const display = await openDisplay(key);
  if (!display) return undefined;
  const viewer = await watcherOf(display, requestId);
  const newest = [{ id: "beganAt", desc: true }];
  const open = { page: 1, size: mostEvents, sort: newest, filters: { open: true } };
  const urging = { page: 1, size: mostEvents, sort: newest, filters: { urgent: true, handled: false } };
  const [buses, hours, lines, days, openEvents, urgent, urgentEvents, events, picture] = await Promise.all([
    countOnline(viewer),
    onlineByHour(viewer),
    countWatched(viewer, {}, "line"),
    countEventsByDay(viewer, today()),
    countOpenEvents(viewer),
    countUrgent(viewer),
    listEvents(viewer, urging),
    listEvents(viewer, open),
    pictureOf(viewer, {}),
  ]);
  const zone = settings().OPERATOR_TIME_ZONE;
  return {
    title: display.displayName,
    orgName: display.orgName,
    at: clock(new Date(), zone),
    buses,
    lines: lines.slice(0, mostLines),
    moreLines: Math.max(0, lines.length - mostLines),
    eventsToday: days.at(-1)!.count,
    openEvents,
    urgent,
    events: [...urgentEvents.rows, ...events.rows.filter((event) => !isUrging(event))]
      .slice(0, mostEvents)
      .map((event) => ({
        eventUuid: event.eventUuid,
        busSelfCode: event.busSelfCode,
        fenceName: event.fenceName,
        isUrgent: isUrging(event),
        words: labelOf(eventKinds, event.kind),
        at: clock(new Date(event.beganAt), zone),
      })),
    picture: { marks: picture.marks, box: picture.box, roads: picture.roads },
    chart: drawHours(hours.map(({ hour, online }) => ({ name: clock(hour, zone).slice(0, 2), online }))),
  };
}

export type Wall = NonNullable<Awaited<ReturnType<typeof loadWall>>>;

interface OpenDisplay {
  displayId: string;
  displayName: string;
  shownOrg: string;
  orgName: string;
}

/** That it was looked at is noted once a minute. */
async function openDisplay(key: string): Promise<OpenDisplay | undefined> {
  const { rows } = await sql<OpenDisplay & { isDue: boolean }>`
    select d.display_id, d.display_name, d.shown_org, o.org_name, coalesce(d.last_seen_at < now() - interval '1 minute', true) as is_due
    from display d join organisation o on o.org_id = d.shown_org where d.key_hash = ${digest(key)} and d.ended_at is null`.execute(
    db(),
  );
  const [found] = rows;
  if (found?.isDue)
    await sql`update display set last_seen_at = now() where display_id = ${found.displayId}`.execute(db());
  return found;
}

/** Nobody's session: it may watch the buses of one branch and nothing else. */
async function watcherOf({ displayId, displayName, shownOrg }: OpenDisplay, requestId: string): Promise<Viewer> {
  const { rows } = await sql<{ orgId: string }>`select org_id from ${orgAndBelow(shownOrg)} as branch`.execute(db());
  return {
    userId: displayId,
    userName: displayName,
    userAccount: "",
    isSuper: false,
    userStatus: "normal",
    orgId: shownOrg,
    orgScope: rows.map(({ orgId }) => orgId),
    permissions: new Set<string>(),
    sessionId: "",
    appCode: null,
    requestId,
  };
}

function clock(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeStyle: "medium", timeZone }).format(moment);
}

function drawHours(hours: { name: string; online: number }[]): string {
  const ink = "#e8eef6";
  return drawChart(
    {
      color: ["#6cb4ff"],
      textStyle: { fontSize: 15 },
      grid: { left: 6, right: 6, top: 24, bottom: 4, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
      xAxis: { type: "category", data: hours.map(({ name }) => name), axisLabel: { color: ink, fontSize: 15 } },
      yAxis: {
        type: "value",
        minInterval: 1,
        axisLabel: { color: ink, fontSize: 15 },
        splitLine: { lineStyle: { color: "#3a4a60" } },
      },
      series: [
        {
          type: "bar",
          barMaxWidth: 24,
          data: hours.map(({ online }) => online),
          label: { show: true, position: "top", color: ink, fontSize: 13 },
        },
      ],
    },
    { width: 620, height: 210 },
  );
}
