import type { ImportPreview, ImportResult } from "~/domains/roads/schema";
import { printLine } from "~/kit/ground/log.server";

export function printPreview({
  facts,
  roads,
  edges,
  kilometres,
  skippedWays,
  skippedRelations,
  lines,
  stations,
  directions,
  drafts,
  problems,
  problemCount,
}: ImportPreview): void {
  const list = (skipped: { reason: string; count: number }[]) =>
    skipped.map(({ reason, count }) => `${reason} ${count}`).join("，") || "无";
  printLine(`文件: 节点 ${facts.nodes}，道路 ${facts.ways}，关系 ${facts.relations}（公交线路 ${facts.routes}）`);
  printLine(`道路: ${sum(roads)} 条、${edges} 段、${kilometres} 公里；${counts(roads)}`);
  printLine(`跳过的道路: ${list(skippedWays)}`);
  printLine(`跳过的关系: ${list(skippedRelations)}`);
  printLine(`线路: ${counts(lines.counts)}；方向 ${directions}，草稿 ${drafts}`);
  printLine(`站点: ${counts(stations.counts)}`);
  printLine(`问题: ${problemCount}`);
  for (const { ref, text } of problems.slice(0, 20)) printLine(`  ${ref} ${text}`);
}

export function printResult({ roads, lines, stations }: ImportResult): void {
  printLine(`已导入。道路: ${counts(roads)}；线路: ${counts(lines)}；站点: ${counts(stations)}`);
  const changes = [roads, lines, stations].reduce((total, part) => total + part.new + part.changed, roads.closed);
  printLine(`共 ${changes} 处改动`);
}

const counts = (part: { new: number; changed: number; unchanged: number; closed?: number }) =>
  `新增 ${part.new}，变更 ${part.changed}，不变 ${part.unchanged}${part.closed ? `，停用 ${part.closed}` : ""}`;
const sum = (part: { new: number; changed: number; unchanged: number }) => part.new + part.changed + part.unchanged;
