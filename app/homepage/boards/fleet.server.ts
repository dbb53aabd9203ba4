import { countExpiring, expiringByKind } from "~/domains/buses/queries.server";
import { busRoom, busStates } from "~/domains/buses/room";
import { may as monitor } from "~/domains/monitor/policy";
import { countWatched } from "~/domains/monitor/queries.server";
import type { GroupCount } from "~/domains/monitor/schema";
import { countLicensesDue } from "~/domains/persons/queries.server";
import { personRoom } from "~/domains/persons/room";
import { eventsUrl, may as events } from "~/domains/vehicle-events/policy";
import { countOpenEvents, countUrgent } from "~/domains/vehicle-events/queries.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { orPending } from "~/kit/data/figures/shared-figures.server";
import { labelOf } from "~/kit/page/forms/rules";
import { type Board, type BoardTable, figureTile } from "./board";

const monitorUrl = "/bus/bus-monitor";

/** Buses: how many, where, in what state, on the road now, with papers that run out. */
export async function fleetBoard(viewer: Viewer): Promise<Board> {
  const may = {
    monitor: allows(viewer, monitor.read),
    persons: allows(viewer, personRoom.may.read),
    events: allows(viewer, events.read),
  };
  const [byOrg, byState, expiring, kinds, licenses, open, urgent] = await Promise.all([
    may.monitor ? orPending(countWatched(viewer, {}, "org")) : undefined,
    may.monitor ? orPending(countWatched(viewer, {}, "state")) : undefined,
    orPending(countExpiring(viewer)),
    orPending(expiringByKind(viewer)),
    may.persons ? orPending(countLicensesDue(viewer)) : undefined,
    may.events ? orPending(countOpenEvents(viewer)) : undefined,
    may.events ? countUrgent(viewer) : undefined,
  ]);
  const sum = (count: (one: GroupCount) => number) => byOrg?.reduce((all, one) => all + count(one), 0);
  return {
    tiles: [
      ...(may.monitor
        ? [
            figureTile(
              sum(({ total }) => total),
              "辆在用（不含报废）",
              monitorUrl,
            ),
            figureTile(
              sum(({ online }) => online),
              "辆在线",
              `${monitorUrl}?online=1`,
              "good",
            ),
            figureTile(
              sum(({ online, total }) => total - online),
              "辆离线",
              `${monitorUrl}?online=0`,
            ),
          ]
        : []),
      figureTile(expiring?.overdue, "辆证照或保养已过期", `${busRoom.url}?expire=overdue`, "bad"),
      figureTile(expiring?.within30, "辆 30 天内到期", `${busRoom.url}?expire=30`, "warn"),
      ...(may.persons
        ? [
            figureTile(licenses?.expired, "人驾驶证已过期", `${personRoom.url}?licenseDue=expired`, "bad"),
            figureTile(licenses?.due, "人驾驶证 30 天内到期", `${personRoom.url}?licenseDue=due`, "warn"),
          ]
        : []),
      ...(may.events
        ? [
            figureTile(urgent, "起紧急报警未处理", `${eventsUrl}?urgent=1&handled=0`, "bad"),
            figureTile(open, "起事件进行中", `${eventsUrl}?open=1`, "warn"),
          ]
        : []),
    ],
    tables: [
      ...(byOrg ? [ofGroups("各机构车辆", byOrg, "orgId", ({ name }) => name)] : []),
      ...(byState ? [ofGroups("各状态车辆", byState, "busState", ({ key }) => labelOf(busStates, Number(key)))] : []),
      {
        title: "30 天内到期",
        all: { label: "全部到期车辆", href: `${busRoom.url}?expire=30` },
        head: "辆",
        empty: "30 天内没有到期的证照和保养。",
        rows: (kinds ?? []).map(({ label, overdue, soon }) => ({
          name: label,
          figure: String(overdue + soon),
          shares: [
            { label: "已过期", count: overdue, look: "bad" },
            { label: "快到期", count: soon, look: "warn" },
          ],
        })),
      },
    ],
    pending: [may.monitor && !byOrg, !expiring, !kinds, may.persons && !licenses].filter(Boolean).length,
  };
}

function ofGroups(
  title: string,
  groups: readonly GroupCount[],
  filter: string,
  nameOf: (group: GroupCount) => string | null | undefined,
): BoardTable {
  return {
    title,
    all: { label: "打开车辆监控", href: monitorUrl },
    head: "辆",
    empty: "还没有车辆。",
    rows: groups.map((group) => {
      const href = `${monitorUrl}?${filter}=${group.key}`;
      return {
        name: nameOf(group) ?? "没有名称",
        href,
        figure: String(group.total),
        shares: [
          { label: "在线", count: group.online, look: "good", href: `${href}&online=1` },
          { label: "离线", count: group.total - group.online, look: "faint", href: `${href}&online=0` },
        ],
      };
    }),
  };
}
