import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { cleared } from "~/kernel/forms/cleared";
import { again, readForm, refused } from "~/kernel/forms/read-form";
import { attempt, problem } from "~/kernel/http/problem";
import { redirectWith } from "~/kernel/http/redirect.server";
import { ConflictScreen, screen } from "~/kernel/screens";
import { StationFields } from "../fields";
import { shownValue, stationLabels } from "../labels";
import { may } from "../policy";
import { createStation, findStation, updateStation } from "../queries.server";
import { StationForm } from "../schema";
import { surroundings } from "../surroundings.server";
import { stationsUrl, stationUrl } from "../urls";

export const handle = screen({ title: (loaded: { station: { staName: string } | null }) => (loaded.station ? `编辑 ${loaded.station.staName}` : "新增站点") });

export const loader = page(may.write, async ({ viewer, url, params }) => {
  const station = params.staUuid ? await findStation(viewer, params.staUuid) : null;
  if (station === undefined) throw problem.missing("站点");
  const lng = Number(url.searchParams.get("lng")) || null;
  const lat = Number(url.searchParams.get("lat")) || null;
  return { station, ...(await surroundings(viewer, station ?? (lng && lat ? { lng, lat } : null))) };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  const sent = await readForm(request, StationForm);
  if (sent.status !== "success") return again(sent);
  const { version, reason, ...values } = cleared(StationForm, sent.value);
  const by = { ...viewer, reason: reason ?? undefined };
  const saved = await attempt(() => (params.staUuid ? updateStation(by, params.staUuid, values, version) : createStation(by, values)));
  if (!saved.ok && saved.problem.conflict) return data({ conflict: saved.problem.conflict }, { status: 409 });
  if (!saved.ok) return again(refused(sent, saved.problem));
  const { nearest } = await surroundings(viewer, saved.value);
  const warning = nearest ? "" : "；注意：50 米内没有道路，请核对坐标";
  return redirectWith(request, `已保存站点 ${saved.value.staName}${warning}`, stationUrl(saved.value), warning ? "warning" : "success");
});

export default function EditStation() {
  const { station, ...around } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const back = station ? stationUrl(station) : stationsUrl;
  if (answer && "conflict" in answer) return <ConflictScreen {...answer.conflict} labels={stationLabels} show={shownValue} cancelTo={back} />;
  return <StationFields station={station} reply={answer?.reply} cancelTo={back} {...around} />;
}
