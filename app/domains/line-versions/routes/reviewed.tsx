import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readForm } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen } from "~/kit/page/screens";
import { attempt } from "~/kit/ground/problem";
import { noteOf } from "~/domains/lines/labels";
import { lineScreenFor } from "~/domains/lines/line-screen";
import { may } from "~/domains/lines/policy";
import { confirmPaths } from "../queries.server";
import { shownVersion, variantAsked } from "../shown-version.server";
import { variantUrl } from "~/domains/lines/urls";
import { SubmitForm } from "../schema";

export const handle = lineScreenFor("确认路径无误");

export const loader = page(may.write, async ({ viewer, request, url, params }) => {
  const { detail, one } = await shownVersion(viewer, url, params);
  const { directions: _directions, ...version } = detail;
  const back = variantUrl(version, "", { version: url.searchParams.get("version"), direction: one.direction });
  if (one.movedStations.length === 0) throw await redirectWith(request, "路径不用复核", back, "warning");
  return { ...version, back, directionName: one.directionName, moved: one.movedStations };
});

export const action = page(may.write, async ({ viewer, request, url, params }) => {
  const sent = await readForm(request, SubmitForm);
  if (sent.status !== "success") return data({ error: "修改原因最多 255 个字" }, { status: 422 });
  const { detail, one } = await shownVersion(viewer, url, params);
  const versionUuid = detail.versionUuid ?? undefined;
  const done = await attempt(() =>
    confirmPaths(viewer, { ...variantAsked(url, params), versionUuid }, { ...sent.value, direction: one.direction }),
  );
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  const back = variantUrl(done.value, "", { version: url.searchParams.get("version"), direction: one.direction });
  return redirectWith(request, `已确认${one.directionName}路径无误，站距已重新计算`, back);
});

export default function Reviewed() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmScreen
      question={`确认 ${noteOf(loaded, loaded.lineName)} ${loaded.directionName}的路径在站点移动后仍然正确？`}
      confirm="确认无误"
      cancelTo={loaded.back}
      version={loaded.version ?? undefined}
      askReason
      error={answer?.error}
    >
      <p>路径保持不变，各站的距起点和站距按站点现在的位置重新计算。移动过的站点：</p>
      <ul>
        {loaded.moved.map(({ staUuid, staName, metres }) => (
          <li key={staUuid}>
            {staName}，移动 {metres} 米
          </li>
        ))}
      </ul>
    </ConfirmScreen>
  );
}
