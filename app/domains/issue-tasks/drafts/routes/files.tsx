import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sizeText } from "~/kit/data/files/size-text";
import { problem } from "~/kit/ground/problem";
import { CheckField, ChoicesField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { page } from "~/kit/page/http/page.server";
import { FormScreen, screen } from "~/kit/page/screens";
import { may } from "../../policy";
import { draftUrl, tasksUrl } from "../../urls";
import { taskTypes } from "../../words";
import { requireDraft, saveDraft } from "../drafts.server";
import { FilesForm } from "../forms";
import { doneOf, Steps } from "../steps";
import { filesOf } from "../targets-of.server";

export const handle = screen({ title: "新建下发任务：下发什么" });

export const loader = page(may.write, async ({ viewer, params }) => {
  const draft = await requireDraft(viewer, params.draftUuid);
  const files = await filesOf(viewer, draft);
  return {
    ...{ draftUuid: draft.draftUuid, chosen: draft.task.files ?? [], done: doneOf(draft.task) },
    type: taskTypes.find(({ value }) => value === draft.task.taskType)!.label,
    choices: files.map(({ key, name, fileVersion, sizeBytes, modelNum }) => ({
      value: key,
      label: [name, fileVersion, sizeBytes && sizeText(sizeBytes), modelNum && `仅 ${modelNum}`]
        .filter(Boolean)
        .join(" · "),
    })),
  };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  const draft = await requireDraft(viewer, params.draftUuid);
  const sent = await readForm(request, FilesForm);
  if (sent.status !== "success") return again(sent);
  const files = sent.value.all ? (await filesOf(viewer, draft)).slice(0, 200).map(({ key }) => key) : sent.value.files;
  if (files.length === 0) return again(refused(sent, problem.field("files", "请选择要下发的文件")));
  await saveDraft(draft, { files });
  return redirect(draftUrl(draft.draftUuid, "whom"), 303);
});

export default function ChooseFiles() {
  const { draftUuid, chosen, done, type, choices } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(FilesForm, answer?.reply, { files: chosen });
  return (
    <>
      <FormScreen
        form={form}
        cancelTo={tasksUrl}
        save="下一步"
        note={<Steps draftUuid={draftUuid} at="files" done={done} />}
      >
        <FieldSet title={type}>
          {choices.length === 0 ? (
            <p>还没有可以下发的{type}：线路文件先在文件管理中生成，其他文件先在文件目录中上传。</p>
          ) : (
            <>
              <CheckField field={fields.all} label={`全部 ${choices.length} 个`} wide />
              <ChoicesField field={fields.files} label="文件" choices={choices} wide />
            </>
          )}
        </FieldSet>
      </FormScreen>
    </>
  );
}
