import { countExpiring, type ExpiringKind, expiringByKind } from "~/domains/buses/queries.server";
import { busRoom } from "~/domains/buses/room";
import { may as issueTasks } from "~/domains/issue-tasks/policy";
import { countAnnounced } from "~/domains/issue-tasks/queries.server";
import { announcedUrl } from "~/domains/issue-tasks/urls";
import { may as lineFiles } from "~/domains/line-files/policy";
import { countFoundWrong, countStandings } from "~/domains/line-files/queries.server";
import { filesUrl } from "~/domains/line-files/urls";
import { may as lines } from "~/domains/lines/policy";
import { linesToCheck, linesToReview } from "~/domains/lines/queries.server";
import { linesUrl } from "~/domains/lines/urls";
import { may as pathChecks } from "~/domains/path-checks/policy";
import { countOpenChecks } from "~/domains/path-checks/queries.server";
import { countLicensesDue } from "~/domains/persons/queries.server";
import { personRoom } from "~/domains/persons/room";
import { orPending } from "~/kit/data/figures/shared-figures.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";

interface Link {
  words: string;
  href: string;
}

export interface Reminder {
  title: string;
  overdue: Link | false;
  soon: Link | false;
  /** What it is made of, kind by kind. */
  parts?: string[];
}

export interface Reminders {
  found: Reminder[];
  /** Of how many kinds the figures are still being made. */
  pending: number;
}

/** What waits for the viewer, has run out or soon will, in the rooms that the viewer may read; undefined for who may read none. */
export async function remindersOf(viewer: Viewer): Promise<Reminders | undefined> {
  const asked = [
    allows(viewer, lines.publish) && ofLines,
    allows(viewer, lines.write) && ofMovedStations,
    allows(viewer, pathChecks.write) && ofChecks,
    allows(viewer, busRoom.may.read) && ofBuses,
    allows(viewer, personRoom.may.read) && ofPersons,
    allows(viewer, lineFiles.write) && ofLineFiles,
    allows(viewer, lineFiles.write) && ofVoices,
    allows(viewer, issueTasks.write) && ofAnnounced,
  ].filter((ask) => ask !== false);
  if (asked.length === 0) return undefined;
  const made = (await Promise.all(asked.map((ask) => orPending(ask(viewer))))).filter((one) => one !== undefined);
  return { found: made.filter(({ overdue, soon }) => overdue || soon), pending: asked.length - made.length };
}

async function ofBuses(viewer: Viewer): Promise<Reminder> {
  const [{ overdue, within30 }, kinds] = await Promise.all([countExpiring(viewer), expiringByKind(viewer)]);
  return {
    title: "车辆证照与保养",
    overdue: overdue > 0 && { words: `${overdue} 辆已过期`, href: `${busRoom.url}?expire=overdue` },
    soon: within30 > overdue && {
      words: `${within30} 辆 30 天内到期${overdue > 0 ? "或已过期" : ""}`,
      href: `${busRoom.url}?expire=30`,
    },
    parts: kinds.map(kindInWords),
  };
}

function kindInWords({ label, overdue, soon, nextDays }: ExpiringKind): string {
  const next = nextDays === 0 ? "最近的今天到期" : `最近的剩 ${nextDays} 天`;
  return `${label}：${[overdue > 0 && `${overdue} 辆已过期`, soon > 0 && `${soon} 辆 30 天内到期，${next}`].filter(Boolean).join("；")}`;
}

async function ofChecks(viewer: Viewer): Promise<Reminder> {
  const { doubtful, recheck } = await countOpenChecks(viewer);
  return {
    title: "路径复核",
    overdue: recheck > 0 && {
      words: `${recheck} 条因道路变化需再次确认`,
      href: "/line/line-tools?state=recheck",
    },
    soon: doubtful > 0 && { words: `${doubtful} 条路径待复核`, href: "/line/line-tools?state=doubtful" },
  };
}

async function ofLines(viewer: Viewer): Promise<Reminder> {
  const waiting = await linesToCheck(viewer);
  return {
    title: "线路版本",
    overdue: false,
    soon: waiting > 0 && { words: `${waiting} 条线路的草稿待您审核`, href: `${linesUrl}?waiting=1` },
  };
}

async function ofMovedStations(viewer: Viewer): Promise<Reminder> {
  const stale = await linesToReview(viewer);
  return {
    title: "站点移动",
    overdue: stale > 0 && { words: `${stale} 条线路待复核`, href: `${linesUrl}?toReview=1` },
    soon: false,
  };
}

async function ofLineFiles(viewer: Viewer): Promise<Reminder> {
  const { outdated, missing, lines: touched, buses } = await countStandings(viewer);
  return {
    title: "线路文件",
    overdue: outdated > 0 && {
      words: `${outdated} 个已过期（${touched} 条线路，${buses} 辆车）`,
      href: `${filesUrl}?standing=outdated`,
    },
    soon: missing > 0 && { words: `${missing} 个线路分类还没有线路文件`, href: `${filesUrl}?standing=none` },
  };
}

async function ofVoices(viewer: Viewer): Promise<Reminder> {
  const { missing, lines: touched, wrong, otherNames } = await countFoundWrong(viewer);
  const names = otherNames > 0 ? `，其中 ${otherNames} 条的语音说的不是站名` : "";
  return {
    title: "线路语音",
    overdue: missing > 0 && {
      words: `${touched} 条线路缺 ${missing} 段语音`,
      href: "/voice/line-station-voice/completeness?wrong=missing",
    },
    soon: wrong > 0 && {
      words: `${wrong} 条线路的文件检查出错误${names}`,
      href: "/voice/line-station-voice/completeness?wrong=errors",
    },
  };
}

async function ofAnnounced(viewer: Viewer): Promise<Reminder> {
  const { old, none, other, unknown } = await countAnnounced(viewer);
  const rest = [
    none > 0 && `${none} 辆没有文件`,
    other > 0 && `${other} 辆是别的线路的文件`,
    unknown > 0 && `${unknown} 辆从未报告`,
  ];
  return {
    title: "车辆报站",
    overdue: old > 0 && { words: `${old} 辆还在用旧的线路文件`, href: `${announcedUrl}?standing=old` },
    soon: rest.some(Boolean) && { words: rest.filter(Boolean).join("，"), href: announcedUrl },
  };
}

async function ofPersons(viewer: Viewer): Promise<Reminder> {
  const { due, expired } = await countLicensesDue(viewer);
  return {
    title: "驾驶证",
    overdue: expired > 0 && { words: `${expired} 人已过期`, href: `${personRoom.url}?licenseDue=expired` },
    soon: due > 0 && { words: `${due} 人 30 天内到期`, href: `${personRoom.url}?licenseDue=due` },
  };
}
