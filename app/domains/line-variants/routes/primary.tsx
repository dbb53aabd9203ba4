import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { variantNames } from "~/domains/lines/schema";
import { page } from "~/kit/page/http/page.server";
import { formDataOf, readReason } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { requireRecord } from "~/kit/room/pages.server";
import { recordUrl } from "~/kit/room/room";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { may } from "../policy";
import { findVariant, updateVariant, variantOptions } from "../queries.server";
import { variantRoom } from "../room";

export const handle = screen({
  title: (loaded: { variant: { lineName: string; classifyName: string } }) =>
    `设 ${loaded.variant.lineName} ${loaded.variant.classifyName} 为主分类`,
});

export const loader = page(may.write, async (call) => {
  const variant = await requireRecord(call, variantRoom, findVariant);
  if (variant.sortType === 1)
    throw await redirectWith(
      call.request,
      `${variant.classifyName}已经是主分类`,
      recordUrl(variantRoom, variant),
      "warning",
    );
  const [primary] = await variantOptions(call.viewer, { lineUuid: variant.mainUuid });
  const { classifyName } = primary!;
  return { variant, primary: classifyName === variantNames[1] ? "" : `“${classifyName}”` };
});

export const action = page(may.write, async (call) => {
  const variant = await requireRecord(call, variantRoom, findVariant);
  const reason = readReason(await formDataOf(call.request));
  const done = await attempt(() => updateVariant({ ...call.viewer, reason }, variant.classifySid, { sortType: 1 }));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(
    call.request,
    `${variant.lineName}的主分类现在是 ${done.value.classifyName}`,
    recordUrl(variantRoom, variant),
  );
});

export default function MakePrimary() {
  const { variant, primary } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const running = variant.versionUuid ? "" : "这个分类今天没有生效的版本，设为主后线路今天不显示站点。";
  return (
    <ConfirmScreen
      question={`把“${variant.classifyName}”设为${variant.lineName}的主分类？现在的主分类${primary}会变为副。线路列表、站点和里程从此按新的主分类显示。${running}`}
      confirm="设为主分类"
      cancelTo={recordUrl(variantRoom, variant)}
      askReason
      error={answer?.error}
    />
  );
}
