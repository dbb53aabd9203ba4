import { useLoaderData } from "@remix-run/react";
import { listStationsOfVariant } from "~/domains/line-versions/queries.server";
import { roadsForMap } from "~/domains/roads/queries.server";
import { OnceField } from "~/kit/page/forms/once";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { boxOf } from "~/transit/geo/coordinates";
import { MapLegend } from "~/kit/page/map/line-map";
import { SvgMap } from "~/kit/page/map/svg-map";
import { DetailScreen, screen, Section } from "~/kit/page/screens";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { may } from "../policy";
import { checkLine, neighbourOf, requireCheck } from "../queries.server";
import { confidenceText, shareText, variantText } from "../table";
import { StretchTable } from "../stretch-table";
import { checkUrl, lineAt, toolsUrl } from "../urls";

export const handle = screen({
  title: (loaded: { check: { lineName: string; directionName: string } }) =>
    `复核 ${loaded.check.lineName} ${loaded.check.directionName}`,
});

export const loader = page(may.read, async ({ viewer, params }) => {
  const [{ path, doubtful, ...check }, around] = await Promise.all([
    requireCheck(viewer, params.checkKey!),
    neighbourOf(viewer, params.checkKey!),
  ]);
  const [box, calls] = [
    boxOf(path),
    await listStationsOfVariant(viewer, { classifySid: check.classifySid, direction: check.direction as 1 | 2 }),
  ];
  return {
    check,
    path,
    doubtful,
    around,
    checked: check.checkedAt && formatTime(new Date(check.checkedAt), settings().OPERATOR_TIME_ZONE),
    roads: box ? await roadsForMap(viewer, box, { width: 1112, height: 520 }) : [],
    stations: calls
      .filter(({ gone }) => !gone)
      .map(({ serial, staName, lng, lat }) => ({ serial, staName, lng, lat, distance: null, spacing: null })),
    mayWrite: allows(viewer, may.write),
  };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  const { classifySid, direction } = await requireCheck(viewer, params.checkKey!);
  const [row] = await checkLine(viewer, { classifySid, direction: direction as 1 | 2 });
  return redirectWith(
    request,
    row ? `已检查：${shareText(row.ratio)} 在道路上，${row.stateName}` : "这个方向今天没有生效的路径",
    row ? checkUrl(row) : toolsUrl,
  );
});

export default function Check() {
  const { check, path, doubtful, around, checked, roads, stations, mayWrite } = useLoaderData<typeof loader>();
  const open = check.stretches.filter(({ whiteUuid }) => !whiteUuid);
  const to = (key: string) => `${toolsUrl}/checks/${key}`;
  return (
    <DetailScreen
      note={`${check.orgName}${variantText(check)}`}
      actions={
        <>
          {around.before && (
            <a className="button" href={to(around.before)} accessKey="p" data-hotkey="k">
              上一条 <kbd>K</kbd>
            </a>
          )}
          {around.next && (
            <a className="button" href={to(around.next)} accessKey="n" data-hotkey="j">
              下一条 <kbd>J</kbd>
            </a>
          )}
          <a className="button" href={lineAt(check)} data-hotkey="o">
            打开线路 <kbd>O</kbd>
          </a>
          {mayWrite && (
            <a className="button" href={lineAt(check, "/match")} data-hotkey="m">
              重新匹配 <kbd>M</kbd>
            </a>
          )}
        </>
      }
      sections={[
        {
          title: "检查结果",
          facts: [
            { label: "状态", value: check.stateName },
            { label: "在道路上", value: shareText(check.ratio) },
            { label: "里程", value: `${check.mileage.toFixed(3)} 公里` },
            { label: "断开", value: check.checkedAt ? `${check.breaks} 处` : "—" },
            { label: "最低可信度", value: confidenceText(check.confidence) },
            { label: "检查时间", value: checked ?? "未检查" },
            {
              label: "还有待复核",
              value: `${around.open} 个方向${around.unchecked > 0 ? `，另有 ${around.unchecked} 个没有检查` : ""}`,
            },
          ],
        },
      ]}
    >
      <Section
        title="不在道路上的路段"
        actions={
          mayWrite && (
            <form method="post">
              <OnceField />
              <button className="button" data-hotkey="r">
                {check.checkedAt ? "重新检查" : "检查"} <kbd>R</kbd>
              </button>
            </form>
          )
        }
      >
        <StretchTable check={check} mayWrite={mayWrite} />
      </Section>
      <Section title="地图">
        {path.length > 1 ? (
          <>
            <SvgMap
              title={`${check.lineName} ${check.directionName}的路径，待处理的路段为红色`}
              roads={roads}
              path={path}
              doubtful={doubtful}
              stations={stations}
              breaks={open.map((stretch) => stretch.path)}
              width={1112}
              height={520}
            />
            <MapLegend doubtful={doubtful.length > 0} broken={open.length > 0 && "待处理的路段"} />
          </>
        ) : (
          <p className="quiet">没有路径。</p>
        )}
      </Section>
    </DetailScreen>
  );
}
