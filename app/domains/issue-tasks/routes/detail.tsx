import { useLoaderData } from "@remix-run/react";
import { allows } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { Chart } from "~/kit/page/charts/chart";
import { page } from "~/kit/page/http/page.server";
import { ServerOnly } from "~/kit/page/http/server-only";
import { DetailScreen, Facts, RecordNotices, screen, Section } from "~/kit/page/screens";
import { readState } from "~/kit/page/tables/state";
import { noticesOf } from "~/kit/room/record-notices.server";
import { authorOf, mustBeApproved } from "../approval.server";
import { CountsBar } from "../counts-bar";
import { filesOfTask } from "../chosen-files.server";
import { detailTable } from "../detail-table";
import { listDetails } from "../details.server";
import { drawMinutes, minutesOf } from "../minutes.server";
import { may } from "../policy";
import { stagesOf } from "../stages.server";
import { StageSteps } from "../stage-steps";
import { TaskActions } from "../task-actions";
import { taskFacts } from "../task-facts";
import { requireTaskOf } from "../task-head.server";
import { Vehicles } from "../vehicles";

interface PageData {
  task: { taskName: string; state: number };
}

export const handle = screen({
  title: ({ task }: PageData) => task.taskName,
  refresh: ({ task }: PageData) => (task.state === 1 ? 5 : undefined),
});

export const loader = page(may.read, async ({ viewer, params, url, facts }) => {
  const task = await requireTaskOf({ viewer, params, facts });
  const { taskUuid } = task;
  const read = readState(detailTable, url);
  const state = { ...read, filters: { ...read.filters, taskUuid } };
  const [found, minutes, files, notices, stages] = await Promise.all([
    listDetails(viewer, state),
    minutesOf(taskUuid),
    filesOfTask(db(), taskUuid),
    noticesOf(viewer, "issue-tasks", taskUuid),
    stagesOf(task),
  ]);
  const isToWait = task.state === 0 && !task.approvedBy && (await mustBeApproved());
  const createdBy = isToWait ? await authorOf(taskUuid) : null;
  const shown = (at: string | null) => at && formatTime(new Date(at), settings().OPERATOR_TIME_ZONE);
  return {
    task,
    state,
    notices,
    stages,
    rows: new ServerOnly(found.rows),
    total: found.more ? { atLeast: found.total } : found.total,
    facts: taskFacts(task, files, shown),
    chart: minutes.rows.length > 0 ? { ...drawMinutes(minutes.rows), step: minutes.step } : null,
    isToWait,
    may: {
      start: allows(viewer, may.start) && !isToWait,
      approve: allows(viewer, may.start) && isToWait && createdBy !== viewer.userId,
      remove: allows(viewer, may.remove),
    },
  };
});

export default function Task() {
  const { task, state, notices, stages, rows, total, facts, chart, isToWait, may } = useLoaderData<typeof loader>();
  return (
    <DetailScreen actions={<TaskActions task={task} may={may} />}>
      <RecordNotices notices={notices} />
      {task.stoppedBecause && (
        <p role="status" className="notice warn">
          {task.stoppedBecause}
        </p>
      )}
      {isToWait && (
        <p role="status" className="notice warn">
          等另一人审核：通过后才能启动{task.startTime && "，到了定时的时间自己启动"}。
        </p>
      )}
      {task.preparing && (
        <p role="status" className="notice">
          {task.preparing}
        </p>
      )}
      <Section title={`${task.total} 辆次`}>
        <CountsBar counts={task} />
        {stages.length > 0 && <StageSteps stages={stages} />}
        {task.state === 1 && (
          <p className="quiet">
            本页会自动更新。<a href="?">立即更新</a> <a href="?still=1">停止自动更新</a>
          </p>
        )}
      </Section>
      <Vehicles task={task} state={state} rows={rows.value} total={total} mayStart={may.start} />
      {chart && (
        <Section title={chart.step === 1 ? "每分钟" : `每 ${chart.step} 分钟`}>
          <Chart label="收到和失败的车辆" option={chart.option as never} svg={chart.svg} height={chart.height} />
        </Section>
      )}
      <Section title="基本信息">
        <Facts facts={facts} />
      </Section>
    </DetailScreen>
  );
}
