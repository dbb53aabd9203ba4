import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { attempt, problem } from "~/kit/ground/problem";
import { CheckField, TextField } from "~/kit/page/forms/fields";
import { Fields } from "~/kit/page/forms/form-parts";
import { PickField } from "~/kit/page/forms/pick-field";
import type { Picks } from "~/kit/page/forms/picks";
import { again, formDataOf, readForm, type Reply, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { page, type ViewerCall } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen, Section } from "~/kit/page/screens";
import { answerSearch, loadPicks, loadPostedPicks } from "~/kit/room/offers.server";
import { BindOneForm } from "../binding-forms";
import { ownerKind, ownerKinds } from "../choices";
import { bindTo, findDevice, offerDevices, requireOwner } from "../queries.server";
import { deviceRoom } from "../room";

export const handle = screen({ title: ({ to }: { to: string }) => `绑定设备到${to}` });

const offers = { devUuid: offerDevices };

export const loader = page(deviceRoom.may.bind, async (call) => {
  if (!call.url.searchParams.has("owner")) throw redirect(`${deviceRoom.url}/bind-many`);
  const { owner, to, back } = await ownerAsked(call);
  const asked = call.url.searchParams.get("device");
  return { to, back, code: owner.code, asked, picks: await loadPicks(call.viewer, offers, { devUuid: asked }) };
});

export const action = page(deviceRoom.may.bind, async (call) => {
  const { viewer, request } = call;
  const { owner, to, back } = await ownerAsked(call);
  const form = await formDataOf(request);
  const search = await answerSearch(viewer, offers, form, BindOneForm);
  if (search) return search;
  const sent = await readForm(form, BindOneForm);
  const picks = await loadPostedPicks(viewer, offers, form);
  if (sent.status !== "success") return again(sent, { picks });
  const { reason, ...asked } = sent.value;
  const done = await attempt(() => bindTo({ ...viewer, reason: reason ?? undefined }, owner, asked));
  if (!done.ok) {
    const said = done.problem.errors[0]?.message ?? done.problem.message;
    const message = /请先解绑$/.test(said) ? `${said}，或勾选“改绑”` : said;
    return again(refused(sent, { message, errors: [{ path: "devUuid", message }] }), { picks });
  }
  const device = await findDevice(viewer, asked.devUuid);
  return redirectWith(request, `已将设备 ${device?.devSelfCode} 绑定到${to}`, back);
});

export default function BindOne() {
  const { to, back, code, asked, ...loaded } = useLoaderData<typeof loader>();
  const answer = useActionData() as { reply?: Reply; picks?: Picks } | undefined;
  const picks = answer?.picks ?? loaded.picks;
  const [form, fields] = useRoomForm(BindOneForm, answer?.reply, { devUuid: asked });
  return (
    <FormScreen form={form} cancelTo={back} save="绑定" note={code}>
      <Section title={`绑定到${to}`}>
        <Fields>
          <PickField
            field={fields.devUuid}
            label="设备"
            offered={picks.devUuid!}
            placeholder="设备编号、IMEI、终端手机号或 SIM 卡号"
            hint="列出的是还没有绑定的设备；查找时也列出已绑定别处的"
          />
          <CheckField field={fields.move} label="改绑" hint="已绑定别处的设备转到这里" />
          <TextField field={fields.reason} label="原因" hint="记入绑定记录" wide />
        </Fields>
      </Section>
    </FormScreen>
  );
}

async function ownerAsked({ viewer, url }: ViewerCall) {
  const kind = ownerKinds.find(({ value }) => value === url.searchParams.get("to"));
  if (!kind) throw problem.missing("绑定对象");
  const owner = await requireOwner(viewer, kind.value, url.searchParams.get("owner") ?? "");
  const page = `${kind.url}/${owner.bindUuid}`;
  return {
    owner,
    to: `${ownerKind(kind.value).label} ${owner.name}`,
    back: kind.value === "bus" ? `${page}/devices` : page,
  };
}
