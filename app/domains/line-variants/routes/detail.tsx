import { useLoaderData } from "@remix-run/react";
import { versionsOf } from "~/domains/line-versions/queries.server";
import { may as lines } from "~/domains/lines/policy";
import { eachWay, periodText, variantNames } from "~/domains/lines/schema";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { readAsOf } from "~/kit/page/http/as-of";
import { loadDetailPage } from "~/kit/room/pages.server";
import { recordUrl } from "~/kit/room/room";
import { AsOf, screen, Section } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { VersionsToCompare } from "../compare/versions-to-compare";
import { may } from "../policy";
import { findVariantAsked } from "../variant-head.server";
import { lineHref, variantRoom } from "../room";

export const handle = screen({ title: recordTitle(variantRoom) });

export const loader = page(may.read, (call) =>
  loadDetailPage(call, variantRoom, may, findVariantAsked(call), async (viewer, { classifySid }) => ({
    asOf: readAsOf(call.url),
    versions: (await versionsOf(classifySid)).map((each) => ({
      ...each,
      updatedAt: formatTime(each.updatedAt, settings().OPERATOR_TIME_ZONE),
    })),
    mayEditLine: allows(viewer, lines.write),
  })),
);

export default function Variant() {
  const { record: variant, asOf, versions, may, mayEditLine } = useLoaderData<typeof loader>();
  const url = recordUrl(variantRoom, variant);
  const sort = variantNames[variant.sortType as 1 | 2];
  const facts = [
    { label: "所属线路", value: <a href={lineHref(variant, "", asOf ? { asOf } : {})}>{variant.lineName}</a> },
    { label: "线路类型", value: variant.lineTypeName },
    { label: "所属机构", value: variant.orgName },
    { label: "主副分类", value: sort },
    { label: "生效版本", value: periodText(variant) || `${asOf ?? "今天"}没有生效的版本` },
    { label: "下次变更", value: variant.nextChange },
    { label: "站数", value: eachWay(variant.directions, ({ stationCount }) => stationCount || null) },
    { label: "里程（公里）", value: eachWay(variant.directions, ({ mileage }) => mileage?.toFixed(3)) },
    { label: "来源", value: variant.source },
    { label: "备注", value: variant.remark, wide: true },
  ];
  return (
    <RecordScreen
      room={variantRoom}
      actions={
        <>
          {may.write && variant.sortType === 2 && (
            <a className="button" href={`${url}/primary`}>
              设为主分类
            </a>
          )}
          {may.write && (
            <a className="button" href={`${url}/copy`}>
              复制
            </a>
          )}
          <a className="button" href={lineHref(variant, "params")}>
            参数
          </a>
          <a className="button" href={lineHref(variant, "versions")}>
            线路版本
          </a>
          {mayEditLine && (
            <a className="button" href={lineHref(variant, "stations")}>
              编辑站点
            </a>
          )}
        </>
      }
      sections={[{ title: "基本信息", facts }]}
    >
      <Section title="版本" actions={<AsOf asOf={asOf} />}>
        <VersionsToCompare variant={variant} versions={versions} />
      </Section>
    </RecordScreen>
  );
}
