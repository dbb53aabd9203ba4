import { useLoaderData } from "@remix-run/react";
import { may } from "~/domains/issue-tasks/policy";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { listRows } from "~/kit/room/source.server";
import { catalogChoices } from "../catalog.server";
import { multiSource } from "../files.server";
import { multiTable } from "../table";
import { catalogUrl, multiFilesUrl } from "../urls";

export const handle = screen({ title: "文件目录" });

export const loader = page(may.read, async (call) => ({
  ...(await listPage(call, { write: may.write }, multiTable, (viewer, state) => listRows(multiSource, viewer, state))),
  choices: {
    catalogUuid: await catalogChoices(call.viewer),
    orgId: await organisationChoices(call.viewer),
  },
}));

export default function MultiFiles() {
  const { may: mine, ...list } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      {...list}
      table={multiTable}
      emptyText="还没有文件：多媒体、固件和配置文件上传后，可以用下发任务发到车上。"
      actions={
        <>
          <a className="button" href={catalogUrl}>
            目录
          </a>
          {mine.write && (
            <a className="button primary" href={`${multiFilesUrl}/new`}>
              上传文件
            </a>
          )}
        </>
      }
    />
  );
}
