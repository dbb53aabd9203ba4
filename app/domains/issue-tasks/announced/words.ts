/** How a bus stands with what it announces, those to look after first. */
export const announcedStandings = [
  { value: "old", label: "旧的线路文件", look: "bad" },
  { value: "none", label: "没有线路文件", look: "bad" },
  { value: "other", label: "别的线路的文件", look: "bad" },
  { value: "unknown", label: "从未报告", look: "warn" },
  { value: "current", label: "最新", look: "good" },
] as const;
export type AnnouncedStanding = (typeof announcedStandings)[number]["value"];
