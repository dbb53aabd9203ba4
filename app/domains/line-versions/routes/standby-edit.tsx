import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen } from "~/kit/page/screens";
import { lineScreen } from "~/domains/lines/line-screen";
import { may } from "~/domains/lines/policy";
import { changeStandby } from "../queries.server";
import { editedStandby } from "../standby/edited.server";
import { StandbyChange } from "../standby/schema";
import { StandbyFields } from "../standby/standby-form";

export const handle = lineScreen({
  title: (loaded: { lineName: string; standby: { staName: string } }) =>
    `${loaded.lineName}：备用站点 ${loaded.standby.staName}`,
});

export const loader = page(may.write, editedStandby);

export const action = page(may.write, async (call) => {
  const { standby, back } = await editedStandby(call);
  const sent = await readForm(call.request, StandbyChange);
  if (sent.status !== "success") return again(sent);
  const { version, replacesUuid = null, remark = null } = sent.value;
  const done = await attempt(() =>
    changeStandby(call.viewer, standby.lineUuid, standby.standbyUuid, { replacesUuid, remark }, version),
  );
  if (!done.ok) return again(refused(sent, done.problem));
  return redirectWith(call.request, `已保存备用站点 ${standby.staName}`, back);
});

export default function EditStandby() {
  const { standby, running, directionName, back } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(StandbyChange, answer?.reply, standby);
  const known =
    running.some(({ value }) => value === standby.replacesUuid) || !standby.replacesUuid
      ? running
      : [{ value: standby.replacesUuid, label: `${standby.replacesName}（已不在站序内）` }, ...running];
  return (
    <FormScreen form={form} cancelTo={back} version={standby.version} note={`${directionName}，${standby.staSelfCode}`}>
      <FieldSet title={standby.staName}>
        <StandbyFields fields={fields} running={known} />
      </FieldSet>
    </FormScreen>
  );
}
