export const matchSources = [
  { value: "path", label: "现有路径" },
  { value: "relation", label: "地图文件中的线路" },
  { value: "reference", label: "参考线" },
  { value: "stations", label: "站点推算" },
] as const;
export type MatchSource = (typeof matchSources)[number]["value"];

/** How far a source was considered; `reason` says in words why it was not taken, or what is wrong with it. */
export interface SourceState {
  source: MatchSource;
  sourceName: string;
  used: boolean;
  open: boolean;
  reason: string;
}

/** Below this a gap is shown as doubtful: of such gaps of real lines only one in four was right. */
export const doubtfulBelow = 0.6;

export const isDoubtful = ({ broken, confidence }: { broken: boolean; confidence: number }) =>
  !broken && confidence < doubtfulBelow;
