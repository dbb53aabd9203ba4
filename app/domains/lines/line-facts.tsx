import type { Fact } from "~/kernel/screens/detail-screen";
import { kilometresText } from "./labels";
import { labelOf, lineCategories, type LineRow, lineStates, ticketTypes } from "./schema";

/** What a line's page says of it. */
export function lineFacts(line: LineRow): Fact[] {
  const times = (first: string | null, last: string | null) => [first, last].filter(Boolean).join("–");
  const round = line.lineType === 2;
  return [
    { label: "线路类型", value: line.lineTypeName },
    { label: "类别", value: labelOf(lineCategories, line.category) },
    { label: "状态", value: labelOf(lineStates, line.state) },
    { label: "线路编码", value: line.lineId },
    { label: "线路设备编号", value: line.lineDeviceNo },
    { label: "所属机构", value: line.orgName },
    { label: round ? "首末班" : "上行首末班", value: times(line.upFirst, line.upLast) },
    ...(round ? [] : [{ label: "下行首末班", value: times(line.downFirst, line.downLast) }]),
    { label: "里程", value: [line.upMileage, line.downMileage].filter((value) => value !== null).map(kilometresText).join(" / ") },
    { label: "发车间隔", value: line.departureInterval },
    { label: "票制", value: labelOf(ticketTypes, line.ticketType) },
    { label: "票价", value: line.price },
    { label: "开线 / 停运", value: [line.openDate, line.stopDate].filter(Boolean).join(" 至 ") },
    { label: "更新时间", value: line.updatedAt },
    { label: "备注", value: line.remark, wide: true },
  ];
}
