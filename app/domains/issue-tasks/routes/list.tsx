import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { CountTiles } from "~/kit/page/tables/count-tiles";
import { narrowedTo } from "~/kit/page/tables/hrefs";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { readState } from "~/kit/page/tables/state";
import { listRows } from "~/kit/room/source.server";
import { countTasks } from "../count-tasks.server";
import { may } from "../policy";
import { taskTable } from "../table";
import { taskSource } from "../tasks.server";
import { announcedUrl, tasksUrl } from "../urls";
import { taskStates } from "../words";

export const handle = screen({ title: "下发任务" });

export const loader = page(may.read, async (call) => {
  const [list, counts, orgId] = await Promise.all([
    listPage(call, { write: may.write }, taskTable, (viewer, state) => listRows(taskSource, viewer, state)),
    countTasks(call.viewer, readState(taskTable, call.url).filters),
    organisationChoices(call.viewer),
  ]);
  const tiles = taskStates.map(({ value, label }) => ({
    value,
    label,
    look: looks[value],
    count: counts.get(value) ?? 0,
  }));
  return { ...list, tiles, choices: { orgId } };
});

const looks = { 0: undefined, 1: undefined, 2: "warn", 3: "good", 4: "bad", 5: undefined } as const;

export default function Tasks() {
  const { may: mayDo, tiles, ...list } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      {...list}
      table={taskTable}
      emptyText="还没有下发任务：点“新建任务”，选文件、选车辆，再启动。"
      actions={
        <>
          <a className="button" href={announcedUrl}>
            车辆报什么
          </a>
          {mayDo.write && (
            <a className="button primary" href={`${tasksUrl}/new`}>
              新建任务
            </a>
          )}
        </>
      }
    >
      <CountTiles
        label="按状态"
        tiles={tiles.map(({ value, ...tile }) => ({
          ...tile,
          isCurrent: list.state.filters.state === value,
          href: narrowedTo(taskTable, list.state, "state", String(value)),
        }))}
      />
    </ListScreen>
  );
}
