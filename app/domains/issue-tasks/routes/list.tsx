import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { listRows } from "~/kit/room/source.server";
import { may } from "../policy";
import { taskTable } from "../table";
import { taskSource } from "../tasks.server";
import { announcedUrl, tasksUrl } from "../urls";

export const handle = screen({ title: "下发任务" });

export const loader = page(may.read, async (call) => ({
  ...(await listPage(call, { write: may.write }, taskTable, (viewer, state) => listRows(taskSource, viewer, state))),
  choices: { orgId: await organisationChoices(call.viewer) },
}));

export default function Tasks() {
  const { may: mayDo, ...list } = useLoaderData<typeof loader>();
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
    />
  );
}
