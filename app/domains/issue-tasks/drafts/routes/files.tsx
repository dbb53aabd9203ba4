import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { attempt } from "~/kit/ground/problem";
import { CheckField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { page } from "~/kit/page/http/page.server";
import { FormScreen, screen } from "~/kit/page/screens";
import { may } from "../../policy";
import { draftUrl, tasksUrl } from "../../urls";
import { taskTypes } from "../../words";
import { keepFileChoices, loadFileChoices } from "../choose-files.server";
import { requireDraft } from "../drafts.server";
import { FileTicks } from "../file-ticks";
import { FilesForm } from "../forms";
import { doneOf, Steps } from "../steps";

export const handle = screen({ title: "新建下发任务：下发什么" });

export const loader = page(may.write, async ({ viewer, params, url }) => {
  const draft = await requireDraft(viewer, params.draftUuid);
  return {
    draftUuid: draft.draftUuid,
    chosen: draft.task.files ?? [],
    done: doneOf(draft.task),
    type: taskTypes.find(({ value }) => value === draft.task.taskType)!.label,
    choices: await loadFileChoices(viewer, draft, url),
  };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  const draft = await requireDraft(viewer, params.draftUuid);
  const sent = await readForm(request, FilesForm);
  if (sent.status !== "success") return again(sent);
  const kept = await attempt(() => keepFileChoices(viewer, draft, sent.value));
  if (!kept.ok) return again(refused(sent, kept.problem));
  const { draftUuid } = draft;
  return redirect(
    kept.value === undefined ? draftUrl(draftUuid, "whom") : draftUrl(draftUuid, "files") + kept.value,
    303,
  );
});

export default function ChooseFiles() {
  const { draftUuid, chosen, done, type, choices } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(FilesForm, answer?.reply, { files: chosen });
  return (
    <FormScreen
      form={form}
      cancelTo={tasksUrl}
      save="下一步"
      labels={{ files: "文件", keyword: "查找" }}
      note={<Steps draftUuid={draftUuid} at="files" done={done} />}
    >
      <FieldSet title={type}>
        {choices.total === 0 && !choices.keyword && choices.elsewhere.length === 0 ? (
          <p>还没有可以下发的{type}：线路文件先在文件管理中生成，其他文件先在文件目录中上传。</p>
        ) : (
          <>
            {choices.total > 0 && (
              <CheckField
                field={fields.all}
                label={choices.keyword ? `找到的全部 ${choices.total} 个` : `全部 ${choices.total} 个`}
                wide
              />
            )}
            <FileTicks field={fields.files} {...choices} />
          </>
        )}
      </FieldSet>
    </FormScreen>
  );
}
