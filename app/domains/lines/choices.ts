export const lineTypes = [
  { value: 1, label: "上下行" },
  { value: 2, label: "环行" },
] as const;
export const sortTypes = [
  { value: 1, label: "主" },
  { value: 2, label: "副" },
] as const;
export const variantNames = { 1: "主分类", 2: "副分类" } as const;
export const staTypes = [
  { value: 1, label: "上行起点" },
  { value: 2, label: "上行终点" },
  { value: 3, label: "下行起点" },
  { value: 4, label: "下行终点" },
  { value: 5, label: "普通站" },
  { value: 6, label: "上行招呼站" },
  { value: 7, label: "下行招呼站" },
] as const;
export const lineStates = [
  { value: 0, label: "未开通" },
  { value: 10, label: "运营" },
  { value: 20, label: "停运" },
  { value: 100, label: "关闭" },
] as const;
export const lineCategories = [
  { value: "1", label: "常规" },
  { value: "2", label: "大站快" },
  { value: "3", label: "夜班" },
  { value: "4", label: "BRT" },
  { value: "5", label: "定制" },
  { value: "6", label: "区间" },
  { value: "7", label: "支线" },
] as const;
export const ticketTypes = [
  { value: "0", label: "无人售票" },
  { value: "1", label: "有人售票" },
  { value: "2", label: "无人售票，分段计价" },
  { value: "3", label: "有人售票，分段计价" },
] as const;
export const matchStates = [
  { value: "none", label: "未匹配" },
  { value: "full", label: "完全匹配" },
  { value: "partial", label: "部分匹配" },
  { value: "white-list", label: "白名单" },
] as const;
export const pathSources = [
  { value: "drawn", label: "手工绘制" },
  { value: "match", label: "站点匹配" },
  { value: "osm", label: "OSM 导入" },
  { value: "gtfs", label: "GTFS 导入" },
  { value: "reference", label: "参考线" },
] as const;
export const standings = [
  { value: "draft", label: "草稿" },
  { value: "effective", label: "生效中" },
  { value: "planned", label: "待生效" },
  { value: "past", label: "已失效" },
] as const;

export const draftInWords = (plannedFor: string | null) => (plannedFor ? `计划 ${plannedFor} 生效的草稿` : "草稿");

export const standingInWords = (version: { standing: string; plannedFor: string | null }) =>
  version.standing === "draft" ? draftInWords(version.plannedFor) : labelOf(standings, version.standing);

/** Any version in words: people know it by its days. */
export const versionInWords = ({ validFrom, plannedFor }: { validFrom: string | null; plannedFor: string | null }) =>
  validFrom ? `${validFrom} 起的版本` : draftInWords(plannedFor);

export function labelOf(
  choices: readonly { value: number | string; label: string }[],
  value: number | string | null | undefined,
): string {
  return choices.find((choice) => choice.value === value)?.label ?? String(value ?? "");
}

/** What a type is within its direction, whatever that is called. */
export const typeWithin = (staType: number) => labelOf(staTypes, staType).replace(/[上下]行/, "");
