import { useLoaderData } from "@remix-run/react";
import { allows } from "~/kit/data/access/viewer";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { listImports, templateChoices } from "../queries.server";
import { importTable } from "../table";
import { importsUrl, listUrl } from "../urls";

export const handle = screen({ title: "导入列表" });

export const loader = page(may.read, async (call) => ({
  ...(await listPage(call, {}, importTable, (viewer, { filters, ...state }) =>
    listImports(viewer, { ...state, filters: { ...filters, kind: "import" } }),
  )),
  choices: { templateCode: templateChoices(call.viewer) },
  mayImport: allows(call.viewer, may.write),
}));

export default function ImportList() {
  const { mayImport, ...list } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      {...list}
      table={importTable}
      room={{ noun: "导入", url: listUrl }}
      without={["export"]}
      emptyText="还没有导入过文件。"
      actions={
        mayImport && (
          <a className="button primary" href={importsUrl}>
            导入文件
          </a>
        )
      }
    />
  );
}
