import { useLoaderData } from "@remix-run/react";
import { OnceField } from "~/kit/page/forms/once";
import { page } from "~/kit/page/http/page.server";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ProgressScreen, screen, Section } from "~/kit/page/screens";
import { PlainTable } from "~/kit/page/tables/plain-table";
import { batchLineTable, batchStates } from "../batch-table";
import { cancelBatch, findBatch, linesOfBatch } from "../batches.server";
import { may } from "../policy";
import { batchesUrl, batchUrl } from "../urls";

const isRunning = (state: string) => state === "waiting" || state === "running";

export const handle = screen({
  title: "批量生成结果",
  refresh: ({ batch }: { batch: { state: string } }) => (isRunning(batch.state) ? 2 : undefined),
});

export const loader = page(may.generate, async ({ viewer, params }) => {
  const batch = await findBatch(viewer, params.batchUuid!);
  return { batch, rows: await linesOfBatch(viewer, batch.batchUuid) };
});

export const action = page(may.generate, async ({ viewer, request, params }) => {
  const batchUuid = params.batchUuid!;
  const done = await attempt(() => cancelBatch(viewer, batchUuid));
  if (!done.ok) return redirectWith(request, done.problem.message, batchUrl({ batchUuid }), "warning");
  return redirectWith(request, "已取消，已生成的保留", batchUrl({ batchUuid }));
});

export default function Batch() {
  const { batch, rows } = useLoaderData<typeof loader>();
  const running = isRunning(batch.state);
  const made = batch.done - batch.refused;
  return (
    <>
      <ProgressScreen
        step={`${batchStates[batch.state]}：${batch.done} / ${batch.total} 条，生成 ${made} 条，没有生成 ${batch.refused} 条`}
        done={batch.total > 0 ? batch.done / batch.total : undefined}
        state={running ? "running" : "done"}
        actions={
          <>
            <a className="button" href={batchesUrl}>
              返回
            </a>
            {running && (
              <form method="post">
                <OnceField />
                <button className="button">取消</button>
              </form>
            )}
          </>
        }
      />
      <Section title="结果">
        <PlainTable table={batchLineTable} rows={rows} caption="各线路的结果" empty="没有可以查看的线路。" />
      </Section>
    </>
  );
}
