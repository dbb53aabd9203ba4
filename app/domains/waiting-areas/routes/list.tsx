import { useLoaderData } from "@remix-run/react";
import { offerFences } from "~/domains/fences/queries.server";
import { page } from "~/kit/page/http/page.server";
import { offeredIn } from "~/kit/room/offers.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { listWaitingAreas } from "../queries.server";
import { waitingAreaRoom } from "../room";
import { waitingAreaTable } from "../table";

export const handle = screen({ title: "待车区" });

export const loader = page(may.read, async (call) => {
  const [list, picks] = await Promise.all([
    listPage(call, may, waitingAreaTable, listWaitingAreas),
    offeredIn(call.viewer, { fenceUuid: offerFences }, call.url),
  ]);
  return { list, picks };
});

export default function WaitingAreas() {
  const { list, picks } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      room={waitingAreaRoom}
      table={waitingAreaTable}
      {...list}
      picks={picks}
      emptyText="还没有待车区：先有电子围栏，再在围栏内画出待车区。"
    />
  );
}
