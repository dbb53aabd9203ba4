import { useActionData, useLoaderData } from "@remix-run/react";
import { roadsForMap } from "~/domains/roads/queries.server";
import { page } from "~/kit/page/http/page.server";
import { NumberField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt, problem } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { boxOf, growBox } from "~/transit/geo/coordinates";
import { SvgMap } from "~/kit/page/map/svg-map";
import { FormScreen, screen } from "~/kit/page/screens";
import { may } from "../policy";
import { addPathToWhiteList, requireCheck } from "../queries.server";
import { WhiteForm } from "../schema";
import { partOf } from "../stretches";
import { checkUrl } from "../urls";

export const handle = screen({
  title: (loaded: { check: { lineName: string; directionName: string } }) =>
    `加入白名单：${loaded.check.lineName} ${loaded.check.directionName}`,
});

const frame = { width: 1040, height: 360 };

export const loader = page(may.write, async ({ viewer, params, url }) => {
  const { path, ...check } = await requireCheck(viewer, params.checkKey!);
  if (path.length < 2) throw problem.missing("路径");
  const [from, to] = ["from", "to"].map((name) => Math.max(0, Math.round(Number(url.searchParams.get(name)) || 0)));
  const stretch = partOf(path, from!, to || check.mileage * 1000);
  const bounds = growBox(boxOf(stretch)!, 250);
  return {
    check,
    path,
    stretch,
    asked: { from: from!, to: to || Math.round(check.mileage * 1000) },
    bounds,
    roads: await roadsForMap(viewer, bounds, frame),
  };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  const check = await requireCheck(viewer, params.checkKey!);
  const sent = await readForm(request, WhiteForm);
  if (sent.status !== "success") return again(sent);
  const done = await attempt(() =>
    addPathToWhiteList(viewer, { classifySid: check.classifySid, direction: check.direction as 1 | 2, ...sent.value }),
  );
  if (!done.ok) return again(refused(sent, done.problem));
  return redirectWith(request, `已加入白名单：${Math.round(done.value.metres)} 米`, checkUrl(check));
});

export default function Accept() {
  const { check, path, stretch, asked, bounds, roads } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(WhiteForm, answer?.reply, asked);
  return (
    <FormScreen
      form={form}
      cancelTo={checkUrl(check)}
      save="加入白名单"
      note="加入后这段路径不再列为问题；附近道路变化时会要求再次确认"
    >
      <FieldSet title="路段">
        <NumberField field={fields.from} label="起点" unit="米" hint="距路径起点" />
        <NumberField
          field={fields.to}
          label="终点"
          unit="米"
          hint={`路径全长 ${Math.round(check.mileage * 1000)} 米`}
        />
        <TextField field={fields.reason} label="原因" hint="例如：新开通的道路，地图尚未更新" wide autoFocus />
      </FieldSet>
      <SvgMap title="要加入白名单的路段" bounds={bounds} roads={roads} path={path} breaks={[stretch]} {...frame} />
    </FormScreen>
  );
}
