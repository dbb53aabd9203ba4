import type { SequenceProblem } from "../sequence/sequence-check";
import type { TypedRow } from "../sequence/sequence-form";

export interface RowField {
  name: keyof TypedRow;
  label: string;
  kind: "number" | "text" | "tick";
  width: number;
}

const placeFields: readonly RowField[] = [
  { name: "azimuth", label: "方位角", kind: "number", width: 60 },
  { name: "inRadius", label: "进站半径", kind: "number", width: 64 },
  { name: "outRadius", label: "出站半径", kind: "number", width: 64 },
];
const serviceFields: readonly RowField[] = [
  { name: "dwell", label: "停站", kind: "number", width: 62 },
  { name: "duration", label: "行驶时间", kind: "number", width: 70 },
  { name: "limitSpeed", label: "限速", kind: "number", width: 66 },
  { name: "fareStage", label: "票价段", kind: "number", width: 62 },
  { name: "isKey", label: "大站", kind: "tick", width: 50 },
  { name: "isTimed", label: "考核点", kind: "tick", width: 58 },
  { name: "alias", label: "报站名", kind: "text", width: 130 },
  { name: "aliasEn", label: "英文报站名", kind: "text", width: 150 },
];

export const rowViews = [
  { value: "place", label: "位置与报站范围", units: "距离公里，半径米", fields: placeFields },
  { value: "service", label: "运行与报站名", units: "时间秒，限速公里/时", fields: serviceFields },
] as const;
export type RowView = (typeof rowViews)[number]["value"];

export function viewShown(chosen: string | undefined, problems: readonly SequenceProblem[]): RowView {
  const wrong = problems.filter(({ level }) => level === "error");
  const faulty = rowViews.filter(({ fields }) => wrong.some(({ path }) => fields.some(({ name }) => name === path)));
  const known = rowViews.find(({ value }) => value === chosen) ?? rowViews[0];
  return faulty.length === 0 || faulty.includes(known) ? known.value : faulty[0]!.value;
}

export const isTicked = (value: string | undefined) => value !== undefined && value !== "" && value !== "false";
