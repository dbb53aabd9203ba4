import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { formDataOf, readReason, refusedConfirm } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen } from "~/kit/page/screens";
import { lineScreenFor } from "~/domains/lines/line-screen";
import { may } from "~/domains/lines/policy";
import { discardDraft, loadEditedVersion } from "../queries.server";
import { draftInWords } from "~/domains/lines/schema";
import { variantAsked } from "../shown-version.server";
import { variantUrl } from "~/domains/lines/urls";

export const handle = lineScreenFor("放弃草稿");

export const loader = page(may.write, async ({ viewer, request, params, url }) => {
  const { standing, version, directions: _, ...draft } = await loadEditedVersion(viewer, variantAsked(url, params));
  if (standing !== "draft") throw await redirectWith(request, "这条线路没有草稿", variantUrl(draft), "warning");
  return { ...draft, version: version ?? undefined };
});

export const action = page(may.write, async ({ viewer, request, params, url }) => {
  const form = await formDataOf(request);
  const version = Number(form.get("version") ?? NaN);
  const reason = readReason(form);
  const done = await attempt(() =>
    discardDraft({ ...viewer, reason }, variantAsked(url, params), Number.isInteger(version) ? version : undefined),
  );
  if (!done.ok) return refusedConfirm(done.problem, "请重新查看草稿再决定");
  return redirectWith(request, "已放弃草稿，现行版本不变", variantUrl(done.value));
});

export default function Discard() {
  const draft = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmScreen
      question={`放弃 ${draft.lineName} 的${draftInWords(draft.plannedFor)}？现行版本不变；草稿里的修改以后只能从修改历史恢复。`}
      confirm="放弃草稿"
      version={draft.version}
      cancelTo={variantUrl(draft)}
      askReason
      error={answer?.error}
    />
  );
}
