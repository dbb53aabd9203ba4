/** How a bus stands with what it announces, those to look after first. */
export const announcedStandings = [
  { value: "old", label: "旧的线路文件" },
  { value: "none", label: "没有线路文件" },
  { value: "other", label: "别的线路的文件" },
  { value: "unknown", label: "从未报告" },
  { value: "current", label: "最新" },
] as const;
export type AnnouncedStanding = (typeof announcedStandings)[number]["value"];
