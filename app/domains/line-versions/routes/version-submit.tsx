import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { readForm, refusedConfirm } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen } from "~/kit/page/screens";
import { lineScreenFor } from "~/domains/lines/line-screen";
import { may } from "~/domains/lines/policy";
import { submitDraft } from "../queries.server";
import { variantAsked } from "../shown-version.server";
import { variantUrl } from "~/domains/lines/urls";
import { askedVersion } from "../asked-version.server";
import { SubmitForm } from "../schema";

export const handle = lineScreenFor("提交审核");

export const loader = page(may.write, async (call) => {
  const { variant, row, named } = await askedVersion(call);
  return { variant, named, version: row.version, returned: row.returnedReason };
});

export const action = page(may.write, async ({ viewer, request, params, url }) => {
  const sent = await readForm(request, SubmitForm);
  if (sent.status !== "success") return data({ error: "说明最多 255 个字" }, { status: 422 });
  const done = await attempt(() => submitDraft(viewer, variantAsked(url, params), sent.value));
  if (!done.ok) return refusedConfirm(done.problem, "请重新查看草稿再提交");
  return redirectWith(request, "已提交审核，等待另一人查看并使它生效", variantUrl(done.value, "versions"));
});

export default function SubmitVersion() {
  const { variant, named, version, returned } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmScreen
      question={`提交审核：${named}？提交后由另一人查看，可以使它生效或退回；再修改草稿会撤销提交。`}
      confirm="提交审核"
      version={version}
      cancelTo={variantUrl(variant, "versions")}
      askReason
      error={answer?.error}
    >
      {returned && <p className="notice warn">上次退回的原因：{returned}</p>}
    </ConfirmScreen>
  );
}
