import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { ChoiceField, TextField } from "~/kernel/forms/fields";
import { FieldSet } from "~/kernel/forms/form-parts";
import { again, readForm, refused } from "~/kernel/forms/read-form";
import { useRoomForm } from "~/kernel/forms/use-room-form";
import { attempt } from "~/kernel/http/problem";
import { redirectWith } from "~/kernel/http/redirect.server";
import { recordAt } from "~/kernel/rooms/pages.server";
import { recordUrl } from "~/kernel/rooms/room";
import { FormScreen, screen } from "~/kernel/screens";
import { placeChoices } from "../choices.server";
import { may } from "../policy";
import { findResource } from "../queries.server";
import { resourceRoom } from "../room";
import { copyAt } from "../save.server";
import { CopyForm, type ResourceRow } from "../schema";

export const handle = screen({ title: ({ record }: { record: ResourceRow }) => `复制 ${record.title}` });

export const loader = page(may.write, async (call) => {
  const record = await recordAt(call, resourceRoom, findResource);
  return { record, places: await placeChoices(call.viewer, record.resourceId) };
});

export const action = page(may.write, async (call) => {
  const { resourceId } = await recordAt(call, resourceRoom, findResource);
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
