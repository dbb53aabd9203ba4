import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { CalendarField } from "~/kit/page/forms/calendar-field";
import { ChoiceField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen } from "~/kit/page/screens";
import { today } from "~/kit/ground/time/today.server";
import { draftInWords, labelOf, standings } from "~/domains/lines/choices";
import { noteOf } from "~/domains/lines/labels";
import { periodText } from "~/domains/lines/period-text";
import { lineScreenFor } from "~/domains/lines/line-screen";
import { may } from "~/domains/lines/policy";
import { planVersion, requireVariant, versionsOf } from "../queries.server";
import { variantAsked } from "../shown-version.server";
import { variantUrl } from "~/domains/lines/urls";
import { PlanForm } from "../schema";

export const handle = lineScreenFor("计划新版本");

export const loader = page(may.write, async ({ viewer, url, params }) => {
  const { versionUuid: _, ...asked } = variantAsked(url, params);
  const variant = await requireVariant(viewer, asked);
  const versions = await versionsOf(variant.classifySid);
  return {
    variant,
    today: today(),
    from: versions.find(({ versionUuid }) => versionUuid === url.searchParams.get("from"))?.versionUuid,
    history: url.searchParams.get("history") ?? undefined,
    sources: versions.map((one) => ({
      value: one.versionUuid,
      label:
        one.standing === "draft"
          ? draftInWords(one.plannedFor)
          : `${periodText(one)}（${labelOf(standings, one.standing)}）`,
    })),
    marks: Object.fromEntries(
      versions.flatMap(({ validFrom, plannedFor }) =>
        validFrom ? [[validFrom, "已有版本开始"]] : plannedFor ? [[plannedFor, "已有草稿"]] : [],
      ),
    ) as Record<string, string>,
  };
});

export const action = page(may.write, async ({ viewer, request, params, url }) => {
  const sent = await readForm(request, PlanForm);
  if (sent.status !== "success") return again(sent);
  const { versionUuid: _, ...asked } = variantAsked(url, params);
  const done = await attempt(() => planVersion(viewer, asked, sent.value));
  if (!done.ok) return again(refused(sent, done.problem));
  const { variant, versionUuid } = done.value;
  return redirectWith(
    request,
    `已建立计划 ${sent.value.plannedFor} 生效的草稿，现在可以编辑它的站点和路径`,
    variantUrl(variant, "", { version: versionUuid }),
  );
});

export default function PlanVersion() {
  const { variant, today, from, history, sources, marks } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(PlanForm, answer?.reply, {
    plannedFor: from || history ? today : undefined,
    from,
  });
  return (
    <FormScreen form={form} cancelTo={variantUrl(variant, "versions")} save="建立草稿" note={noteOf(variant)}>
      <FieldSet title="计划">
        <CalendarField
          field={fields.plannedFor}
          label="计划生效日期"
          earliest={today}
          marks={marks}
          hint="建立一份为这一天准备的草稿；在它生效之前，现行版本不变"
        />
        {history ? (
          <input type="hidden" name="history" value={history} />
        ) : (
          <ChoiceField
            field={fields.from}
            label="底稿"
            choices={sources}
            empty="这一天按计划将生效的版本"
            hint="草稿从它的站点和路径开始"
          />
        )}
        <TextField field={fields.reason} label="修改原因" hint="记入修改历史，例如：人民路施工，取消两站" />
      </FieldSet>
      {history && <p className="notice">底稿取自修改历史中的一条记录，按当时的站点和路径恢复。</p>}
    </FormScreen>
  );
}
