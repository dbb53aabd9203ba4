import { useLoaderData } from "@remix-run/react";
import { orPending } from "~/kit/data/figures/shared-figures.server";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { CountTiles } from "~/kit/page/tables/count-tiles";
import { narrowedTo } from "~/kit/page/tables/hrefs";
import { roomList } from "~/kit/room/served-pages.server";
import { countExpiring } from "../queries.server";
import { busRoom } from "../room";
import { buses } from "../room.server";
import { busTable } from "../table";

export const handle = screen({ title: busRoom.title });
export const loader = page(busRoom.may.read, async (call) => {
  const [list, expiring] = await Promise.all([roomList(call, buses), orPending(countExpiring(call.viewer))]);
  return { ...list, expiring };
});

export default function Buses() {
  const { expiring, ...list } = useLoaderData<typeof loader>();
  const { state } = list;
  const tile = (value: "30" | "overdue") => ({
    isCurrent: state.filters.expire === value,
    href: narrowedTo(busTable, state, "expire", value),
  });
  return (
    <ListScreen
      {...list}
      room={busRoom}
      table={busTable}
      emptyText="还没有车辆：请先在车辆型号管理中登记型号，再新增车辆。"
    >
      {expiring && expiring.within30 > 0 && (
        <CountTiles
          label="按到期"
          tiles={[
            { label: "辆证照或保养已过期", count: expiring.overdue, look: "bad", ...tile("overdue") },
            { label: "辆 30 天内到期（含已过期）", count: expiring.within30, look: "warn", ...tile("30") },
          ]}
        />
      )}
    </ListScreen>
  );
}
