import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, formDataOf, readForm, type RefusedForm, refused } from "~/kit/page/forms/read-form";
import { alsoTaken } from "~/kit/room/taken-fields.server";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { recordUrl } from "~/kit/room/room";
import { FormScreen, screen } from "~/kit/page/screens";
import { type VersionRow, versionRoom } from "../room";
import { copyVersion, requireVersion } from "../verbs.server";

const { fields } = versionRoom;
const CopyForm = z.object({ versionNum: fields.versionNum.rule, versionName: fields.versionName.rule });

export const handle = screen({ title: ({ version }: { version: VersionRow }) => `复制 ${version.versionName}` });

export const loader = page(versionRoom.may.write, async ({ viewer, params }) => ({
  version: await requireVersion(viewer, params.versionUuid ?? ""),
}));

export const action = page(versionRoom.may.write, async ({ viewer, params, request }) => {
  const version = await requireVersion(viewer, params.versionUuid ?? "");
  const form = await formDataOf(request);
  const sent = await readForm(form, CopyForm);
  const refuse = async (reply: RefusedForm) => again(await alsoTaken(reply, versionRoom, CopyForm, form, undefined));
  if (sent.status !== "success") return refuse(sent);
  const copied = await attempt(() => copyVersion(viewer, version.versionUuid, sent.value));
  if (!copied.ok) return refuse(refused(sent, copied.problem));
  return redirectWith(request, `已复制为公共语音 ${copied.value.versionName}`, recordUrl(versionRoom, copied.value));
});

export default function CopyVersion() {
  const { version } = useLoaderData<typeof loader>();
  const [form, controls] = useRoomForm(CopyForm, useActionData<typeof action>()?.reply, {
    versionName: `${version.versionName.slice(0, 29)} 副本`,
  });
  return (
    <FormScreen form={form} cancelTo={recordUrl(versionRoom, version)} save="复制" note={version.versionNum}>
      <FieldSet title="新的版本">
        <TextField
          field={controls.versionNum}
          label={fields.versionNum.label}
          hint={fields.versionNum.hint}
          autoFocus
        />
        <TextField
          field={controls.versionName}
          label={fields.versionName.label}
          hint="配方、显示文字和公共节点都复制过来"
        />
      </FieldSet>
    </FormScreen>
  );
}
