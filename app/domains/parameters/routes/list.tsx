import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { listParameters, productChoices } from "../queries.server";
import { parameterRoom } from "../room";
import { parameterTable } from "../table";

export const handle = screen({ title: "参数配置" });

export const loader = page(may.read, async (call) => ({
  ...(await listPage(call, may, parameterTable, listParameters)),
  choices: { productCode: await productChoices(call.viewer) },
}));

export default function Parameters() {
  const list = useLoaderData<typeof loader>();
  return <ListScreen {...list} room={parameterRoom} table={parameterTable} />;
}
