import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { sheetOffer } from "~/kit/room/sheets/sheet-registry";
import { may } from "../policy";
import { listLines } from "../queries.server";
import { lineTable } from "../table";
import { linesUrl } from "../urls";

export const handle = screen({ title: "线路管理" });

export const loader = page(may.read, async (call) => {
  const [list, orgId] = await Promise.all([
    listPage(call, may, lineTable, listLines),
    organisationChoices(call.viewer),
  ]);
  return { ...list, choices: { orgId }, sheet: sheetOffer(call.viewer, linesUrl) };
});

export default function Lines() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListScreen
      {...list}
      room={{ noun: "线路", url: linesUrl }}
      table={lineTable}
      ticked={
        <>
          {list.may.write && (
            <button className="button" formAction={`${linesUrl}/refresh`}>
              重新计算
            </button>
          )}
          <button className="button" formAction={`${linesUrl}/scenario`}>
            测算草稿
          </button>
        </>
      }
      emptyText="还没有线路：可以新增，或在“地图数据下载”中导入地图数据。"
    />
  );
}
