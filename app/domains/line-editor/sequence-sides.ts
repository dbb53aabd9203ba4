import { type Called, changesInWords, stationChanges } from "~/domains/line-versions/changes/differences";

export function sideInWords(original: unknown, side: unknown): string {
  const [before, after] = [original, side].map((rows) => (Array.isArray(rows) ? (rows as Called[]) : [])) as [
    Called[],
    Called[],
  ];
  return `${changesInWords(stationChanges(before, after)) || "没有修改"}；共 ${after.length} 站`;
}
