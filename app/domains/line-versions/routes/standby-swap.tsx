import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { CheckField, ChoiceField, NumberField, RadioField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen } from "~/kit/page/screens";
import { lineScreen } from "~/domains/lines/line-screen";
import { may } from "~/domains/lines/policy";
import { swapIn } from "../queries.server";
import { labelOf, standings } from "~/domains/lines/schema";
import { variantAsked } from "../shown-version.server";
import { editedStandby } from "../standby/edited.server";
import { SwapForm } from "../standby/schema";
import { variantUrl } from "~/domains/lines/urls";

export const handle = lineScreen({
  title: (loaded: { lineName: string; standby: { staName: string } }) =>
    `${loaded.lineName}：换入 ${loaded.standby.staName}`,
});

export const loader = page(may.write, editedStandby);

export const action = page(may.write, async (call) => {
  const { standby, version } = await editedStandby(call);
  const sent = await readForm(call.request, SwapForm);
  if (sent.status !== "success") return again(sent);
  const done = await attempt(() => swapIn(call.viewer, variantAsked(call.url, call.params), standby, sent.value));
  if (!done.ok && done.problem.conflict)
    return data({ reply: sent.reply, stale: `${done.problem.message}，请重新选择位置后再换入` }, { status: 409 });
  if (!done.ok) return again(refused(sent, done.problem));
  return redirectWith(
    call.request,
    `已将 ${standby.staName} 换入草稿，请重新匹配路径`,
    variantUrl(version, "match", { version: done.value, direction: standby.direction }),
  );
});

export default function SwapStandby() {
  const { standby, version, running, directionName, back } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const known = running.some(({ value }) => value === standby.replacesUuid);
  const [form, fields] = useRoomForm(SwapForm, answer?.reply, {
    place: "replace",
    replacesUuid: known ? standby.replacesUuid : undefined,
    keep: true,
  });
  const stale = answer && "stale" in answer ? answer.stale : undefined;
  return (
    <FormScreen
      form={form}
      cancelTo={back}
      version={version.version ?? 0}
      save="换入草稿"
      note={`${directionName}，${standby.staSelfCode}`}
    >
      {stale && (
        <p role="alert" className="notice bad">
          {stale}
        </p>
      )}
      <p>
        {version.standing === "draft"
          ? `换入现有草稿${version.plannedFor ? `（计划 ${version.plannedFor} 生效）` : ""}`
          : `以${labelOf(standings, version.standing)}的版本为基础新建草稿，现行版本不变`}
        ，之后请重新匹配路径。
      </p>
      <FieldSet title={`换入 ${standby.staName}`}>
        <RadioField
          field={fields.place}
          label="位置"
          choices={[
            { value: "replace", label: "替换站序中的一站" },
            { value: "insert", label: "插入到某一站之前" },
          ]}
        />
        <ChoiceField field={fields.replacesUuid} label="替换" choices={running} />
        <NumberField field={fields.at} label="插入到第几站之前" hint={`1 到 ${running.length + 1}`} />
        <CheckField field={fields.keep} label="把换下的站点留作备用" />
        <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />
      </FieldSet>
    </FormScreen>
  );
}
