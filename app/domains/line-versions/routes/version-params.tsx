import { readLineView } from "~/domains/parameters/queries.server";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { clearEmptyFields } from "~/kit/page/forms/clear-empty-fields";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { attempt, type Conflict } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { lineScreen } from "~/domains/lines/line-screen";
import { getLineParam, getVariantParam, inEffect, readUsual, saveVariantParam } from "../params/params.server";
import { ParamScreen } from "../params/param-fields";
import { otherwiseIn } from "../params/params-in-words";
import { noParams } from "../params/running-params";
import { ParamForm } from "../params/schema";
import { may } from "~/domains/lines/policy";
import { draftInWords } from "~/domains/lines/schema";
import { variantAsked } from "../shown-version.server";
import { lineUrl } from "~/domains/lines/urls";

export const handle = lineScreen({
  title: (loaded: { variant: { lineName: string; classifyName: string } }) =>
    `${loaded.variant.lineName} ${loaded.variant.classifyName}：修改参数`,
});

export const loader = page(may.write, async ({ viewer, url, params }) => {
  const variant = await getVariantParam(viewer, variantAsked(url, params));
  const [line, usual, view] = await Promise.all([getLineParam(viewer, variant), readUsual(), readLineView()]);
  const ofLine = otherwiseIn(inEffect(variant.lineType, usual), "默认", variant.lineType, view);
  return { variant, view, otherwise: { ...ofLine, ...otherwiseIn(line, "线路", variant.lineType, view, true) } };
});

export const action = page(may.write, async ({ viewer, request, url, params }) => {
  const sent = await readForm(request, ParamForm);
  if (sent.status !== "success") return again(sent);
  const { version, reason, ...values } = clearEmptyFields(ParamForm, sent.value);
  const saved = await attempt(() =>
    saveVariantParam(viewer, { ...variantAsked(url, params), ...values, version, reason: reason ?? undefined }),
  );
  if (!saved.ok && saved.problem.conflict)
    return data({ conflict: conflictOf(saved.problem.conflict) }, { status: 409 });
  if (!saved.ok) return again(refused(sent, saved.problem));
  const { lineUuid, standing, classifyName, plannedFor } = saved.value;
  return redirectWith(
    request,
    standing === "draft" ? `已保存到 ${classifyName} 的${draftInWords(plannedFor)}，使草稿生效后执行` : "参数没有变化",
    `${lineUrl({ lineUuid })}/params`,
  );
});

export default function VersionParams() {
  const { variant, view, otherwise } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const title =
    variant.standing === "draft"
      ? `${variant.classifyName}的${draftInWords(variant.plannedFor)}`
      : `${variant.classifyName}（保存后成为草稿，不影响现行版本）`;
  return (
    <ParamScreen
      title={title}
      params={variant}
      otherwise={otherwise}
      answer={answer}
      lineType={variant.lineType}
      view={view}
      version={variant.version ?? 0}
      cancelTo={`${lineUrl(variant)}/params`}
    />
  );
}

function conflictOf({ original, mine, theirs, ...rest }: Conflict): Conflict {
  const fields = (side: Record<string, unknown>) => ({ ...noParams, ...(side.params as object | null) });
  return { ...rest, original: fields(original), mine: fields(mine), theirs: fields(theirs) };
}
