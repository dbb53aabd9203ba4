import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ChoiceField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { requireRecord } from "~/kit/room/pages.server";
import { recordUrl } from "~/kit/room/room";
import { FormScreen, screen } from "~/kit/page/screens";
import { placeChoices } from "../choices.server";
import { findResource } from "../queries.server";
import { type ResourceRow, resourceRoom } from "../room";
import { copyAt } from "../save.server";
import { CopyForm } from "../schema";

export const handle = screen({ title: ({ record }: { record: ResourceRow }) => `复制 ${record.title}` });

export const loader = page(resourceRoom.may.write, async (call) => {
  const record = await requireRecord(call, resourceRoom, findResource);
  return { record, places: await placeChoices(call.viewer, record.resourceId) };
});

export const action = page(resourceRoom.may.write, async (call) => {
  const { resourceId } = await requireRecord(call, resourceRoom, findResource);
  const sent = await readForm(call.request, CopyForm);
  if (sent.status !== "success") return again(sent);
  const done = await attempt(() => copyAt(call.viewer, resourceId, sent.value));
  if (!done.ok) return again(refused(sent, done.problem));
  const copy = done.value;
  return redirectWith(
    call.request,
    `已复制为 ${copy.title}（${copy.resourceName}）；要授权给角色后才起作用`,
    recordUrl(resourceRoom, copy),
  );
});

export default function CopyResource() {
  const { record, places } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(CopyForm, answer?.reply, {
    place: record.pid ?? record.appId,
    title: `${record.title} 副本`,
  });
  return (
    <FormScreen form={form} cancelTo={recordUrl(resourceRoom, record)} save="复制">
      <FieldSet title="复制到">
        <ChoiceField
          field={fields.place}
          label="上级"
          choices={places}
          hint="全部下级一起复制；标识已被使用的，后面加上 Copy。角色的授权不复制。"
          wide
        />
        <TextField field={fields.title} label="标题" wide />
      </FieldSet>
    </FormScreen>
  );
}
