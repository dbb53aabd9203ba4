import { type StationOfLine } from "~/domains/line-versions/schema";

type Field = keyof StationOfLine;

const fields: { name: Field; label: string; say?: (value: never) => string }[] = [
  { name: "staTypeName", label: "类型" },
  { name: "inRadius", label: "进站半径", say: metres },
  { name: "outRadius", label: "出站半径", say: metres },
  { name: "dwell", label: "停站", say: (value: number) => `${value} 秒` },
  { name: "duration", label: "行驶时间", say: (value: number) => `${value} 秒` },
  { name: "azimuth", label: "方位角", say: (value: number) => `${value}°` },
  { name: "limitSpeed", label: "限速", say: (value: number) => `${value} 公里/时` },
  { name: "isKey", label: "大站", say: yesOrNo },
  { name: "isTimed", label: "考核点", say: yesOrNo },
  { name: "alias", label: "报站名" },
  { name: "aliasEn", label: "英文报站名" },
  { name: "fareStage", label: "票价段" },
];

export function differencesOf(left: StationOfLine, right: StationOfLine): string[] {
  return fields
    .filter(({ name }) => (left[name] ?? null) !== (right[name] ?? null))
    .map(({ name, label, say }) => `${label} ${inWords(left[name], say)} → ${inWords(right[name], say)}`);
}

/** Whether spacings in kilometres differ by more than rounding does. */
export const farApart = (left: number | null | undefined, right: number | null | undefined) =>
  Math.abs((left ?? -1) - (right ?? -1)) > 0.0015;

function inWords(value: unknown, say?: (value: never) => string): string {
  return value === null || value === undefined || value === "" ? "（空）" : say ? say(value as never) : String(value);
}

function metres(value: number): string {
  return `${value} 米`;
}

function yesOrNo(value: boolean): string {
  return value ? "是" : "否";
}
