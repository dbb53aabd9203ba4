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
import { endVersion } from "../queries.server";
import { variantAsked } from "../shown-version.server";
import { variantUrl } from "~/domains/lines/urls";
import { addDays } from "~/kit/ground/time/days";
import { askedVersion } from "../asked-version.server";
import { EndForm } from "../schema";
import { digestPeriods } from "../versions.server";

export const handle = lineScreenFor("停运");

export const loader = page(may.publish, async (call) => {
  const { variant, versions, row, named } = await askedVersion(call);
  return { variant, named, version: row.version, validTo: row.validTo, seen: digestPeriods(versions), today: today() };
});

export const action = page(may.publish, async ({ viewer, request, params, url }) => {
  const sent = await readForm(request, EndForm);
  if (sent.status !== "success") return again(sent);
  const done = await attempt(() => endVersion(viewer, variantAsked(url, params), sent.value));
  if (!done.ok) return refusedOrStale(sent, done.problem, "请重新查看再决定");
  return redirectWith(request, `${sent.value.day} 起停运`, variantUrl(done.value, "versions"));
});

export default function EndVersion() {
  const { variant, named, version, validTo, seen, today } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(EndForm, answer?.reply);
  return (
    <FormScreen form={form} answer={answer} cancelTo={variantUrl(variant, "versions")} version={version} save="停运">
      <input type="hidden" name="seen" value={seen} />
      <FieldSet title={named}>
        <CalendarField
          field={fields.day}
          label="停运日期"
          earliest={today}
          hint="从这一天起不再运行，前一天是最后一天"
        />
        <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />
      </FieldSet>
      <p className="notice warn">
        从停运日期起{validTo ? `到 ${addDays(validTo, -1)} ` : ""}
        没有生效的版本：这条线路在那些日子不运行，查询和导出都查不到它的站点，直到另一个版本生效。
      </p>
    </FormScreen>
  );
}
