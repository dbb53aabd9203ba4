import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { attempt } from "~/kit/ground/problem";
import { formDataOf, readReason } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { approveTask } from "../approval.server";
import { cancelTask, pauseTask, resumeTask } from "../change-task.server";
import { may } from "../policy";
import type { TaskRow } from "../rows";
import { startTask } from "../start-task.server";
import { requireTaskOf } from "../task-head.server";
import { taskUrl } from "../urls";

const verbs = {
  approve: {
    label: "审核通过",
    done: "已审核",
    question: (name: string) => `审核通过任务 ${name}？之后它可以启动；到了定时的时间，它会自己启动。`,
  },
  start: {
    label: "启动",
    done: "已启动",
    question: (name: string) => `启动任务 ${name}？车辆会陆续收到文件。`,
  },
  pause: {
    label: "暂停",
    done: "已暂停",
    question: (name: string) => `暂停任务 ${name}？正在下载的车辆会下载完。`,
  },
  resume: {
    label: "继续",
    done: "已继续",
    question: (name: string) => `继续任务 ${name}？到现在为止的失败不再使它暂停。`,
  },
  cancel: {
    label: "取消任务",
    done: "已取消",
    question: (name: string) => `取消任务 ${name}？还没有收到文件的车辆不再下发，不能恢复。`,
  },
} as const;
type Verb = keyof typeof verbs;

const verbOf = (url: URL) => url.pathname.split("/").at(-1) as Verb;

export const handle = screen({
  title: ({ verb, task }: { verb: Verb; task: { taskName: string } }) => `${verbs[verb].label} ${task.taskName}`,
});

const runs = { approve: approveTask, start: startTask, pause: pauseTask, resume: resumeTask, cancel: cancelTask };

export const loader = page(may.start, async ({ viewer, params, url, facts }) => ({
  task: await requireTaskOf({ viewer, params, facts }),
  verb: verbOf(url),
}));

export const action = page(may.start, async ({ viewer, request, params, url }) => {
  const verb = verbs[verbOf(url)];
  const reason = readReason(await formDataOf(request)) ?? "";
  const run: (by: typeof viewer, key: string, why: string) => Promise<TaskRow> = runs[verbOf(url)];
  const done = await attempt(() => run(viewer, params.taskUuid!, reason));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(request, `${verb.done} ${done.value.taskName}`, taskUrl(done.value));
});

export default function ChangeTask() {
  const { task, verb } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmScreen
      question={verbs[verb].question(task.taskName)}
      confirm={verbs[verb].label}
      cancelTo={taskUrl(task)}
      askReason={verb === "pause" || verb === "cancel"}
      error={answer?.error}
    />
  );
}
