import { may as issueTasks } from "~/domains/issue-tasks/policy";
import { announcedStandings, countAnnounced, countTasks, taskStates } from "~/domains/issue-tasks/queries.server";
import { announcedUrl, tasksUrl } from "~/domains/issue-tasks/urls";
import { countFoundWrong, countStandings } from "~/domains/line-files/queries.server";
import { filesUrl } from "~/domains/line-files/urls";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { orPending } from "~/kit/data/figures/shared-figures.server";
import { type Board, figureTile } from "./board";

const completenessUrl = "/voice/line-station-voice/completeness";

/** Announcements: line files that lack something, tasks under way, what buses announce. */
export async function voiceBoard(viewer: Viewer): Promise<Board> {
  const mayIssue = allows(viewer, issueTasks.read);
  const [standings, wrong, announced, tasks] = await Promise.all([
    orPending(countStandings(viewer)),
    orPending(countFoundWrong(viewer)),
    mayIssue ? orPending(countAnnounced(viewer)) : undefined,
    mayIssue ? countTasks(viewer, {}) : undefined,
  ]);
  const counts = taskStates.map(({ value, label }) => ({ value, label, count: tasks?.get(value) ?? 0 }));
  const looks = { 0: "quiet", 1: "accent", 2: "warn", 3: "good", 4: "bad", 5: "faint" } as const;
  return {
    tiles: [
      figureTile(standings?.missing, "个线路分类没有文件", `${filesUrl}?standing=none`, "warn"),
      figureTile(standings?.outdated, "个文件过期", `${filesUrl}?standing=outdated`, "bad"),
      figureTile(wrong?.missing, "段语音缺少", `${completenessUrl}?wrong=missing`, "bad"),
      figureTile(wrong?.wrong, "条线路的文件有错误", `${completenessUrl}?wrong=errors`, "bad"),
      ...(mayIssue
        ? [
            figureTile(tasks!.get(1) ?? 0, "个下发任务进行中", `${tasksUrl}?state=1`),
            figureTile(announced?.current, "辆车报的是最新", `${announcedUrl}?standing=current`, "good"),
            figureTile(announced?.old, "辆车报旧的文件", `${announcedUrl}?standing=old`, "bad"),
          ]
        : []),
    ],
    tables: mayIssue
      ? [
          {
            title: "车辆报什么",
            all: { label: "按线路看", href: `${announcedUrl}/lines` },
            head: "辆",
            empty: "还没有有主线路的车辆。",
            rows: announced
              ? [
                  {
                    name: "全部车辆",
                    href: announcedUrl,
                    figure: String(Object.values(announced).reduce((sum, count) => sum + count, 0)),
                    shares: announcedStandings.map(({ value, label, look }) => ({
                      label,
                      look,
                      count: announced[value],
                      href: `${announcedUrl}?standing=${value}`,
                    })),
                  },
                ]
              : [],
          },
          {
            title: "下发任务",
            all: { label: "全部任务", href: tasksUrl },
            head: "个",
            empty: "还没有下发任务。",
            rows: [
              {
                name: "全部任务",
                href: tasksUrl,
                figure: String(counts.reduce((sum, { count }) => sum + count, 0)),
                shares: counts.map(({ value, label, count }) => ({
                  label,
                  count,
                  look: looks[value],
                  href: `${tasksUrl}?state=${value}`,
                })),
              },
            ],
          },
        ]
      : [],
    pending: [!standings, !wrong, mayIssue && !announced].filter(Boolean).length,
  };
}
