import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { pageAsked } from "~/kit/page/tables/page-asked";
import { PlainTable } from "~/kit/page/tables/plain-table";
import { leftOutTable, reasonTable } from "../left-out-table";
import { listLeftOut } from "../left-out.server";
import { may } from "../policy";
import { requireTaskOf } from "../task-head.server";
import { taskUrl } from "../urls";

interface PageData {
  task: { taskUuid: string; taskName: string };
}

export const handle = screen({
  title: ({ task }: PageData) => `${task.taskName} 没有下发的车辆`,
  under: ({ task }: PageData) => [{ title: task.taskName, href: taskUrl(task) }],
});

export const loader = page(may.read, async ({ viewer, params, url, facts }) => {
  const task = await requireTaskOf({ viewer, params, facts });
  const { searchParams } = url;
  const word = (name: string) => searchParams.get(name)?.trim().slice(0, 200) || undefined;
  const asked = { reason: word("reason"), keyword: word("keyword") };
  const pageNum = pageAsked(url);
  return { task, pageNum, asked, ...(await listLeftOut(viewer, task.taskUuid, { page: pageNum, ...asked })) };
});

export default function LeftOutVehicles() {
  const { pageNum, asked, reasons, rows, total, size } = useLoaderData<typeof loader>();
  const pages = Math.ceil(total / size);
  const hrefOf = (page: number) =>
    `?${new URLSearchParams(Object.entries({ ...asked, page: String(page) }).filter((one): one is [string, string] => !!one[1]))}`;
  return (
    <>
      <Heading />
      <Section title="原因">
        <PlainTable table={reasonTable} rows={reasons} caption="原因" empty="没有。" />
      </Section>
      <Section title={asked.reason || asked.keyword ? `找到 ${total} 辆` : `${total} 辆`}>
        <form method="get">
          <select name="reason" defaultValue={asked.reason ?? ""} aria-label="原因">
            <option value="">全部原因</option>
            {reasons.map(({ reason, count }) => (
              <option key={reason} value={reason}>{`${reason}（${count}）`}</option>
            ))}
          </select>{" "}
          <input
            type="search"
            name="keyword"
            defaultValue={asked.keyword}
            placeholder="自编号或车牌号"
            aria-label="自编号或车牌号"
            maxLength={32}
          />{" "}
          <button className="button">查找</button> {(asked.reason || asked.keyword) && <a href="?">清除</a>}
        </form>
        <PlainTable
          table={leftOutTable}
          rows={rows}
          caption="没有下发的车辆"
          empty={asked.reason || asked.keyword ? "没有符合条件的车辆。" : "没有。"}
        />
        {pages > 1 && (
          <p>
            {pageNum > 1 && <a href={hrefOf(pageNum - 1)}>上一页</a>} 第 {pageNum} 页，共 {pages} 页{" "}
            {pageNum < pages && <a href={hrefOf(pageNum + 1)}>下一页</a>}
          </p>
        )}
      </Section>
    </>
  );
}
