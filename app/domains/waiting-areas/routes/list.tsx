import { useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { ListScreen, screen } from "~/kernel/screens";
import { listPage } from "~/kernel/tables/list-page.server";
import { fencesToLieIn } from "../fence-choices.server";
import { may } from "../policy";
import { listWaitingAreas } from "../queries.server";
import { waitingAreaRoom } from "../room";
import { waitingAreaTable } from "../table";

export const handle = screen({ title: "待车区" });

export const loader = page(may.read, async (call) => {
  const [list, { fences }] = await Promise.all([listPage(call, may, waitingAreaTable, listWaitingAreas), fencesToLieIn(call.viewer)]);
  return { list, fences };
});

export default function WaitingAreas() {
  const { list, fences } = useLoaderData<typeof loader>();
  return <ListScreen room={waitingAreaRoom} table={waitingAreaTable} {...list} choices={{ fenceUuid: fences }} emptyText="还没有待车区：先有电子围栏，再在围栏内画出待车区。" />;
}
