import { useActionData, useLoaderData } from "@remix-run/react";
import { versionOptions } from "~/domains/voice-versions/queries.server";
import { page } from "~/kit/page/http/page.server";
import { attempt } from "~/kit/ground/problem";
import { ChoiceField, TextareaField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen } from "~/kit/page/screens";
import { fileTitle, requireFileOf } from "../file-page.server";
import { updateFile } from "../file-verbs.server";
import { EditFileForm } from "../form-schema";
import { may } from "../policy";
import { fileUrl } from "../urls";

export const handle = screen({ title: (loaded: { title: string }) => `修改 ${loaded.title}` });

export const loader = page(may.write, async ({ viewer, request, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  if (file.state !== 0) throw await redirectWith(request, "已生成的线路文件不能修改", fileUrl(file), "warning");
  return { file, title: fileTitle(file), versions: await versionOptions() };
});

export const action = page(may.write, async ({ viewer, request, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  const sent = await readForm(request, EditFileForm);
  if (sent.status !== "success") return again(sent);
  const { version, versionUuid, remark = null } = sent.value;
  const done = await attempt(() => updateFile(viewer, file.fileUuid, { versionUuid, remark }, version));
  if (done.ok) return redirectWith(request, `已保存 ${fileTitle(file)}`, fileUrl(file));
  const { conflict, message, errors } = done.problem;
  return again(refused(sent, { message: conflict ? `${message}，请重新打开再修改` : message, errors }));
});

export default function EditFile() {
  const { file, versions } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(EditFileForm, answer?.reply, file);
  const known = versions.some(({ value }) => value === file.versionUuid)
    ? versions
    : [{ value: file.versionUuid, label: `${file.versionName} ${file.versionNum}（已停用）` }, ...versions];
  return (
    <FormScreen form={form} cancelTo={fileUrl(file)} version={file.version}>
      <FieldSet title={`${file.lineName} ${file.classifyName}`}>
        <ChoiceField field={fields.versionUuid} label="公共语音版本" choices={known} empty={null} />
        <TextareaField field={fields.remark} label="备注" wide />
      </FieldSet>
    </FormScreen>
  );
}
