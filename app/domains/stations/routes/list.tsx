import { useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { allows } from "~/kernel/access/viewer";
import { ListScreen, screen } from "~/kernel/screens";
import { settings } from "~/kernel/settings.server";
import { readState } from "~/kernel/tables/state";
import { shownTime } from "~/kernel/time/shown";
import { may } from "../policy";
import { listStations } from "../queries.server";
import { stationTable } from "../table";
import { stationsUrl } from "../urls";

export const handle = screen({ title: "站点管理" });

export const loader = page(may.read, async ({ viewer, url }) => {
  const state = readState(stationTable, url);
  const { rows, total, more } = await listStations(viewer, state);
  const zone = settings().OPERATOR_TIME_ZONE;
  const shown = rows.map((row) => ({ ...row, updatedAt: shownTime(row.updatedAt, zone) }));
  return { state, rows: shown, total: more ? { atLeast: total } : total, mayWrite: allows(viewer, may.write), mayRemove: allows(viewer, may.remove) };
});

export default function Stations() {
  const { state, rows, total, mayWrite, mayRemove } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      table={stationTable}
      state={state}
      rows={rows}
      total={total}
      addTo={mayWrite ? `${stationsUrl}/new` : undefined}
      actions={mayRemove && <a className="button" href={`${stationsUrl}/recycle`}>回收站</a>}
      emptyText="还没有站点：可以新增，或在“地图数据下载”中导入地图数据。"
    />
  );
}
