import { clockInZone, dateInZone } from "~/kit/ground/time/operator-time";

/** What nodes may carry beside what every node has, by the codes of their type's columns; in the order of packages. */
export const extraColumns = {
  limitValue: "限速值",
  zoneLength: "限速区长度",
  warnDistance: "提前提醒距离",
  crossName: "路口名称",
  turn: "转向",
  hasSignal: "有信号灯",
  cause: "提醒原因",
  noticeNo: "通知文号",
  beginDate: "开始日期",
  endDate: "结束日期",
  beginTime: "每日开始时间",
  endTime: "每日结束时间",
  customer: "广告客户",
  repeat: "播放次数",
} as const;
export type ExtraColumn = keyof typeof extraColumns;

/** Values as they were typed: dates `2026-05-01`, times `08:30`, whole numbers, 是 or 否. */
export type NodeExtra = Partial<Record<ExtraColumn, string>>;

export const extraCodes = Object.keys(extraColumns) as ExtraColumn[];

/** In the one order that packages have; undefined where nothing is set. */
export function orderExtra(extra: NodeExtra | undefined): NodeExtra | undefined {
  const set = extraCodes.flatMap((code) => (extra?.[code] ? [[code, extra[code]]] : []));
  return set.length > 0 ? (Object.fromEntries(set) as NodeExtra) : undefined;
}

export function extraInWords(extra: NodeExtra | undefined): string[] {
  return extraCodes.flatMap((code) => (extra?.[code] ? [`${extraColumns[code]} ${extra[code]}`] : []));
}

/** Local date `2026-05-01` and time `08:30` where the bus drives. */
export interface LocalTime {
  date: string;
  time: string;
}

export const clockIn =
  (timeZone: string) =>
  (seconds: number): LocalTime => {
    const moment = new Date(seconds * 1000);
    return { date: dateInZone(moment, timeZone), time: clockInZone(moment, timeZone) };
  };

/** Whether a node is heard then: both of its days and both of its times are within. */
export function isHeardAt({ beginDate, endDate, beginTime, endTime }: NodeExtra, { date, time }: LocalTime): boolean {
  if (beginDate && date < beginDate) return false;
  if (endDate && date > endDate) return false;
  if (beginTime && time < beginTime) return false;
  return !endTime || time <= endTime;
}

/** How often in a row a node is played. */
export function playsOf(extra: NodeExtra | undefined): number {
  return Number(extra?.repeat ?? 1);
}
