import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { formDataOf, readReason } from "~/kit/page/forms/read-form";
import { attempt, problem } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { requireRecord } from "~/kit/room/pages.server";
import { recordUrl } from "~/kit/room/room";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { findDevice, unbindDevices } from "../queries.server";
import { type DeviceRow, deviceRoom } from "../room";
import { ownerKind } from "../choices";

export const handle = screen({ title: ({ record }: { record: DeviceRow }) => `解绑设备 ${record.devSelfCode}` });

export const loader = page(deviceRoom.may.bind, async (call) => {
  const record = await requireRecord(call, deviceRoom, findDevice);
  if (!record.bindType) throw problem.used(`设备 ${record.devSelfCode} 没有绑定对象`);
  return { record };
});

export const action = page(deviceRoom.may.bind, async (call) => {
  const { viewer, request } = call;
  const device = await requireRecord(call, deviceRoom, findDevice);
  const reason = readReason(await formDataOf(request));
  const done = await attempt(() => unbindDevices({ ...viewer, reason }, [device.devUuid]));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(request, `已解绑设备 ${device.devSelfCode}`, recordUrl(deviceRoom, device));
});

export default function UnbindDevice() {
  const { record } = useLoaderData<typeof loader>();
  const answer = useActionData() as { error?: string } | undefined;
  const owner = record.bindType && `${ownerKind(record.bindType).label} ${record.bindName}`;
  return (
    <ConfirmScreen
      question={`将设备 ${record.devSelfCode} 与${owner}解绑？`}
      confirm="解绑"
      askReason="原因"
      cancelTo={recordUrl(deviceRoom, record)}
      error={answer?.error}
    />
  );
}
