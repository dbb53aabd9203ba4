import { checkPath } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { StoredPath } from "~/domains/line-versions/queries.server";
import type { MatchProposal } from "~/domains/line-versions/schema";

type CurrentPath = Pick<StoredPath, "points"> & { gaps: readonly { broken: boolean }[] };

const enough = 0.95;
const roadsMissing = 0.8;

/** Why a proposal is nothing to take in place of the path there is (null: none), in words; empty where it is better. */
export async function noGain(
  viewer: Viewer,
  old: CurrentPath | null,
  { path, gaps }: Pick<MatchProposal, "path" | "gaps">,
): Promise<string> {
  const [now, before] = await Promise.all([
    checkPath(viewer, path).then(({ ratio }) => ratio),
    old && checkPath(viewer, old.points).then(({ ratio }) => ratio),
  ]);
  const share = `${Math.round(now * 100)}%`;
  const advice = "请导入这一带的道路后再匹配，或在地图上绘制";
  if (before === null || !old) return now < roadsMissing ? `道路不全：新路径只有 ${share} 在道路上。${advice}` : "";
  if (now < roadsMissing) return `道路不全：新路径只有 ${share} 在道路上，保留现有路径。${advice}`;
  if (now > before + 0.005 || breaksOf(gaps) < breaksOf(old.gaps)) return "";
  return now < enough
    ? `道路不全：匹配后仍有 ${100 - Math.round(now * 100)}% 不在道路上，保留现有路径。请核对地图，或在线路工具中确认这些路段`
    : `匹配没有改善${breaksOf(gaps) > 0 ? `（仍有 ${breaksOf(gaps)} 段站间断开）` : ""}，保留现有路径`;
}

const breaksOf = (gaps: readonly { broken: boolean }[]) => gaps.filter(({ broken }) => broken).length;
