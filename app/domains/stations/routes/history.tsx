import { useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { historyOf } from "~/kernel/db/history.server";
import { problem } from "~/kernel/http/problem";
import { HistoryScreen, screen } from "~/kernel/screens";
import { shownTime } from "~/kernel/time/shown";
import { settings } from "~/kernel/settings.server";
import { shownValue, stationLabels } from "../labels";
import { may } from "../policy";
import { findStation } from "../queries.server";

export const handle = screen({ title: (loaded: { station: { staName: string } }) => `${loaded.station.staName} 的修改历史` });

export const loader = page(may.read, async ({ viewer, params }) => {
  const station = await findStation(viewer, params.staUuid!);
  if (!station) throw problem.missing("站点");
  const changes = await historyOf(station.staUuid);
  return { station, changes: changes.map((change) => ({ ...change, at: shownTime(change.at, settings().OPERATOR_TIME_ZONE) })) };
});

export default function StationHistory() {
  const { changes } = useLoaderData<typeof loader>();
  return <HistoryScreen changes={changes} labels={stationLabels} show={shownValue} />;
}
