import { readLineView } from "~/domains/parameters/queries.server";
import { directionName } from "~/domains/parameters/schema";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen } from "~/kit/page/screens";
import { lineScreen } from "~/domains/lines/line-screen";
import { may } from "~/domains/lines/policy";
import { findReference, removeReference } from "../queries.server";
import { requireLine } from "~/domains/lines/queries.server";
import { lineUrl, queryText } from "~/domains/lines/urls";

export const handle = lineScreen({ title: "移除参考线" });

export const loader = page(may.write, async ({ viewer, params, url }) => {
  const line = await requireLine(viewer, params.lineUuid!);
  const direction = url.searchParams.get("direction") === "2" ? 2 : 1;
  const reference = await findReference(viewer, line.lineUuid, direction);
  // Removed meanwhile, perhaps by this person's other tab.
  if (!reference) throw redirect(`${lineUrl(line)}/reference${queryText({ direction })}`);
  return {
    lineUuid: line.lineUuid,
    lineName: line.lineName,
    direction,
    directionName: directionName(line.lineType, direction, await readLineView()),
    referenceName: reference.referenceName,
  };
});

export const action = page(may.write, async ({ viewer, request, params, url }) => {
  const direction = url.searchParams.get("direction") === "2" ? 2 : 1;
  const done = await attempt(() => removeReference(viewer, params.lineUuid!, direction));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(
    request,
    "已移除参考线",
    `${lineUrl({ lineUuid: params.lineUuid! })}/reference${queryText({ direction })}`,
  );
});

export default function RemoveReference() {
  const { lineUuid, lineName, direction, directionName: name, referenceName } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmScreen
      question={`移除 ${lineName} ${name}的参考线“${referenceName}”？线路的站点和路径不受影响。`}
      cancelTo={`${lineUrl({ lineUuid })}/reference${queryText({ direction })}`}
      confirm="移除"
      error={answer?.error}
    />
  );
}
