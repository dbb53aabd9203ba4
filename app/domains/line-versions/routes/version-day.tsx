import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { CalendarField } from "~/kit/page/forms/calendar-field";
import { TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refusedOrStale } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen } from "~/kit/page/screens";
import { today } from "~/kit/ground/time/today.server";
import { lineScreenFor } from "~/domains/lines/line-screen";
import { may } from "~/domains/lines/policy";
import { moveDraft } from "../queries.server";
import { variantAsked } from "../shown-version.server";
import { variantUrl } from "~/domains/lines/urls";
import { askedVersion } from "../asked-version.server";
import { DayForm } from "../schema";

export const handle = lineScreenFor("改草稿的日期");

export const loader = page(may.write, async (call) => {
  const { variant, row, named } = await askedVersion(call);
  return { variant, named, version: row.version, plannedFor: row.plannedFor, today: today() };
});

export const action = page(may.write, async ({ viewer, request, params, url }) => {
  const sent = await readForm(request, DayForm);
  if (sent.status !== "success") return again(sent);
  const done = await attempt(() => moveDraft(viewer, variantAsked(url, params), sent.value));
  if (!done.ok) return refusedOrStale(sent, done.problem, "请重新查看草稿");
  return redirectWith(
    request,
    sent.value.plannedFor ? `草稿改为计划 ${sent.value.plannedFor} 生效` : "草稿改为未定日期",
    variantUrl(done.value, "versions"),
  );
});

export default function DraftDay() {
  const { variant, named, version, plannedFor, today } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(DayForm, answer?.reply, { plannedFor: plannedFor ?? undefined });
  return (
    <FormScreen form={form} answer={answer} cancelTo={variantUrl(variant, "versions")} version={version}>
      <FieldSet title={named}>
        <CalendarField
          field={fields.plannedFor}
          label="计划生效日期"
          earliest={today}
          hint="空着：还没有定下日期。改日期不会使草稿生效"
        />
        <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />
      </FieldSet>
    </FormScreen>
  );
}
