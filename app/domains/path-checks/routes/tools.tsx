import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { listChecks } from "../queries.server";
import { checkTable } from "../table";
import { batchesUrl, checkUrl, whiteListUrl } from "../urls";

export const handle = screen({ title: "线路工具" });

export const loader = page(may.read, async (call) => {
  const [list, organisations, worst] = await Promise.all([
    listPage(call, {}, checkTable, listChecks),
    organisationChoices(call.viewer),
    listChecks(call.viewer, {
      page: 1,
      size: 1,
      sort: [
        { id: "worst", desc: false },
        { id: "lineName", desc: false },
      ],
      filters: {},
    }),
  ]);
  return { ...list, organisations, first: worst.rows[0] ?? null };
});

export default function LineTools() {
  const { organisations, first, ...list } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      {...list}
      table={checkTable}
      choices={{ orgId: organisations }}
      emptyText="今天没有生效的线路路径：先在线路管理中编辑站点、匹配路径并使其生效。"
      actions={
        <>
          <a className="button" href={whiteListUrl}>
            白名单
          </a>
          <a className="button" href={batchesUrl}>
            批量检查与匹配
          </a>
          {first?.checkedAt && (
            <a className="button primary" href={checkUrl(first)}>
              从问题最多的开始复核
            </a>
          )}
        </>
      }
    >
      {first && !first.checkedAt && (
        <p className="notice warn">
          没有待复核的路径，但还有方向没有检查过。<a href={batchesUrl}>开始检查</a>
        </p>
      )}
    </ListScreen>
  );
}
