import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { attempt, problem } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { lineScreenFor } from "~/domains/lines/line-screen";
import { matchPage } from "../match-page.server";
import { readMatchQuery } from "../match-query";
import { MatchView } from "../match-view";
import { may } from "~/domains/lines/policy";
import { acceptMatch } from "../queries.server";
import { queryKept, variantAsked } from "~/domains/line-versions/queries.server";
import { lineUrl, queryText, variantUrl } from "~/domains/lines/urls";

export const handle = lineScreenFor("匹配路径");

export const loader = page(may.write, matchPage);

export const action = page(may.write, async ({ viewer, request, params, url }) => {
  const form = await formDataOf(request);
  const asked = variantAsked(url, params);
  const direction = form.get("direction") === "2" ? 2 : 1;
  const back = `${lineUrl(asked)}${queryText({ ...queryKept(url), direction })}`;
  if (form.get("do") === "reject") return redirectWith(request, "已放弃这次匹配，路径没有改变", back);
  const version = Number(form.get("version") ?? NaN);
  if (!Number.isInteger(version)) throw problem.field("version", "请从匹配页面提交");
  const picked = form.get("do") === "some" ? form.getAll("pick").map(Number).filter(Number.isInteger) : undefined;
  if (picked?.length === 0) return data({ error: "请先在表中勾选要采用的站间" }, { status: 422 });
  const { gap: _gap, ...wanted } = readMatchQuery(url.searchParams);
  const done = await attempt(() =>
    acceptMatch(viewer, {
      ...asked,
      ...wanted,
      direction,
      proposal: String(form.get("proposal") ?? ""),
      picked,
      version,
    }),
  );
  if (!done.ok)
    return data(
      {
        error: done.problem.conflict
          ? `${done.problem.message}，下面是按最新站点重新匹配的结果，请重新核对`
          : done.problem.message,
      },
      { status: 409 },
    );
  const taken = picked
    ? `已采用勾选的 ${picked.length} 段站间，其余不变，保存在草稿中`
    : "已采用匹配的路径，保存在草稿中";
  return redirectWith(request, taken, variantUrl(done.value, "", { version: done.value.versionUuid, direction }));
});

export default function Match() {
  return <MatchView loaded={useLoaderData<typeof loader>()} error={useActionData<typeof action>()?.error} />;
}
