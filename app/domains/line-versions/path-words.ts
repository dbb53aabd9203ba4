import { labelOf, pathSources } from "~/domains/lines/choices";
import { mileageInWords } from "~/domains/lines/labels";
import { measureStops, offPath } from "./sequence/measure";
import type { DirectionDetail, Gap } from "./schema";
import { isDoubtful } from "~/domains/lines/match-sources";

type ShownPath = Pick<DirectionDetail, "path" | "stationList" | "gaps" | "matchState" | "matchRatio">;

export function pathInWords(one: DirectionDetail): string {
  const source = one.pathSource && labelOf(pathSources, one.pathSource);
  const share = one.matchRatio === null ? "" : `，${Math.round(one.matchRatio * 100)}% 在道路上`;
  return `${mileageInWords(one)}${source ? `（${source}${share}）` : ""}`;
}

/** What of a path is to be looked at, and where; empty where nothing is. */
export function toLookAt({ path, stationList, gaps, matchState, matchRatio }: ShownPath): string {
  if (path.length < 2) return "";
  const name = (at: number) => `第 ${stationList[at]!.serial} 站${stationList[at]!.staName}`;
  const measured = measureStops(
    path,
    stationList.map(({ lng, lat }) => [lng, lat] as const),
  );
  const aside = measured.flatMap(({ offset }, at) => (offset > offPath ? [`${name(at)} ${metresText(offset)}`] : []));
  const passed = measured.flatMap(({ offset, distance }, at) =>
    offset <= offPath && distance === null ? [name(at)] : [],
  );
  const known = gaps.length === stationList.length - 1 ? gaps : [];
  const gapText = ({ from, to, reason }: Gap) => `${name(from)}到${name(to)}${reason && `（${reason}）`}`;
  const broken = known.filter((gap) => gap.broken).map(gapText);
  const doubtful = known.filter(isDoubtful).map(gapText);
  const off = matchRatio === null ? 0 : 100 - Math.round(matchRatio * 100);
  return [
    aside.length > 0 && `${few(aside)}离开路径，请重新匹配路径或换站`,
    passed.length > 0 && `路径没有按站序经过${few(passed)}，请调整站序或重新匹配`,
    broken.length > 0 && `${few(broken)}断开，请加途经点或绘制`,
    doubtful.length > 0 && `${few(doubtful)}可信度低，请核对走向`,
    matchState === "partial" && off >= 5 && `${off}% 不在道路上，请在线路工具中查看这些路段`,
    matchState === "none" && "还没有与道路比对，请匹配路径",
  ]
    .filter(Boolean)
    .join("；");
}

const few = (all: readonly string[]) => `${all.slice(0, 4).join("、")}${all.length > 4 ? `等 ${all.length} 处` : ""}`;

const metresText = (metres: number) => (metres < 10_000 ? `${Math.round(metres)} 米` : "很远");
