import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kernel/access/page.server";
import { allows } from "~/kernel/access/viewer";
import { ListScreen, screen } from "~/kernel/screens";
import { readState } from "~/kernel/tables/state";
import { may } from "../policy";
import { listLines } from "../queries.server";
import { lineTable } from "../table";
import { linesUrl } from "../urls";

export const handle = screen({ title: "线路管理" });

export const loader = page(may.read, async ({ viewer, url }) => {
  const state = readState(lineTable, url);
  const [{ rows, total, more }, organisations] = await Promise.all([listLines(viewer, state), organisationChoices(viewer)]);
  return {
    state,
    rows,
    total: more ? { atLeast: total } : total,
    organisations,
    mayWrite: allows(viewer, may.write),
    mayRemove: allows(viewer, may.remove),
  };
});

export default function Lines() {
  const { state, rows, total, organisations, mayWrite, mayRemove } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      table={lineTable}
      state={state}
      rows={rows}
      total={total}
      choices={{ orgId: organisations }}
      addTo={mayWrite ? `${linesUrl}/new` : undefined}
      actions={mayRemove && <a className="button" href={`${linesUrl}/recycle`}>回收站</a>}
      emptyText="还没有线路：可以新增，或在“地图数据下载”中导入地图数据。"
    />
  );
}
