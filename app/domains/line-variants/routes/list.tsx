import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kernel/access/page.server";
import { ListScreen, screen } from "~/kernel/screens";
import { listPage } from "~/kernel/tables/list-page.server";
import { may } from "../policy";
import { listVariants } from "../queries.server";
import { variantRoom } from "../room";
import { variantTable } from "../table";

export const handle = screen({ title: "线路分类" });

export const loader = page(may.read, async (call) => {
  const [list, orgs] = await Promise.all([listPage(call, may, variantTable, listVariants), organisationChoices(call.viewer)]);
  return { ...list, orgs };
});

export default function Variants() {
  const { orgs, ...list } = useLoaderData<typeof loader>();
  return <ListScreen room={variantRoom} table={variantTable} {...list} without={["change"]} choices={{ orgId: orgs }} emptyText="还没有线路：新增线路时会同时建立它的主分类。" />;
}
