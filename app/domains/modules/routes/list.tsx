import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { listModules, productChoices } from "../queries.server";
import { moduleRoom } from "../room";
import { moduleTable } from "../table";

export const handle = screen({ title: "模块管理" });
export const loader = page(may.read, async (call) => ({
  ...(await listPage(call, may, moduleTable, listModules)),
  products: await productChoices(call.viewer),
}));

export default function Modules() {
  const { products, ...list } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      {...list}
      room={moduleRoom}
      table={moduleTable}
      choices={{ productCode: products }}
      emptyText="还没有模块：模块按产品登记，参数和资源可以归到模块下。"
    />
  );
}
