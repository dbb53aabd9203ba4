import { useLoaderData } from "@remix-run/react";
import { OnceField } from "~/kit/page/forms/once";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { formDataOf } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ProgressScreen, screen, Section } from "~/kit/page/screens";
import { pageAsked } from "~/kit/page/tables/page-asked";
import { BatchLines } from "../batch-lines";
import { may } from "../policy";
import { acceptProposal, findBatch, linesOfBatch, rejectProposal, steerBatch } from "../queries.server";
import { batchStates } from "../schema";
import { batchesUrl, batchUrl } from "../urls";

const size = 100;
const isRunning = (state: string) => state === "waiting" || state === "running";

export const handle = screen({
  title: "批量匹配结果",
  refresh: ({ batch }: { batch: { state: string } }) => (isRunning(batch.state) ? 2 : undefined),
});

export const loader = page(may.read, async ({ viewer, params, url }) => {
  const page = pageAsked(url);
  const batch = await findBatch(viewer, params.batchId!);
  return {
    batch,
    page,
    ...(await linesOfBatch(viewer, batch.batchId, page, size)),
    mayWrite: allows(viewer, may.write),
  };
});

export const action = page(may.write, async ({ viewer, request, params, url }) => {
  const batchId = params.batchId!;
  const back = `${batchUrl({ batchId })}${url.search}`;
  const [verb = "", classifySid = "", direction] = String((await formDataOf(request)).get("do") ?? "").split(":");
  if (verb === "pause" || verb === "resume" || verb === "cancel") {
    const steered = await attempt(() => steerBatch(viewer, batchId, verb));
    if (!steered.ok) return redirectWith(request, steered.problem.errors[0]!.message, back, "warning");
    return redirectWith(request, { pause: "已暂停", resume: "继续进行", cancel: "已取消，已有的结果保留" }[verb], back);
  }
  const decide = verb === "accept" ? acceptProposal : rejectProposal;
  const done = await attempt(() => decide(viewer, { batchId, classifySid, direction: direction === "2" ? 2 : 1 }));
  if (!done.ok) return redirectWith(request, done.problem.errors[0]?.message ?? done.problem.message, back, "warning");
  return redirectWith(request, verb === "accept" ? "已采用，保存在草稿中" : "不采用，路径没有改变", back);
});

export default function Batch() {
  const { batch, rows, total, page, mayWrite } = useLoaderData<typeof loader>();
  const running = isRunning(batch.state);
  const verbs = mayWrite && (running || batch.state === "paused") && (
    <form method="post">
      <OnceField />
      {running && (
        <button className="button" name="do" value="pause">
          暂停
        </button>
      )}{" "}
      {batch.state === "paused" && (
        <button className="button primary" name="do" value="resume">
          继续
        </button>
      )}{" "}
      <button className="button" name="do" value="cancel">
        取消
      </button>
    </form>
  );
  return (
    <>
      <ProgressScreen
        step={`${batchStates[batch.state]}：${batch.done} / ${batch.total} 个方向，${batch.proposals} 个结果待处理，${batch.refused} 个不能匹配`}
        done={batch.total > 0 ? batch.done / batch.total : undefined}
        state={running ? "running" : "done"}
        actions={
          <>
            <a className="button" href={batchesUrl}>
              返回
            </a>
            {verbs}
          </>
        }
      />
      <Section title="结果">
        <BatchLines rows={rows} mayWrite={mayWrite} />
        {total > size && (
          <p>
            第 {page} 页，共 {Math.ceil(total / size)} 页 {page > 1 && <a href={`?page=${page - 1}`}>上一页</a>}{" "}
            {page * size < total && <a href={`?page=${page + 1}`}>下一页</a>}
          </p>
        )}
      </Section>
    </>
  );
}
