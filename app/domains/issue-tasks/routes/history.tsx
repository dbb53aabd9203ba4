import { useLoaderData } from "@remix-run/react";
import { historyOf } from "~/kit/data/db/history.server";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { page } from "~/kit/page/http/page.server";
import { HistoryScreen, screen } from "~/kit/page/screens";
import { changeLabels, changeWords } from "../change-words";
import { may } from "../policy";
import { requireTaskOf } from "../task-head.server";
import { taskUrl } from "../urls";

interface PageData {
  task: { taskUuid: string; taskName: string };
}

export const handle = screen({
  title: ({ task }: PageData) => `${task.taskName} 的修改历史`,
  under: ({ task }: PageData) => [{ title: task.taskName, href: taskUrl(task) }],
});

export const loader = page(may.read, async ({ viewer, params, facts }) => {
  const task = await requireTaskOf({ viewer, params, facts });
  const changes = await historyOf(task.taskUuid);
  const shown = changes.map((change) => ({ ...change, at: formatTime(change.at, settings().OPERATOR_TIME_ZONE) }));
  return { task, changes: shown };
});

export default function TaskHistory() {
  const { changes } = useLoaderData<typeof loader>();
  return <HistoryScreen changes={changes} labels={changeLabels} show={changeWords} />;
}
