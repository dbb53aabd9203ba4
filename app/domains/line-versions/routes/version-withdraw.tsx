import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { readForm, refusedConfirm } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen } from "~/kit/page/screens";
import { today } from "~/kit/ground/time/today.server";
import { lineScreenFor } from "~/domains/lines/line-screen";
import { may } from "~/domains/lines/policy";
import { withdrawVersion } from "../queries.server";
import { variantAsked } from "../shown-version.server";
import { variantUrl } from "~/domains/lines/urls";
import { askedVersion } from "../asked-version.server";
import { impactOfWithdrawing } from "../times/impact";
import { WithdrawForm } from "../schema";
import { digestPeriods } from "../versions.server";
import styles from "../screens/versions.module.css";

export const handle = lineScreenFor("撤回计划的版本");

export const loader = page(may.publish, async (call) => {
  const { variant, versions, row, named } = await askedVersion(call);
  if (row.standing !== "planned")
    throw await redirectWith(call.request, "只能撤回还没有生效的版本", variantUrl(variant, "versions"), "warning");
  return {
    variant,
    named,
    version: row.version,
    seen: digestPeriods(versions),
    impact: impactOfWithdrawing(versions, row, today()),
    before: versions.some(({ validTo }) => validTo !== null && validTo === row.validFrom),
  };
});

export const action = page(may.publish, async ({ viewer, request, params, url }) => {
  const sent = await readForm(request, WithdrawForm);
  if (sent.status !== "success") return data({ error: "请从撤回页面提交，修改原因最多 255 个字" }, { status: 422 });
  const done = await attempt(() => withdrawVersion(viewer, variantAsked(url, params), sent.value));
  if (!done.ok) return refusedConfirm(done.problem, "请重新查看再撤回");
  return redirectWith(request, "已撤回，内容保留在草稿中", variantUrl(done.value, "versions"));
});

export default function WithdrawVersion() {
  const { variant, named, version, seen, impact, before } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmScreen
      question={`撤回 ${named}？`}
      confirm="撤回"
      version={version}
      cancelTo={variantUrl(variant, "versions")}
      askReason
      error={answer?.error}
    >
      <input type="hidden" name="seen" value={seen} />
      <ul className={styles.impact}>
        {impact.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {before && (
        <label>
          <input type="checkbox" name="leaveGap" value="1" /> 不要延长前一个版本，空出的日期停运
        </label>
      )}
    </ConfirmScreen>
  );
}
