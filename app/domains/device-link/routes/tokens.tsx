import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { linkTokensUrl, may } from "../policy";
import { listLinkTokens } from "../queries.server";
import { linkTokenTable } from "../table";

export const handle = screen({ title: "通信令牌" });
export const loader = page(may.read, (call) => listPage(call, may, linkTokenTable, listLinkTokens));

export default function LinkTokens() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListScreen
      {...list}
      room={{ noun: "通信令牌", url: linkTokensUrl }}
      table={linkTokenTable}
      without={["export", "change", "edit"]}
      emptyText="还没有通信令牌：车载终端凭自己的令牌领取文件和上报。"
    />
  );
}
