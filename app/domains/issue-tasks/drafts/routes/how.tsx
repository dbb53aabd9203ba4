import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { attempt, problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import {
  CheckField,
  ChoiceField,
  DateField,
  NumberField,
  RadioField,
  TextareaField,
  TextField,
  TimeField,
} from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { page } from "~/kit/page/http/page.server";
import { FormScreen, screen } from "~/kit/page/screens";
import { lastDayFrom } from "../../add-task.server";
import { may } from "../../policy";
import { usualDays } from "../../schema";
import { draftUrl } from "../../urls";
import { taskTypes } from "../../words";
import { requireDraft, saveDraft } from "../drafts.server";
import { HowForm, stagesOf } from "../forms";
import { doneOf, Steps } from "../steps";

export const handle = screen({ title: "新建下发任务：什么时候、怎样下发" });

export const loader = page(may.write, async ({ viewer, params }) => {
  const draft = await requireDraft(viewer, params.draftUuid);
  const { how, taskType } = draft.task;
  const type = taskTypes.find(({ value }) => value === taskType)!.label;
  return {
    draftUuid: draft.draftUuid,
    done: doneOf(draft.task),
    organisations: await organisationChoices(viewer),
    how: how ?? { ...HowForm.parse({ taskName: `${type} ${today()}` }), orgId: viewer.orgId ?? undefined },
  };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  const draft = await requireDraft(viewer, params.draftUuid);
  const sent = await readForm(request, HowForm);
  if (sent.status !== "success") return again(sent);
  const shares = stagesOf(sent.value.stages);
  const fault = await attempt(async () => {
    const { begin, startDay, lastDay } = sent.value;
    lastDayFrom((begin === "time" && startDay) || today(), lastDay);
    if (shares.length > 10 || shares.some((one, at) => one < 1 || one > 100 || (at > 0 && one <= shares[at - 1]!)))
      throw problem.field("stages", "各批的累计百分比应在 1 到 100 之间逐个变大，最多 10 批，例如 10, 50, 100");
  });
  if (!fault.ok) return again(refused(sent, fault.problem));
  await saveDraft(draft, { how: sent.value });
  return redirect(draftUrl(draft.draftUuid, "confirm"), 303);
});

export default function HowToIssue() {
  const { draftUuid, done, organisations, how } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(HowForm, answer?.reply, {
    ...how,
    outsideService: how.outsideService ? "on" : undefined,
    joins: how.joins ? "on" : undefined,
  });
  return (
    <FormScreen
      form={form}
      cancelTo={draftUrl(draftUuid, "whom")}
      save="下一步"
      note={<Steps draftUuid={draftUuid} at="how" done={done} />}
    >
      <FieldSet title="任务">
        <TextField field={fields.taskName} label="任务名称" />
        <ChoiceField field={fields.orgId} label="所属机构" choices={organisations} empty="（我的机构）" />
        <NumberField field={fields.priority} label="优先级" hint="0 到 9，大的先下发" />
      </FieldSet>
      <FieldSet title="什么时候">
        <RadioField
          field={fields.begin}
          label="开始"
          choices={[
            { value: "now", label: "建好后立即" },
            { value: "time", label: "定时" },
            { value: "hand", label: "建好后手动启动" },
          ]}
        />
        <DateField field={fields.startDay} label="定时的日期" />
        <TimeField field={fields.startClock} label="定时的时间" />
        <DateField
          field={fields.lastDay}
          label="最后一天"
          hint={`空着为开始后 ${usualDays} 天；过了这一天，还没有收到的车辆不再下发，任务结束`}
        />
        <CheckField
          field={fields.joins}
          label="新加入的车辆也下发：直到最后一天，任务不结束，调到所选线路或机构的车辆也会收到"
          wide
        />
        <TextareaField
          field={fields.windows}
          label="每天的时段"
          hint="每行一个，例如 22:00-05:00；空着表示全天"
          rows={2}
        />
        <CheckField field={fields.outsideService} label="首末班之间不下发" wide />
      </FieldSet>
      <FieldSet title="分批和停止">
        <TextField field={fields.stages} label="分批" hint="累计百分比，例如 10, 50, 100；100 表示不分批" />
        <NumberField field={fields.nextStagePercent} label="成功多少后放下一批" unit="%" />
        <NumberField
          field={fields.stopAtFailedPercent}
          label="失败超过多少自动暂停"
          unit="%"
          hint="空着表示不自动暂停"
        />
      </FieldSet>
      <FieldSet title="超时和重试">
        <NumberField field={fields.timeoutMinutes} label="下载超时" unit="分钟" />
        <NumberField
          field={fields.effectiveMinutes}
          label="生效等待"
          unit="分钟"
          hint="收到文件后，过了这段时间仍报告别的版本算失败"
        />
        <NumberField field={fields.retry} label="失败后重试" unit="次" />
      </FieldSet>
    </FormScreen>
  );
}
