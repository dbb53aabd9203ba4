import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { orPending } from "~/kit/data/figures/shared-figures.server";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { CountTiles } from "~/kit/page/tables/count-tiles";
import { narrowedTo } from "~/kit/page/tables/hrefs";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { readState } from "~/kit/page/tables/state";
import { listRows } from "~/kit/room/source.server";
import { may } from "../../policy";
import { announcedUrl, tasksUrl } from "../../urls";
import { announcedSource, countAnnounced, offeredLines } from "../announced.server";
import { keepAnnounced } from "../keep-announced.server";
import { announcedTable } from "../table";
import { announcedTiles } from "../tiles";

export const handle = screen({ title: "车辆报什么" });

export const loader = page(may.read, async (call) => {
  const { viewer } = call;
  const madeAt = await orPending(keepAnnounced());
  const [list, counts, orgId, lines] = await Promise.all([
    listPage(call, {}, announcedTable, (by, state) => listRows(announcedSource(), by, state)),
    madeAt === undefined ? undefined : orPending(countAnnounced(viewer, readState(announcedTable, call.url).filters)),
    organisationChoices(viewer),
    offeredLines(viewer),
  ]);
  return { ...list, counts, isMade: madeAt !== undefined, choices: { orgId, lineUuid: lines } };
});

export default function Announced() {
  const { counts, isMade, may: _may, ...list } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      {...list}
      table={announcedTable}
      room={{ noun: "车辆报什么", url: announcedUrl }}
      emptyText={isMade ? "没有今天有主线路的车辆。" : "正在统计，请稍后刷新。"}
      actions={
        <>
          <a className="button" href={tasksUrl}>
            下发任务
          </a>
          <a className="button" href={`${announcedUrl}/lines`}>
            按线路
          </a>
        </>
      }
    >
      {!isMade && <p className="notice warn">车辆很多，正在按最新的报告更新；现在显示的是上一次的情况，请稍后刷新。</p>}
      <CountTiles
        label="按报站内容"
        tiles={announcedTiles(
          counts,
          (standing) => narrowedTo(announcedTable, list.state, "standing", standing),
          list.state.filters.standing,
        )}
      />
    </ListScreen>
  );
}
