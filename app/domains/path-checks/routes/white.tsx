import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { roadsForMap } from "~/domains/roads/queries.server";
import { OnceField } from "~/kit/page/forms/once";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { historyOf } from "~/kit/data/db/history.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { boxOf, growBox } from "~/transit/geo/coordinates";
import { SvgMap } from "~/kit/page/map/svg-map";
import { DetailScreen, screen, Section } from "~/kit/page/screens";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { may } from "../policy";
import { confirmWhite, removePathFromWhiteList, requireWhite } from "../queries.server";
import { whiteListUrl } from "../urls";

export const handle = screen({
  title: (loaded: { white: { lineName: string; directionName: string } }) =>
    `白名单路段：${loaded.white.lineName} ${loaded.white.directionName}`,
});

const frame = { width: 1040, height: 420 };

export const loader = page(may.read, async ({ viewer, params }) => {
  const white = await requireWhite(viewer, params.whiteUuid!);
  const zone = settings().OPERATOR_TIME_ZONE;
  const bounds = growBox(boxOf(white.path)!, 300);
  const history = (await historyOf(white.whiteUuid)).map(
    ({ action, userName, at }) =>
      `${formatTime(at, zone)} ${userName}：${{ create: "加入", update: "再次确认" }[action as string] ?? action}`,
  );
  return {
    white,
    history,
    created: formatTime(new Date(white.createdAt), zone),
    bounds,
    roads: await roadsForMap(viewer, bounds, frame),
    mayWrite: allows(viewer, may.write),
  };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  const removes = (await formDataOf(request)).get("do") === "remove";
  const done = await attempt(() =>
    removes ? removePathFromWhiteList(viewer, [params.whiteUuid!]) : confirmWhite(viewer, params.whiteUuid!),
  );
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(
    request,
    removes ? "已移出白名单" : "已再次确认",
    removes ? whiteListUrl : `${whiteListUrl}/${params.whiteUuid}`,
  );
});

export default function White() {
  const { white, history, created, bounds, roads, mayWrite } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <DetailScreen
      note={white.recheck ? "附近的道路在加入之后有变化，请再次确认" : "有效"}
      actions={
        <>
          <a className="button" href={whiteListUrl}>
            返回白名单
          </a>
          {mayWrite && (
            <form method="post">
              <OnceField />
              {white.recheck && (
                <button className="button primary" name="do" value="confirm">
                  仍然有效
                </button>
              )}{" "}
              <button className="button" name="do" value="remove">
                移出白名单
              </button>
            </form>
          )}
        </>
      }
      sections={[
        {
          title: "路段",
          facts: [
            { label: "线路", value: `${white.lineName} ${white.directionName}` },
            { label: "线路分类", value: white.classifyName },
            { label: "长度", value: `${Math.round(white.metres)} 米` },
            { label: "确认人", value: white.createdBy },
            { label: "确认时间", value: created },
            { label: "原因", value: white.reason, wide: true },
            { label: "记录", value: history.join("；"), wide: true },
          ],
        },
      ]}
    >
      {answer && (
        <p role="alert" className="notice bad">
          {answer.error}
        </p>
      )}
      <Section title="地图">
        <SvgMap title="白名单路段" bounds={bounds} roads={roads} path={white.path} {...frame} />
      </Section>
    </DetailScreen>
  );
}
