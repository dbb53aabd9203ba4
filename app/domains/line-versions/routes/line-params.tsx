import { readLineView } from "~/domains/parameters/queries.server";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { clearEmptyFields } from "~/kit/page/forms/clear-empty-fields";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { lineScreenFor } from "~/domains/lines/line-screen";
import { getLineParam, inEffect, readUsual, saveLineParam } from "../params/params.server";
import { ParamScreen } from "../params/param-fields";
import { otherwiseIn } from "../params/params-in-words";
import { ParamForm } from "../params/schema";
import { may } from "~/domains/lines/policy";
import { requireLine } from "~/domains/lines/queries.server";
import { lineUrl } from "~/domains/lines/urls";

export const handle = lineScreenFor("修改线路参数");

export const loader = page(may.write, async ({ viewer, params }) => {
  const { lineUuid, lineName, lineType } = await requireLine(viewer, params.lineUuid!);
  const [line, usual, view] = await Promise.all([getLineParam(viewer, { lineUuid }), readUsual(), readLineView()]);
  return {
    lineUuid,
    lineName,
    lineType,
    line,
    view,
    otherwise: otherwiseIn(inEffect(lineType, usual), "默认", lineType, view),
  };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  const lineUuid = params.lineUuid!;
  const sent = await readForm(request, ParamForm);
  if (sent.status !== "success") return again(sent);
  const { version, reason, ...values } = clearEmptyFields(ParamForm, sent.value);
  const saved = await attempt(() =>
    saveLineParam({ ...viewer, reason: reason ?? undefined }, lineUuid, values, version),
  );
  if (!saved.ok && saved.problem.conflict) return data({ conflict: saved.problem.conflict }, { status: 409 });
  if (!saved.ok) return again(refused(sent, saved.problem));
  return redirectWith(request, "已保存线路参数，立即生效", `${lineUrl({ lineUuid })}/params`);
});

export default function LineParams() {
  const { lineUuid, lineType, line, view, otherwise } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ParamScreen
      title="整条线路的参数"
      params={line}
      otherwise={otherwise}
      answer={answer}
      lineType={lineType}
      view={view}
      version={line.version}
      cancelTo={`${lineUrl({ lineUuid })}/params`}
    />
  );
}
