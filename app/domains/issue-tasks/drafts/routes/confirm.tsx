import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { allows } from "~/kit/data/access/viewer";
import { attempt } from "~/kit/ground/problem";
import { OnceField } from "~/kit/page/forms/once";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { Facts, Heading, screen, Section } from "~/kit/page/screens";
import { PlainTable } from "~/kit/page/tables/plain-table";
import { mustBeApproved } from "../../approval.server";
import { addTask } from "../../add-task.server";
import { leftOutTable, previewFileTable, reasonTable } from "../../left-out-table";
import { may } from "../../policy";
import { previewTask } from "../../preview-task.server";
import { startTask } from "../../start-task.server";
import { usualDays } from "../../schema";
import { draftUrl, taskUrl } from "../../urls";
import { taskTypes } from "../../words";
import { endDraft, requireDraft } from "../drafts.server";
import { doneOf, Steps } from "../steps";
import { taskOf, whomInWords } from "../targets-of.server";

export const handle = screen({ title: "新建下发任务：核对" });

export const loader = page(may.write, async ({ viewer, params }) => {
  const draft = await requireDraft(viewer, params.draftUuid);
  const planned = await attempt(async () => previewTask(viewer, await taskOf(viewer, draft)));
  const { how, taskType } = draft.task;
  return {
    draftUuid: draft.draftUuid,
    done: doneOf(draft.task),
    how,
    whom: draft.task.whom ? whomInWords(draft.task.whom) : "",
    type: taskTypes.find(({ value }) => value === taskType)!.label,
    preview: planned.ok ? planned.value : undefined,
    wrong: planned.ok
      ? undefined
      : planned.problem.errors.map(({ message }) => message).join("；") || planned.problem.message,
    mayStart: allows(viewer, may.start),
    isToWait: await mustBeApproved(),
  };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  const draft = await requireDraft(viewer, params.draftUuid);
  const isNow = draft.task.how?.begin === "now";
  const isToWait = await mustBeApproved();
  const atOnce = isNow && !isToWait && allows(viewer, may.start);
  const done = await attempt(async () => {
    const task = await taskOf(viewer, draft);
    // It begins as soon as somebody has found it right.
    return addTask(viewer, isNow && isToWait ? { ...task, startTime: new Date().toISOString() } : task);
  });
  if (!done.ok) return data({ error: done.problem.errors[0]?.message ?? done.problem.message }, { status: 422 });
  const { taskUuid, taskName, vehicles } = done.value;
  await endDraft(draft);
  const begun = atOnce ? await attempt(() => startTask(viewer, taskUuid)) : undefined;
  if (begun && !begun.ok)
    return redirectWith(request, `已新建 ${taskName}；${begun.problem.message}`, taskUrl({ taskUuid }), "warning");
  if (isToWait)
    return redirectWith(request, `已新建 ${taskName}，${vehicles} 辆车，等另一人审核`, taskUrl({ taskUuid }));
  return redirectWith(request, `已新建${begun ? "并启动" : ""} ${taskName}，${vehicles} 辆车`, taskUrl({ taskUuid }));
});

export default function ConfirmTask() {
  const { draftUuid, done, how, whom, type, preview, wrong, mayStart, isToWait } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const error = answer?.error ?? wrong;
  return (
    <>
      <Heading note={<Steps draftUuid={draftUuid} at="confirm" done={done} />} />
      {error && (
        <p role="alert" className="notice bad">
          {error}
        </p>
      )}
      {preview && how && (
        <>
          {preview.otherNames.map(({ fileUuid, name, clips }) => (
            <p key={fileUuid} role="alert" className="notice bad">
              {name} 里有 {clips} 段语音说的不是现在的站名，
              <a href={`/voice/file-management/${fileUuid}/voices`}>请先处理并重新生成</a>，再下发。
            </p>
          ))}
          {preview.findings.map(({ fileUuid, name, findings }) => (
            <p key={fileUuid} className="notice warn">
              {name} 生成时有 {findings} 处提醒，<a href={`/voice/file-management/${fileUuid}`}>请看一看</a>。
            </p>
          ))}
          {preview.unheard.map(({ fileUuid, name }) => (
            <p key={fileUuid} role="alert" className="notice bad">
              还没有人听过 {name}，<a href={`/voice/file-management/${fileUuid}/listen`}>请先试听</a>，再下发。
            </p>
          ))}
          <Section title={how.taskName}>
            <Facts
              facts={[
                { label: "类型", value: type },
                { label: "对象", value: whom },
                { label: "下发", value: `${preview.vehicles} 辆车` },
                { label: "不下发", value: `${preview.reasons.reduce((sum, { count }) => sum + count, 0)} 辆车` },
                {
                  label: "开始",
                  value: {
                    now: isToWait ? "另一人审核通过后立即" : mayStart ? "立即" : "您没有启动的权限，建好后由他人启动",
                    hand: "手动启动",
                    time: `${how.startDay} ${how.startClock}`,
                  }[how.begin],
                },
                {
                  label: "时段",
                  value: [how.windows, how.outsideService && "首末班之间不下发"].filter(Boolean).join("；") || "全天",
                },
                { label: "最后一天", value: how.lastDay ?? `开始后 ${usualDays} 天` },
                { label: "新加入的车辆", value: how.joins ? "也下发，直到最后一天" : "不下发" },
                { label: "分批", value: how.stages },
              ]}
            />
            <form method="post">
              <OnceField />
              <button className="button primary">
                {how.begin === "now" && mayStart && !isToWait ? "新建并启动" : "新建"}
              </button>{" "}
              <a className="button" href={draftUrl(draftUuid, "how")}>
                上一步
              </a>
            </form>
          </Section>
          <Section title="文件">
            <PlainTable table={previewFileTable} rows={preview.files} caption="文件和车辆数" empty="" />
          </Section>
          <Section title="不下发的车辆">
            <PlainTable table={reasonTable} rows={preview.reasons} caption="不下发的原因" empty="没有。" />
            {preview.leftOut.length > 0 && (
              <PlainTable
                table={leftOutTable}
                rows={preview.leftOut.slice(0, 200)}
                caption="不下发的车辆，最多列出 200 辆"
                empty=""
              />
            )}
          </Section>
        </>
      )}
    </>
  );
}
