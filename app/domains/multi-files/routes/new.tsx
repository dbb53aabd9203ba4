import { useActionData, useLoaderData } from "@remix-run/react";
import { may } from "~/domains/issue-tasks/policy";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { attempt, problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { ChoiceField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { type KeptPieces, PiecesField } from "~/kit/page/forms/pieces-field";
import { again, alsoRefused, readForm, refused, refusedFile, type Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { acceptWithPieces } from "~/kit/page/http/accept-upload.server";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen } from "~/kit/page/screens";
import { catalogChoices } from "../catalog.server";
import { keepMulti, modelChoices, mostBytes } from "../files.server";
import { FileForm, fileKinds } from "../schema";
import { multiFileUrl, multiFilesUrl, piecesUrl } from "../urls";

export const handle = screen({ title: "上传文件" });

export const loader = page(may.write, async ({ viewer }) => {
  const [catalogs, models, organisations] = await Promise.all([
    catalogChoices(viewer),
    modelChoices(),
    organisationChoices(viewer),
  ]);
  return { catalogs, models, organisations, limit: Math.min(200, settings().UPLOAD_LIMIT_MB) };
});

export const action = page(may.write, async ({ viewer, request }) => {
  const upload = await attempt(() => acceptWithPieces(viewer, request, { tellFaults: true, fileSize: mostBytes }));
  if (!upload.ok) return again(refusedFile(upload.problem.message));
  const { form, files, discard, keepPieces } = upload.value;
  try {
    const sent = await readForm(form, FileForm);
    const [file] = files;
    if (!file || file.fault) {
      const why = problem.field("file", file?.fault ?? "请选择要上传的文件");
      return again(sent.status === "success" ? refused(sent, why) : alsoRefused(sent, why), {
        kept: [] as KeptPieces[],
      });
    }
    if (sent.status !== "success") return again(sent, { kept: keepPieces() });
    const { file: _file, ...values } = sent.value;
    const done = await attempt(() => keepMulti(viewer, values, file));
    if (!done.ok) return again(refused(sent, done.problem), { kept: keepPieces() });
    return redirectWith(request, `已上传 ${values.fileName ?? file.name}`, multiFileUrl({ multiUuid: done.value }));
  } finally {
    await discard();
  }
});

export default function UploadFile() {
  const { catalogs, models, organisations, limit } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as { reply?: Reply; kept?: KeptPieces[] } | undefined;
  const [form, fields] = useRoomForm(FileForm, answer?.reply, { kind: "5" });
  return (
    <FormScreen form={form} multipart save="上传" cancelTo={multiFilesUrl} labels={{ file: "文件" }}>
      <FieldSet title="文件">
        <PiecesField
          at={piecesUrl}
          limit={limit}
          kept={answer?.kept}
          field={fields.file}
          label="文件"
          hint={`不超过 ${limit} MB；开启 JavaScript 时分段上传，中断后可以继续`}
          wide
        />
        <ChoiceField
          field={fields.kind}
          label="类型"
          choices={fileKinds.map(({ value, label }) => ({ value: String(value), label }))}
          empty={null}
        />
        <TextField field={fields.fileNo} label="编号" hint="车载设备用它认文件，同一编号的新版本代替旧版本" />
        <TextField field={fields.fileVersion} label="版本" />
        <TextField field={fields.fileName} label="名称" hint="空着用文件名" />
      </FieldSet>
      <FieldSet title="归属">
        <ChoiceField field={fields.catalogUuid} label="目录" choices={catalogs} empty="（不分目录）" />
        <ChoiceField field={fields.modelUuid} label="设备型号" choices={models} empty="（各种型号）" />
        <ChoiceField field={fields.orgId} label="所属机构" choices={organisations} empty="（我的机构）" />
        <TextareaField field={fields.remark} label="备注" wide />
      </FieldSet>
    </FormScreen>
  );
}
