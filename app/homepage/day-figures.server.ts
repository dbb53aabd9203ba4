import { analysisUrl, jobsUrl, loginsUrl, may as logs } from "~/domains/logs/policy";
import { type Range } from "~/domains/logs/range";
import { countLogins, countRequests, countRuns } from "~/domains/logs/sums.server";
import { eventsUrl, may as mayEvents } from "~/domains/vehicle-events/policy";
import { countEventsByDay, countOpenEvents, countUrgent } from "~/domains/vehicle-events/queries.server";
import { may as monitor } from "~/domains/monitor/policy";
import { onlineByHour } from "~/domains/monitor/queries.server";
import type { GroupCount } from "~/domains/monitor/schema";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { orPending, sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { countUnfinishedJobs } from "~/kit/data/jobs/jobs.server";
import { settings } from "~/kit/ground/settings.server";
import { addDays } from "~/kit/ground/time/days";
import { formatTime } from "~/kit/ground/time/format-time";
import { today } from "~/kit/ground/time/today.server";
import type { DayFigure } from "./day-figures";

interface DaysFigures {
  figures: DayFigure[];
  /** How many are still being counted. */
  pending: number;
}

/** The day's logins, errors, jobs and buses online, as far as the viewer may read what is behind them; `fleets` are counted with the page, where they are there yet. */
export async function dayFiguresOf(viewer: Viewer, fleets?: readonly GroupCount[]): Promise<DaysFigures> {
  const day = today();
  const week = { from: addDays(day, -6), to: day };
  const ofLogs = allows(viewer, logs.read) ? [logins, errors, runs] : [];
  const found = await Promise.all(
    [
      ...ofLogs.map((figure) => figure(viewer, week)),
      ...(allows(viewer, monitor.read) ? [fleets ? buses(viewer, fleets) : Promise.resolve(undefined)] : []),
      ...(allows(viewer, mayEvents.read) ? [fenceEvents(viewer, week)] : []),
    ].map(orPending),
  );
  const figures = found.filter((one) => one !== undefined);
  return { figures, pending: found.length - figures.length };
}

const unfinishedJobs = sharedFigures("unfinished jobs", countUnfinishedJobs, { seconds: 10 });

const lately = "最近 7 天";
const ofToday = ({ to }: Range) => `?from=${to}&to=${to}`;

async function logins(viewer: Viewer, week: Range): Promise<DayFigure> {
  const days = await countLogins(viewer, week);
  const { success, failed } = days.at(-1)!;
  return {
    title: "今日登录",
    href: loginsUrl + ofToday(week),
    value: success,
    note: "次成功",
    wrong: failed > 0 ? `失败 ${failed} 次` : undefined,
    chart: {
      label: lately,
      unit: "次",
      bars: days.map((one) => ({ name: one.day.slice(5), value: one.success + one.failed, bad: one.failed })),
    },
  };
}

async function errors(viewer: Viewer, week: Range): Promise<DayFigure> {
  const days = await countRequests(viewer, week, "day");
  const { count, errors: failed } = days.at(-1)!;
  return {
    title: "今日出错",
    href: analysisUrl + ofToday(week),
    value: failed,
    note: `次，共 ${count} 次访问`,
    chart: { label: lately, unit: "次", bars: days.map((one) => ({ name: one.name.slice(5), value: one.errors })) },
  };
}

async function runs(viewer: Viewer, week: Range): Promise<DayFigure> {
  const [days, { running, waiting }] = await Promise.all([countRuns(viewer, week), unfinishedJobs(viewer)]);
  const { errors: failed } = days.at(-1)!;
  return {
    title: "系统任务",
    href: jobsUrl + ofToday(week),
    value: running,
    note: `个正在运行${waiting > 0 ? `，${waiting} 个排队` : ""}`,
    wrong: failed > 0 ? `今日失败 ${failed} 个` : undefined,
    chart: {
      label: lately,
      unit: "个",
      bars: days.map((one) => ({ name: one.name.slice(5), value: one.count, bad: one.errors })),
    },
  };
}

async function buses(viewer: Viewer, fleets: readonly GroupCount[]): Promise<DayFigure> {
  const hours = await onlineByHour(viewer);
  const sum = (count: (one: GroupCount) => number) => fleets.reduce((all, one) => all + count(one), 0);
  const [online, total] = [sum((one) => one.online), sum((one) => one.total)];
  return {
    title: "在线车辆",
    href: "/bus/bus-monitor",
    value: online,
    note: `辆，共 ${total} 辆`,
    chart: {
      label: "最近 24 小时",
      unit: "辆",
      bars: hours.map((one) => ({
        name: formatTime(one.hour, settings().OPERATOR_TIME_ZONE).slice(11, 13) + " 时",
        value: one.online,
      })),
    },
  };
}

async function fenceEvents(viewer: Viewer, week: Range): Promise<DayFigure> {
  const [days, open, urgent] = await Promise.all([
    countEventsByDay(viewer, week.to),
    countOpenEvents(viewer),
    countUrgent(viewer),
  ]);
  const standing = [urgent > 0 && `紧急报警 ${urgent} 起未处理`, open > 0 && `进行中 ${open} 起`].filter(Boolean);
  return {
    title: "今日报警与围栏事件",
    href: urgent > 0 ? `${eventsUrl}?urgent=1&handled=0` : eventsUrl + ofToday(week),
    value: days.at(-1)!.count,
    note: "起",
    wrong: standing.length > 0 ? standing.join("，") : undefined,
    chart: { label: lately, unit: "起", bars: days.map((one) => ({ name: one.day.slice(5), value: one.count })) },
  };
}
