import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { PlainTable } from "~/kit/page/tables/plain-table";
import { leftOutTable, reasonTable } from "../left-out-table";
import { listLeftOut } from "../left-out.server";
import { may } from "../policy";
import { requireTask } from "../tasks.server";
import { taskUrl } from "../urls";

interface Loaded {
  task: { taskUuid: string; taskName: string };
}

export const handle = screen({
  title: ({ task }: Loaded) => `${task.taskName} 没有下发的车辆`,
  under: ({ task }: Loaded) => [{ title: task.taskName, href: taskUrl(task) }],
});

export const loader = page(may.read, async ({ viewer, params, url }) => {
  const task = await requireTask(viewer, params.taskUuid!);
  const pageNum = Math.max(1, Number(url.searchParams.get("page")) || 1);
  return { task, pageNum, ...(await listLeftOut(viewer, task.taskUuid, pageNum)) };
});

export default function LeftOutVehicles() {
  const { task, pageNum, reasons, rows, total, size } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading>
        <a className="button" href={taskUrl(task)}>
          返回任务
        </a>
      </Heading>
      <Section title="原因">
        <PlainTable table={reasonTable} rows={reasons} caption="原因" empty="没有。" />
      </Section>
      <Section title={`${total} 辆`}>
        <PlainTable table={leftOutTable} rows={rows} caption="没有下发的车辆" empty="这一页没有。" />
        <p>
          {pageNum > 1 && <a href={`?page=${pageNum - 1}`}>上一页</a>}{" "}
          {pageNum * size < total && <a href={`?page=${pageNum + 1}`}>下一页</a>}
        </p>
      </Section>
    </>
  );
}
