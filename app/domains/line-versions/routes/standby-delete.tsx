import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { formDataOf, readReason } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen } from "~/kit/page/screens";
import { lineScreenFor } from "~/domains/lines/line-screen";
import { may } from "~/domains/lines/policy";
import { removeStandby } from "../queries.server";
import { editedStandby } from "../standby/edited.server";

export const handle = lineScreenFor("移除备用站点");

export const loader = page(may.write, editedStandby);

export const action = page(may.write, async (call) => {
  const { standby, back } = await editedStandby(call);
  const reason = readReason(await formDataOf(call.request));
  const done = await attempt(() => removeStandby({ ...call.viewer, reason }, standby.lineUuid, standby.standbyUuid));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(call.request, `已移除备用站点 ${standby.staName}`, back);
});

export default function RemoveStandby() {
  const { standby, directionName, back } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmScreen
      question={`从${directionName}的备用站点中移除 ${standby.staName}？站点本身和运行站序不变。`}
      confirm="移除"
      cancelTo={back}
      askReason
      error={answer?.error}
    />
  );
}
