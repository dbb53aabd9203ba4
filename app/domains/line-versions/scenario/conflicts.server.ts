import type { Viewer } from "~/kit/data/access/viewer";
import { today } from "~/kit/ground/time/today.server";
import type { LineRow } from "~/domains/lines/schema";
import type { VersionDetail } from "../schema";
import { lineUrl, variantUrl } from "~/domains/lines/urls";
import { baseChange } from "../draft-base.server";
import type { Scenario } from "./schema";

type Conflict = Scenario["rows"][number]["conflicts"][number];

/** What stands in the way of a draft, each with the page that mends it. */
export async function findConflicts(
  viewer: Viewer,
  draft: VersionDetail,
  line: LineRow,
  others: readonly VersionDetail[],
): Promise<Conflict[]> {
  const { versionUuid, classifySid, plannedFor, directions } = draft;
  const at = (page: string, direction?: number) => variantUrl(draft, page, { version: versionUuid, direction });
  const found: Conflict[] = [];
  const { change } = await baseChange(viewer, { classifySid, versionUuid: versionUuid! });
  if (change?.ground) found.push({ message: "底稿有变化，现行版本在这份草稿之后改过", href: at("versions/base") });
  if (plannedFor && plannedFor < today())
    found.push({ message: `计划生效日期 ${plannedFor} 已过`, href: at("versions/day") });
  if (others.some((other) => other !== draft && other.classifySid === classifySid))
    found.push({ message: "同一分类有几份草稿，合计会重复", href: at("versions") });
  if (line.directions.some(({ first, last }) => !first || !last))
    found.push({ message: "没有首末班，算不出每天的车公里", href: `${lineUrl(line)}/edit` });
  for (const {
    direction,
    directionName,
    stationList,
    problems,
    pathMileage,
    matchState,
    movedStations,
  } of directions) {
    if (stationList.length === 0) continue;
    for (const { row, message } of problems.filter(({ level }) => level === "error"))
      found.push({ message: `${directionName}第 ${row} 站：${message}`, href: at("stations", direction) });
    if (pathMileage === null) found.push({ message: `${directionName}没有路径`, href: at("match", direction) });
    else if (matchState === "partial")
      found.push({ message: `${directionName}路径只有部分匹配`, href: at("match", direction) });
    if (movedStations.length > 0)
      found.push({ message: `${directionName}站点移动后待复核`, href: at("map", direction) });
  }
  if (directions.every(({ stationList }) => stationList.length === 0))
    found.push({ message: "草稿还没有站点", href: at("stations") });
  return found;
}
