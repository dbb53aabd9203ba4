import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { listImports, templateChoices } from "../queries.server";
import { logTable } from "../table";
import { logUrl } from "../urls";

export const handle = screen({ title: "导入日志" });

export const loader = page(may.read, async (call) => ({
  ...(await listPage(call, {}, logTable, listImports)),
  choices: { templateCode: templateChoices(call.viewer) },
}));

export default function ImportLog() {
  return (
    <ListScreen
      {...useLoaderData<typeof loader>()}
      table={logTable}
      room={{ noun: "导入日志", url: logUrl }}
      emptyText="还没有导入或导出。"
    />
  );
}
