import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { RadioField, TextField } from "~/kit/page/forms/fields";
import { Fields } from "~/kit/page/forms/form-parts";
import { again, readForm, type Reply, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { requireRecord } from "~/kit/room/pages.server";
import { recordUrl } from "~/kit/room/room";
import { FormScreen, screen, Section } from "~/kit/page/screens";
import { bindDevice, findDevice } from "../queries.server";
import { type DeviceRow, deviceRoom } from "../room";
import { BindForm } from "../binding-forms";
import { ownerKind, ownerKinds } from "../choices";

export const handle = screen({ title: ({ record }: { record: DeviceRow }) => `绑定设备 ${record.devSelfCode}` });

export const loader = page(deviceRoom.may.bind, async (call) => {
  const { searchParams: query } = call.url;
  return {
    record: await requireRecord(call, deviceRoom, findDevice),
    asked: { bindType: query.get("bindType") ?? "bus", ownerCode: query.get("ownerCode") ?? "" },
  };
});

export const action = page(deviceRoom.may.bind, async (call) => {
  const device = await requireRecord(call, deviceRoom, findDevice);
  const sent = await readForm(call.request, BindForm);
  if (sent.status !== "success") return again(sent);
  const done = await attempt(() =>
    bindDevice({ ...call.viewer, reason: sent.value.reason ?? undefined }, device.devUuid, sent.value),
  );
  if (!done.ok) return again(refused(sent, done.problem));
  return redirectWith(
    call.request,
    `已将设备 ${device.devSelfCode} 绑定到${ownerKind(done.value.bindType).label} ${done.value.name}`,
    recordUrl(deviceRoom, device),
  );
});

export default function BindDevice() {
  const { record, asked } = useLoaderData<typeof loader>();
  const answer = useActionData() as { reply?: Reply } | undefined;
  const [form, fields] = useRoomForm(BindForm, answer?.reply, asked);
  return (
    <FormScreen form={form} cancelTo={recordUrl(deviceRoom, record)} save="绑定" note={record.modelNum}>
      <Section title="绑定到">
        <Fields>
          <RadioField field={fields.bindType} label="对象" choices={[...ownerKinds]} />
          <TextField
            field={fields.ownerCode}
            label="编号"
            hint={ownerKinds.map(({ code }) => code).join("、")}
            autoFocus
          />
          <TextField field={fields.reason} label="原因" hint="记入绑定记录" wide />
        </Fields>
      </Section>
    </FormScreen>
  );
}
