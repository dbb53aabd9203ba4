import { allows } from "~/kit/data/access/viewer";
import { attempt } from "~/kit/ground/problem";
import type { ViewerCall } from "~/kit/page/http/page.server";
import type { ObjectHead } from "~/kit/page/screens";
import { may } from "./policy";
import { requireTask } from "./tasks.server";
import { taskUrl } from "./urls";

/** The task that an address names, read once for a page and the head above it; throws problem.missing. */
export const requireTaskOf = ({ viewer, params, facts }: Pick<ViewerCall, "viewer" | "params" | "facts">) =>
  facts.readOnce(requireTask, params.taskUuid!, () => requireTask(viewer, params.taskUuid!));

/** The head of the task that an address names; null for who may not read it, and where there is none. */
export async function taskHead(call: ViewerCall): Promise<ObjectHead | null> {
  if (!allows(call.viewer, may.read)) return null;
  const found = await attempt(() => requireTaskOf(call));
  if (!found.ok) return null;
  const task = found.value;
  const [url, leftOut] = [taskUrl(task), task.leftOutCount];
  return {
    noun: "下发任务",
    name: task.taskName,
    note: task.taskNum,
    states: [{ label: "状态", words: task.stateName }],
    tabs: [
      { href: url, label: "概况" },
      ...(leftOut > 0 ? [{ href: `${url}/left-out`, label: `没有下发的 ${leftOut} 辆` }] : []),
      { href: `${url}/history`, label: "修改历史" },
    ],
    actions: [],
  };
}
