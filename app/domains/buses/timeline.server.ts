import { sql } from "kysely";
import { outside } from "~/kit/data/access/outside";
import { inScope, shownWithin } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { loadNames } from "~/kit/room/names.server";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { devicesOfBus } from "./devices.server";
import { scrapped } from "./choices";
import { type BusRow, busRoom } from "./room";
import { type Group, packed, type Span, type Tone } from "./timeline";

/** What held of a bus over time: organisation, state, lines and devices; moments are days and hours where the operator is. */
export async function timelineOf(viewer: Viewer, bus: BusRow): Promise<Group[]> {
  const known = await historyOfBus(bus.busUuid);
  const [{ orgs, states }, lines, devices] = await Promise.all([
    ownPast(viewer, bus, known),
    linesPast(viewer, bus.busUuid, known),
    devicesPast(viewer, bus.busUuid),
  ]);
  return [
    { title: "归属", lanes: [{ title: "所属机构", spans: orgs }] },
    { title: "状态", lanes: [{ title: "车辆状态", spans: states }] },
    {
      title: "线路",
      lanes: [
        ...packed(
          "主线路",
          lines.filter(({ tone }) => tone === "main"),
        ),
        ...packed(
          "其他授权线路",
          lines.filter(({ tone }) => tone === "line"),
        ),
      ],
    },
    { title: "设备", lanes: devices },
  ];
}

interface BusChange {
  at: Date;
  action: string;
  userName: string;
  before: Side | null;
  after: Side | null;
}

type Side = {
  orgId?: string;
  busState?: number;
  lines?: { lineUuid: string; beginDate: string }[];
};

const historyOfBus = async (busUuid: string) =>
  (
    await sql<BusChange>`select at, action, before, after, user_name from history where record_key = ${busUuid} order by record_version, history_id`.execute(
      db(),
    )
  ).rows;

/** Organisation and state as the history tells them; from its registration to the first entry the bus was as that entry found it. */
async function ownPast(
  viewer: Viewer,
  bus: BusRow,
  known: readonly BusChange[],
): Promise<{ orgs: Span[]; states: Span[] }> {
  const names = await loadNames(
    viewer,
    busRoom.refers,
    known.flatMap(({ before, after }) => [before, after]),
  );
  const since = bus.registerDate ? Date.parse(bus.registerDate) : Infinity;
  return {
    orgs: stretches(
      known,
      since,
      (side) => side?.orgId,
      (orgId) => ({ label: names[orgId] ?? bus.orgName, tone: "quiet" }),
    ),
    states: stretches(
      known,
      since,
      (side) => side?.busState,
      (state) => ({ label: busRoom.words.show("busState", state), tone: toneOf(state) }),
    ),
  };
}

const toneOf = (state: number): Tone => (state === 0 ? "good" : state === scrapped ? "bad" : "warn");

/** One span for each stretch in which a field kept its value; none while the bus was deleted. */
function stretches<V>(
  changes: readonly BusChange[],
  since: number,
  field: (side: BusChange["after"]) => V | undefined,
  look: (value: V) => Pick<Span, "label" | "tone">,
): Span[] {
  const spans: Span[] = [];
  let value: V | undefined;
  for (const { at, action, after, userName } of changes) {
    const next = action === "delete" ? undefined : (field(after) ?? value);
    if (next === value) continue;
    const moment = wallTime(formatTime(at, settings().OPERATOR_TIME_ZONE));
    if (value !== undefined) spans.at(-1)!.to = moment;
    if (next !== undefined)
      spans.push({
        ...look(next),
        by: userName,
        from: spans.length === 0 ? Math.min(moment, since) : moment,
        to: null,
      });
    value = next;
  }
  return spans;
}

async function linesPast(viewer: Viewer, busUuid: string, known: readonly BusChange[]): Promise<Span[]> {
  const found = await sql<{
    lineUuid: string;
    lineName: string;
    isMain: boolean;
    begin: string;
    end: string | null;
    visible: boolean;
  }>`
    select line_uuid, ${shownWithin(viewer, sql`l.org_id`, sql`l.line_name`)} as line_name, bl.is_main, lower(bl.valid) as begin, upper(bl.valid) as "end", l.deleted_at is null and ${inScope(viewer, sql`l.org_id`)} as visible
    from bus_line bl join line l using (line_uuid) where bl.bus_uuid = ${busUuid} order by 4`.execute(db());
  return found.rows.map(({ lineUuid, lineName, isMain, begin, end, visible }) => ({
    label: lineName,
    tone: isMain ? "main" : "line",
    from: Date.parse(begin),
    to: end === null ? null : Date.parse(end),
    href: visible ? `/line/line-management/${lineUuid}` : undefined,
    by: known.find(({ before, after }) => holds(after, lineUuid, begin) && !holds(before, lineUuid, begin))?.userName,
  }));
}

const holds = (side: Side | null, lineUuid: string, begin: string) =>
  side?.lines?.some((one) => one.lineUuid === lineUuid && one.beginDate === begin) ?? false;

async function devicesPast(viewer: Viewer, busUuid: string): Promise<{ title: string; spans: Span[] }[]> {
  const lanes = new Map<string, { title: string; spans: Span[] }>();
  for (const { devUuid, devSelfCode, modelName, begin, end, living, boundBy } of await devicesOfBus(viewer, busUuid)) {
    const lane = lanes.get(devUuid) ?? { title: `${modelName} ${devSelfCode}`, spans: [] };
    lane.spans.unshift({
      label: devSelfCode,
      tone: "plain",
      from: wallTime(begin),
      to: end === null ? null : wallTime(end),
      by: boundBy,
      href: living && devSelfCode !== outside ? `/device/device-management/${devUuid}` : undefined,
    });
    lanes.set(devUuid, lane);
  }
  return [...lanes.values()];
}

/** A moment as the clock on the operator's wall shows it, so that it stands among days. */
const wallTime = (shown: string) => Date.parse(`${shown.replace(" ", "T")}Z`);
