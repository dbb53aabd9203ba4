import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { listTokens } from "../queries.server";
import { tokenRoom } from "../room";
import { endableTable, tokenTable } from "../table";

export const handle = screen({ title: "上报令牌" });
export const loader = page(may.read, (call) => listPage(call, may, tokenTable, listTokens));

export default function Tokens() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListScreen
      {...list}
      room={tokenRoom}
      table={list.may.write ? endableTable : tokenTable}
      without={["export", "change", "edit"]}
      emptyText="还没有上报令牌：设备或接入平台凭令牌上报位置。"
    />
  );
}
