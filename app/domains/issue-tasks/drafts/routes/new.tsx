import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { ErrorSummary } from "~/kit/page/forms/form-parts";
import { OnceField } from "~/kit/page/forms/once";
import { again, readForm } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { page } from "~/kit/page/http/page.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { may } from "../../policy";
import { draftUrl, tasksUrl } from "../../urls";
import { type FileKind, taskTypes } from "../../words";
import { beginDraft, listDrafts } from "../drafts.server";
import { TypeForm } from "../forms";
import { doneOf, Steps } from "../steps";
import styles from "../../issue-tasks.module.css";

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
  const [form] = useRoomForm(TypeForm, answer?.reply);
  return (
    <>
      <Heading note={<Steps at="files" done={[]} />}>
        <a className="button" href={tasksUrl}>
          取消
        </a>
      </Heading>
      <form method="post" id={form.id}>
        <OnceField />
        <ErrorSummary form={form} labels={{ taskType: "类型" }} />
        <Section title="下发什么？">
          <div className={styles.kinds}>
            {taskTypes.map(({ value, label, holds }) => (
              <button key={value} className={styles.kind} name="taskType" value={value}>
                <b>{label}</b>
                <small>{holds}</small>
              </button>
            ))}
          </div>
        </Section>
      </form>
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
