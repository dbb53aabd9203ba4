import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { TextareaField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refusedOrStale } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen } from "~/kit/page/screens";
import { lineScreenFor } from "~/domains/lines/line-screen";
import { may } from "~/domains/lines/policy";
import { returnDraft } from "../queries.server";
import { variantAsked } from "../shown-version.server";
import { variantUrl } from "~/domains/lines/urls";
import { askedVersion } from "../asked-version.server";
import { ReturnForm } from "../schema";

export const handle = lineScreenFor("退回草稿");

export const loader = page(may.publish, async (call) => {
  const { variant, row, named } = await askedVersion(call);
  return { variant, named, version: row.version };
});

export const action = page(may.publish, async ({ viewer, request, params, url }) => {
  const sent = await readForm(request, ReturnForm);
  if (sent.status !== "success") return again(sent);
  const done = await attempt(() => returnDraft(viewer, variantAsked(url, params), sent.value));
  if (!done.ok) return refusedOrStale(sent, done.problem, "请重新查看草稿");
  return redirectWith(request, "已退回草稿，修改的人会看到原因", variantUrl(done.value, "versions"));
});

export default function ReturnVersion() {
  const { variant, named, version } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(ReturnForm, answer?.reply);
  return (
    <FormScreen form={form} answer={answer} cancelTo={variantUrl(variant, "versions")} version={version} save="退回">
      <FieldSet title={named}>
        <TextareaField field={fields.reason} label="要改什么" hint="提交的人在线路版本页看到" wide />
      </FieldSet>
    </FormScreen>
  );
}
