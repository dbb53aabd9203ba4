import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { RadioField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { page } from "~/kit/page/http/page.server";
import { FormScreen, screen, Section } from "~/kit/page/screens";
import { may } from "../../policy";
import { asChoices } from "../../table";
import { draftUrl, tasksUrl } from "../../urls";
import { type FileKind, taskTypes } from "../../words";
import { beginDraft, listDrafts } from "../drafts.server";
import { TypeForm } from "../forms";
import { doneOf } from "../steps";

export const handle = screen({ title: "新建下发任务" });

export const loader = page(may.write, async ({ viewer }) => ({
  drafts: (await listDrafts(viewer)).map(({ draftUuid, createdAt, task }) => ({
    draftUuid,
    step: doneOf(task).at(-1)!,
    title: task.how?.taskName ?? taskTypes.find(({ value }) => value === task.taskType)!.label,
    at: formatTime(createdAt, settings().OPERATOR_TIME_ZONE),
  })),
}));

export const action = page(may.write, async ({ viewer, request }) => {
  const sent = await readForm(request, TypeForm);
  if (sent.status !== "success") return again(sent);
  const { taskType, file } = sent.value;
  const draftUuid = await beginDraft(viewer, taskType as FileKind, file ? [file] : undefined);
  return redirect(draftUrl(draftUuid, file ? "whom" : "files"), 303);
});

export default function NewTask() {
  const { drafts } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(TypeForm, answer?.reply, { taskType: "2" });
  return (
    <>
      <FormScreen form={form} cancelTo={tasksUrl} save="下一步">
        <FieldSet title="下发的类型">
          <RadioField field={fields.taskType} label="类型" choices={asChoices(taskTypes)} wide />
        </FieldSet>
      </FormScreen>
      {drafts.length > 0 && (
        <Section title="没有建完的任务">
          <ul>
            {drafts.map(({ draftUuid, step, title, at }) => (
              <li key={draftUuid}>
                <a href={draftUrl(draftUuid, step)}>{`${title}（${at} 开始）`}</a>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
