import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { attempt } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { removeTasks } from "../change-task.server";
import { may } from "../policy";
import { requireTaskOf } from "../task-head.server";
import { tasksUrl, taskUrl } from "../urls";

export const handle = screen({ title: ({ task }: { task: { taskName: string } }) => `删除 ${task.taskName}` });

export const loader = page(may.remove, async ({ viewer, params, facts }) => ({
  task: await requireTaskOf({ viewer, params, facts }),
}));

export const action = page(may.remove, async ({ viewer, request, params, facts }) => {
  const task = await requireTaskOf({ viewer, params, facts });
  const done = await attempt(() => removeTasks(viewer, [task.taskUuid]));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(request, `已删除 ${task.taskName}`, tasksUrl);
});

export default function DeleteTask() {
  const { task } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <ConfirmScreen question={`删除任务 ${task.taskName}？`} cancelTo={taskUrl(task)} error={answer?.error} />;
}
