import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { attempt } from "~/kit/ground/problem";
import { CheckField, ChoicesField, TextareaField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { page } from "~/kit/page/http/page.server";
import { FormScreen, screen } from "~/kit/page/screens";
import { may } from "../../policy";
import { draftUrl } from "../../urls";
import { requireDraft, saveDraft } from "../drafts.server";
import { WhomForm } from "../forms";
import { doneOf, Steps } from "../steps";
import { offeredLines, targetsOf } from "../targets-of.server";

export const handle = screen({ title: "新建下发任务：发给谁" });

export const loader = page(may.write, async ({ viewer, params }) => {
  const draft = await requireDraft(viewer, params.draftUuid);
  const [organisations, lines] = await Promise.all([organisationChoices(viewer), offeredLines(viewer, draft)]);
  const { whom, taskType } = draft.task;
  return {
    draftUuid: draft.draftUuid,
    done: doneOf(draft.task),
    organisations,
    lines,
    whom: whom ?? { allLines: taskType === 2 },
    ofFiles: taskType === 2,
  };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  const draft = await requireDraft(viewer, params.draftUuid);
  const sent = await readForm(request, WhomForm);
  if (sent.status !== "success") return again(sent);
  const whom = sent.value;
  const found = await attempt(async () => targetsOf(viewer, whom, await offeredLines(viewer, draft)));
  if (!found.ok) return again(refused(sent, found.problem));
  await saveDraft(draft, { whom });
  return redirect(draftUrl(draft.draftUuid, "how"), 303);
});

export default function ChooseVehicles() {
  const { draftUuid, done, organisations, lines, whom, ofFiles } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(WhomForm, answer?.reply, { ...whom, allLines: whom.allLines ? "on" : undefined });
  return (
    <FormScreen
      form={form}
      cancelTo={draftUrl(draftUuid, "files")}
      save="下一步"
      note={<Steps draftUuid={draftUuid} at="whom" done={done} />}
    >
      <FieldSet title="线路">
        <CheckField
          field={fields.allLines}
          label={ofFiles ? "所选文件的全部线路" : "全部线路"}
          hint="今天以它为主线路的车辆；下面填写了车辆或设备时，这一项不算"
          wide
        />
        <ChoicesField field={fields.lineUuids} label="只发给这些线路" choices={lines} wide />
      </FieldSet>
      <FieldSet title="机构">
        <ChoicesField field={fields.orgIds} label="机构和它的下级" choices={organisations} wide />
      </FieldSet>
      <FieldSet title="单个车辆和设备">
        <TextareaField field={fields.buses} label="车辆" hint="自编号或车牌号，用空格、逗号或换行隔开" rows={4} wide />
        <TextareaField field={fields.devices} label="设备" hint="设备编号，用空格、逗号或换行隔开" rows={3} wide />
      </FieldSet>
    </FormScreen>
  );
}
