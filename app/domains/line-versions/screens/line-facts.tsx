import type { Fact } from "~/kit/page/screens/detail-screen";
import { NamedLink } from "~/kit/page/screens/named-link";
import { eachWay } from "~/domains/lines/directions";
import { labelOf, lineCategories, type LineRow, lineStates, ticketTypes } from "~/domains/lines/schema";

export function lineFacts(line: LineRow): Fact[] {
  const { directions } = line;
  return [
    { label: "线路类型", value: line.lineTypeName },
    { label: "类别", value: labelOf(lineCategories, line.category) },
    { label: "状态", value: labelOf(lineStates, line.state) },
    { label: "线路编号", value: line.lineId },
    { label: "线路设备编号", value: line.lineDeviceNo },
    { label: "所属机构", value: line.orgName },
    ...directions.map(({ directionName, first, last }) => ({
      label: directions.length === 1 ? "首末班" : `${directionName}首末班`,
      value: [first, last].filter(Boolean).join("–"),
    })),
    { label: "里程（公里）", value: eachWay(directions, ({ mileage }) => mileage?.toFixed(3)) },
    { label: "发车间隔", value: line.departureInterval },
    ...(line.longName ? [{ label: "线路全称", value: line.longName }] : []),
    ...(line.color ? [{ label: "线路颜色", value: <Colours {...line} /> }] : []),
    { label: "票制", value: labelOf(ticketTypes, line.ticketType) },
    { label: "票价", value: line.price },
    {
      label: "首末场站",
      value: line.parkingUuid && (
        <NamedLink href={`/parking/parking-management/${line.parkingUuid}`} name={line.parkingName} />
      ),
    },
    { label: "开线 / 停运", value: [line.openDate, line.stopDate].filter(Boolean).join(" 至 ") },
    { label: "更新时间", value: line.updatedAt },
    { label: "备注", value: line.remark, wide: true },
  ];
}

function Colours({ color, textColor }: Pick<LineRow, "color" | "textColor">) {
  return (
    <>
      <svg width="14" height="14" aria-hidden="true">
        <rect width="14" height="14" rx="3" fill={`#${color}`} />
      </svg>{" "}
      #{color}
      {textColor && `，文字 #${textColor}`}
    </>
  );
}
