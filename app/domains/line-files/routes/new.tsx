import { useActionData, useLoaderData } from "@remix-run/react";
import { requireVariant } from "~/domains/lines/queries.server";
import { versionOptions } from "~/domains/voice-versions/queries.server";
import { page } from "~/kit/page/http/page.server";
import { attempt } from "~/kit/ground/problem";
import { ChoiceField, HiddenField, TextareaField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen } from "~/kit/page/screens";
import { addFile } from "../file-verbs.server";
import { NewFileForm } from "../form-schema";
import { may } from "../policy";
import { filesUrl, fileUrl } from "../urls";

export const handle = screen({ title: "新建线路文件" });

export const loader = page(may.write, async ({ viewer, url }) => ({
  variant: await requireVariant(viewer, { classifySid: url.searchParams.get("classifySid") ?? "" }),
  versions: await versionOptions(),
}));

export const action = page(may.write, async ({ viewer, request }) => {
  const sent = await readForm(request, NewFileForm);
  if (sent.status !== "success") return again(sent);
  const done = await attempt(() => addFile(viewer, sent.value));
  if (!done.ok) return again(refused(sent, done.problem));
  const { lineName, classifyName, nodeCount } = done.value;
  return redirectWith(
    request,
    `已新建 ${lineName} ${classifyName} 的草稿，有 ${nodeCount} 个节点`,
    fileUrl(done.value),
  );
});

export default function NewFile() {
  const { variant, versions } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(NewFileForm, answer?.reply, {
    classifySid: variant.classifySid,
    versionUuid: versions.length === 1 ? versions[0]!.value : undefined,
  });
  return (
    <FormScreen form={form} cancelTo={filesUrl} save="新建">
      <FieldSet title={`${variant.lineName} ${variant.classifyName}`}>
        <HiddenField field={fields.classifySid} />
        <ChoiceField
          field={fields.versionUuid}
          label="公共语音版本"
          choices={versions}
          hint={versions.length > 0 ? "节点按线路的站点和路径生成" : "还没有公共语音版本，请先在公共语音分类中新增"}
        />
        <TextareaField field={fields.remark} label="备注" wide />
      </FieldSet>
    </FormScreen>
  );
}
