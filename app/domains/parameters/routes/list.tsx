import { useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { ListScreen, screen } from "~/kernel/screens";
import { listPage } from "~/kernel/tables/list-page.server";
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
