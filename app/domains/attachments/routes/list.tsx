import { useLoaderData } from "@remix-run/react";
import { unusedDays } from "~/kit/data/files/unused-days";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may, url } from "../policy";
import { listFiles } from "../queries.server";
import { fileTable } from "../table";

export const handle = screen({ title: "附件管理" });

export const loader = page(may.read, (call) => listPage(call, may, fileTable, listFiles));

export default function Attachments() {
  const { may: mine, ...loaded } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      {...loaded}
      table={fileTable}
      room={{ noun: "附件", url }}
      may={{ write: false, remove: mine.remove }}
      without={["recycle"]}
      actions={
        mine.write && (
          <a className="button primary" href={`${url}/new`}>
            上传
          </a>
        )
      }
      emptyText="还没有文件。"
    >
      <p className="quiet">照片、导入文件和附件都在这里；{unusedDays} 天没有被使用的文件会自动删除。</p>
    </ListScreen>
  );
}
