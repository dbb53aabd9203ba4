import { useLoaderData } from "@remix-run/react";
import { findLine } from "~/domains/lines/queries.server";
import { lineUrl } from "~/domains/lines/schema";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { listVariants } from "../queries.server";
import { variantRoom } from "../room";
import { variantTable } from "../table";

export const handle = screen({ title: "线路分类" });

export const loader = page(may.read, async (call) => {
  const lineUuid = call.url.searchParams.get("lineUuid");
  const [list, orgs, line] = await Promise.all([
    listPage(call, may, variantTable, listVariants),
    organisationChoices(call.viewer),
    lineUuid ? findLine(call.viewer, lineUuid) : null,
  ]);
  return { ...list, orgs, line: line ? { lineUuid: line.lineUuid, lineName: line.lineName } : null };
});

export default function Variants() {
  const { orgs, line, ...list } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      room={variantRoom}
      table={variantTable}
      {...list}
      without={["change"]}
      choices={{ orgId: orgs }}
      actions={
        <a className="button" href={`${variantRoom.url}/compare`}>
          比较版本
        </a>
      }
      emptyText="还没有线路：新增线路时会同时建立它的主分类。"
    >
      {line && (
        <p className="notice">
          只列出 <a href={lineUrl(line)}>{line.lineName}</a> 的分类。
          {list.may.write && <a href={`${variantRoom.url}/new?lineUuid=${line.lineUuid}`}>为它新增分类</a>}{" "}
          <a href={variantRoom.url}>列出全部</a>
        </p>
      )}
    </ListScreen>
  );
}
