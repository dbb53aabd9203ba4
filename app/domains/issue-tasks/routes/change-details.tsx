import { useLoaderData } from "@remix-run/react";
import { formDataOf } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { readState } from "~/kit/page/tables/state";
import { detailTable } from "../detail-table";
import { cancelDetails, countDetails, retryDetails, type Which } from "../details.server";
import { may } from "../policy";
import { requireTaskOf } from "../task-head.server";
import { taskUrl } from "../urls";

export const handle = screen({ title: ({ verb }: { verb: string }) => `${verb}车辆` });

const isRetry = (url: URL) => url.pathname.endsWith("/retry");

/** Those ticked, or all that the filters find, of this task. */
function whichOf(pairs: URLSearchParams, taskUuid: string): Which {
  const ids = pairs.getAll("ids");
  if (!pairs.has("all")) return { keys: ids, taskUuid };
  const { filters } = readState(detailTable, new URL(`http://page/?${pairs}`));
  return { filters: { ...filters, taskUuid } };
}

export const loader = page(may.start, async ({ viewer, params, url, facts }) => {
  const task = await requireTaskOf({ viewer, params, facts });
  const retry = isRetry(url);
  const count = await countDetails(viewer, whichOf(url.searchParams, task.taskUuid), retry ? [3] : [0, 1]);
  const sent = [...url.searchParams].filter(([name]) => ["ids", "all", "keyword", "state", "stage"].includes(name));
  return { task, count, sent, verb: retry ? "重试" : "取消" };
});

export const action = page(may.start, async ({ viewer, request, params, url, facts }) => {
  const task = await requireTaskOf({ viewer, params, facts });
  const form = await formDataOf(request);
  const pairs = new URLSearchParams([...form].map(([name, value]): [string, string] => [name, String(value)]));
  const which = whichOf(pairs, task.taskUuid);
  const retry = isRetry(url);
  const count = retry
    ? await retryDetails(viewer, which)
    : await cancelDetails(viewer, which, pairs.get("reason")?.slice(0, 200));
  const words = count === 0 ? `没有可以${retry ? "重试" : "取消"}的车辆` : `已${retry ? "重试" : "取消"} ${count} 辆`;
  return redirectWith(request, words, taskUrl(task), count === 0 ? "warning" : "success");
});

export default function ChangeDetails() {
  const { task, count, sent, verb } = useLoaderData<typeof loader>();
  return (
    <ConfirmScreen
      question={
        count === 0
          ? `所选车辆中没有可以${verb}的：${verb === "重试" ? "只有失败的可以重试" : "只有还没有结束的可以取消"}。`
          : `${verb}任务 ${task.taskName} 的 ${count} 辆车？`
      }
      confirm={`${verb} ${count} 辆`}
      cancelTo={taskUrl(task)}
      askReason={verb === "取消"}
    >
      {sent.map(([name, value]) => (
        <input key={name + value} type="hidden" name={name} value={value} />
      ))}
    </ConfirmScreen>
  );
}
