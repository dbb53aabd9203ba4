import { useLoaderData } from "@remix-run/react";
import { orPending } from "~/kit/data/figures/shared-figures.server";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { CountTiles } from "~/kit/page/tables/count-tiles";
import { narrowedTo } from "~/kit/page/tables/hrefs";
import { roomList } from "~/kit/room/served-pages.server";
import { dueDays } from "../due-days";
import { countLicensesDue } from "../queries.server";
import { type PersonRow, personRoom } from "../room";
import { personTable } from "../table";
import { persons } from "../room.server";
import { personSource } from "../source.server";

export const handle = screen({ title: personRoom.title });

export const loader = page(personRoom.may.read, async (call) => {
  const [list, licenses] = await Promise.all([
    roomList<PersonRow>(call, { ...persons, source: personSource(call.viewer) }),
    orPending(countLicensesDue(call.viewer)),
  ]);
  return { ...list, licenses };
});

export default function Persons() {
  const { licenses, ...list } = useLoaderData<typeof loader>();
  const { state } = list;
  const tile = (value: "due" | "expired") => ({
    isCurrent: state.filters.licenseDue === value,
    href: narrowedTo(personTable, state, "licenseDue", value),
  });
  return (
    <ListScreen
      room={personRoom}
      table={personTable}
      {...list}
      emptyText="还没有人员：新增驾驶员、乘务员等，之后可以授权线路、预设车辆。"
    >
      {licenses && licenses.due + licenses.expired > 0 && (
        <CountTiles
          label="按驾驶证到期"
          tiles={[
            { label: "人驾驶证已过期", count: licenses.expired, look: "bad", ...tile("expired") },
            { label: `人驾驶证 ${dueDays} 天内到期`, count: licenses.due, look: "warn", ...tile("due") },
          ]}
        />
      )}
    </ListScreen>
  );
}
