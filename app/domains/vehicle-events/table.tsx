import { NamedLink } from "~/kit/page/screens/named-link";
import { defineTable } from "~/kit/page/tables/define-table";
import { stateMark } from "~/kit/page/tables/state-mark";
import { labelOf } from "~/kit/page/forms/rules";
import { asChoices, yesNoChoices } from "~/kit/page/forms/field";
import { eventUrl } from "./policy";
import { EventFilters, eventKinds, type EventRow, isUrging } from "./schema";

export const eventTable = defineTable<EventRow>()({
  columns: [
    { id: "beganAt", header: "开始", width: 150, kind: "time", sortable: true, always: true },
    {
      id: "kind",
      header: "事件",
      width: 100,
      sortable: true,
      always: true,
      cell: (row) => <a href={eventUrl(row)}>{kindWords(row)}</a>,
      csv: kindWords,
    },
    {
      id: "acknowledgedByName",
      header: "处理",
      width: 90,
      cell: (row) => (isUrging(row) ? stateMark("未处理") : row.acknowledgedByName),
      csv: (row) => row.acknowledgedByName ?? (isUrging(row) ? "未处理" : ""),
    },
    {
      id: "busSelfCode",
      header: "车辆",
      width: 80,
      sortable: true,
      cell: ({ busUuid, busSelfCode }) => <a href={`/bus/bus-management/${busUuid}`}>{busSelfCode}</a>,
      csv: ({ busSelfCode }) => busSelfCode,
    },
    { id: "plateNum", header: "车牌号", width: 96, hidden: true },
    {
      id: "fenceName",
      header: "围栏",
      width: 150,
      cell: ({ fenceUuid, fenceName }) =>
        fenceUuid && <NamedLink href={`/electronic-fence/electronic-fence-management/${fenceUuid}`} name={fenceName} />,
      csv: ({ fenceName }) => fenceName ?? "",
    },
    { id: "orgName", header: "机构", width: 100 },
    { id: "limitValue", header: "限值", width: 90, align: "right", cell: limitWords, csv: limitWords },
    {
      id: "topSpeed",
      header: "最高公里/时",
      width: 100,
      align: "right",
      sortable: true,
      cell: ({ topSpeed }) => topSpeed?.toFixed(0),
    },
    { id: "minutes", header: "时长", width: 130, align: "right", cell: minutesWords, csv: minutesWords },
    { id: "endedAt", header: "结束", width: 150, kind: "time" },
    { id: "acknowledgedNote", header: "处理情况", width: 160, hidden: true },
    { id: "acknowledgedAt", header: "处理时间", width: 150, kind: "time", hidden: true },
    { id: "lng", header: "经度", width: 100, align: "right", hidden: true, cell: ({ lng }) => lng?.toFixed(6) },
    { id: "lat", header: "纬度", width: 100, align: "right", hidden: true, cell: ({ lat }) => lat?.toFixed(6) },
  ],
  filters: EventFilters,
  filterFields: [
    { name: "bus", label: "车辆", placeholder: "完整的自编号或车牌号", width: 160 },
    { name: "fenceUuid", label: "围栏", kind: "choice" },
    { name: "kind", label: "事件", kind: "choice", choices: asChoices(eventKinds) },
    { name: "orgId", label: "机构", kind: "choice" },
    {
      name: "open",
      label: "状态",
      kind: "choice",
      choices: yesNoChoices("进行中", "已结束"),
    },
    { name: "urgent", label: "紧急", kind: "choice", choices: yesNoChoices("紧急", "不紧急") },
    { name: "handled", label: "处理", kind: "choice", choices: yesNoChoices("已处理", "未处理") },
    { name: "from", label: "从", kind: "date" },
    { name: "to", label: "到", kind: "date" },
  ],
  sortBy: "-beganAt",
  rowKey: ({ eventUuid }) => eventUuid,
});

export function kindWords({ kind }: Pick<EventRow, "kind">): string {
  return labelOf(eventKinds, kind);
}

export function limitWords({ kind, limitValue }: Pick<EventRow, "kind" | "limitValue">): string {
  return limitValue === null ? "" : `${limitValue} ${kind === 30 ? "公里/时" : "分钟"}`;
}

export function minutesWords({ endedAt, minutes, isLost }: Pick<EventRow, "endedAt" | "minutes" | "isLost">): string {
  const whole = Math.floor(minutes);
  const words = whole < 1 ? "不到 1 分钟" : whole < 120 ? `${whole} 分钟` : `${Math.floor(whole / 60)} 小时`;
  if (isLost) return `${words}，之后失联`;
  return endedAt ? words : `${words}，进行中`;
}

export const eventTitle = (event: Pick<EventRow, "busSelfCode" | "kind">) => `${event.busSelfCode} ${kindWords(event)}`;
