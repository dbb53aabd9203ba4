import type { Names } from "~/kit/room/words";
import { type DirectionView, nameDirections } from "~/domains/parameters/schema";
import type { Fields } from "~/kit/room/fields";
import { draftInWords, labelOf, matchStates } from "./choices";
import { lineFields, lineRoom } from "./line-room";

export const lineLabels: Record<string, string> = {
  ...Object.fromEntries(Object.entries(lineFields).map(([name, { label }]) => [name, label])),
  longName: "线路全称",
  color: "线路颜色",
  textColor: "文字颜色",
};

/** The labels with the names that the operator gives the directions. */
export const lineLabelsFor = (view: DirectionView) =>
  Object.fromEntries(Object.entries(lineLabels).map(([name, label]) => [name, nameDirections(label, view)]));

export function shownValue(name: string, value: unknown, names: Names = {}): string {
  if (value === null || value === undefined || value === "") return "（空）";
  if (name in lineRoom.refers) return names[String(value)] ?? String(value);
  const { choices } = (lineFields as Fields)[name] ?? {};
  return choices ? labelOf(choices, value as number | string) : String(value);
}

export const noteOf = ({ sortType, classifyName }: { sortType: number; classifyName: string }, words?: string) =>
  [sortType === 1 ? null : classifyName, words].filter(Boolean).join("，");

type EditedVersion = Parameters<typeof noteOf>[0] & { standing: string; plannedFor: string | null };

export const noteOfEditing = (version: EditedVersion) =>
  noteOf(version, version.standing === "draft" ? draftInWords(version.plannedFor) : "保存后成为草稿，不影响现行版本");

/** A length as it is always shown: to the metre. */
export const kilometresText = (kilometres: number) => `${kilometres.toFixed(3)} 公里`;

/** A direction's kilometres as S014 chooses them, the path's beside where it differs, and how the path is matched. */
export function mileageInWords(one: {
  mileage: number | null;
  pathMileage: number | null;
  matchState: string;
}): string {
  const path = one.pathMileage === null ? "还没有路径" : `路径${labelOf(matchStates, one.matchState)}`;
  if (one.mileage === null) return path;
  const declared = one.pathMileage === null ? "（申报）" : `（申报，路径 ${kilometresText(one.pathMileage)}）`;
  return `里程 ${kilometresText(one.mileage)}${one.mileage === one.pathMileage ? "" : declared}，${path}`;
}

export function periodInWords({
  standing,
  validFrom,
  validTo,
}: {
  standing: string;
  validFrom: string | null;
  validTo: string | null;
}): string {
  if (standing === "draft") return "草稿";
  return `${standing === "planned" ? "待生效，" : ""}${validFrom} 起${validTo ? `，${validTo} 前` : ""}`;
}

export function stationsInWords(rows: unknown): string {
  if (!Array.isArray(rows) || rows.length === 0) return "（无站点）";
  return rows.map((row: { staName?: string }, at) => `${at + 1} ${row.staName ?? ""}`).join("，");
}

export const versionLabels: Record<string, string> = {
  classifyName: "线路分类",
  standing: "版本",
  validFrom: "生效日期",
  validTo: "失效日期",
  plannedFor: "计划生效日期",
  standby: "备用站点",
  params: "线路参数",
  timetable: "时刻表",
  reference: "参考线",
  referenceCrs: "参考线坐标系",
  check: "审核",
  review: "路径复核",
};

export const noStations = "草稿还没有站点，请先编辑站点";
