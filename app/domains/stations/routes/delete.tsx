import { useActionData, useLoaderData } from "@remix-run/react";
import { data } from "@remix-run/node";
import { page } from "~/kernel/access/page.server";
import { attempt, problem } from "~/kernel/http/problem";
import { redirectWith } from "~/kernel/http/redirect.server";
import { ConfirmScreen, screen } from "~/kernel/screens";
import { may } from "../policy";
import { deleteStations, findStation, stationUses } from "../queries.server";
import { stationsUrl, stationUrl } from "../urls";

export const handle = screen({ title: (loaded: { station: { staName: string } }) => `删除 ${loaded.station.staName}` });

export const loader = page(may.remove, async ({ viewer, params }) => {
  const station = await findStation(viewer, params.staUuid!);
  if (!station) throw problem.missing("站点");
  return { station, uses: await stationUses(viewer, [station.staUuid]) };
});

export const action = page(may.remove, async ({ viewer, request, params }) => {
  const station = await findStation(viewer, params.staUuid!);
  if (!station) throw problem.missing("站点");
  const reason = String((await request.formData()).get("reason") ?? "").trim().slice(0, 200) || undefined;
  const done = await attempt(() => deleteStations({ ...viewer, reason }, [station.staUuid]));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(request, `已删除站点 ${station.staName}，可在回收站恢复`, stationsUrl);
});

export default function DeleteStation() {
  const { station, uses } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <ConfirmScreen question={`删除站点 ${station.staName}（${station.staSelfCode}）？`} uses={uses} cancelTo={stationUrl(station)} askReason error={answer?.error} />;
}
