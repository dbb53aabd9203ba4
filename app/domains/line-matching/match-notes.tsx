import type { SerializeFrom } from "@remix-run/node";
import { kilometresText } from "~/domains/lines/labels";
import { labelOf, matchStates } from "~/domains/lines/schema";
import styles from "~/domains/line-versions/lines.module.css";
import type { matchPage } from "./match-page.server";
import type { MatchQuery } from "./match-query";

type Loaded = SerializeFrom<typeof matchPage>;

interface MatchNotesProps {
  loaded: Loaded;
  proposal: NonNullable<Loaded["proposal"]>;
  name: (gap: number) => string;
  here: (changes: Partial<MatchQuery>) => string;
}

export function MatchNotes({ loaded, proposal, name, here }: MatchNotesProps) {
  const { old, stale, tooFast, stations, against, look, query } = loaded;
  return (
    <>
      <p>
        新路径 {kilometresText(proposal.mileage)}，{labelOf(matchStates, proposal.matchState)}，
        {Math.round(proposal.matchRatio * 100)}% 在道路上；
        {old.mileage === null ? "此前没有路径" : `原路径 ${kilometresText(old.mileage)}（虚线）`}。
        {old.freeHand > 0 &&
          (query.keepFreeHand ? (
            <>
              保留了 {old.freeHand} 段手绘路段，<a href={here({ keepFreeHand: false })}>不保留</a>。
            </>
          ) : (
            <>
              手绘路段没有保留，<a href={here({ keepFreeHand: true })}>保留</a>。
            </>
          ))}
      </p>
      {against && <p className="notice warn">{against}。</p>}
      {look && <p className={styles.warning}>需要查看：{look}。</p>}
      {tooFast.length > 0 && (
        <div className="notice warn">
          <p>时刻表给的时间不够走完 {tooFast.length} 段路，请核对走向或时刻表：</p>
          <ul>
            {tooFast.slice(0, 5).map(({ from, to, seconds, speed }) => (
              <li key={`${from} ${to}`}>
                <a href={here({ gap: from })}>
                  {from + 1} {stations[from]?.staName} → {to + 1} {stations[to]?.staName}
                </a>
                ：按时刻表只有{seconds < 60 ? "不到 1" : ` ${Math.round(seconds / 60)}`} 分钟，走这条路至少要 {speed}{" "}
                公里/时
              </li>
            ))}
            {tooFast.length > 5 && <li>还有 {tooFast.length - 5} 段也是这样</li>}
          </ul>
        </div>
      )}
      {stale.length > 0 && stale.length < proposal.gaps.length && (
        <p className="notice warn">
          现有路径有 {stale.length} 段站间与站点或路网不符：{stale.slice(0, 5).map(name).join("、")}
          {stale.length > 5 && "等"}。<a href={here({ gaps: stale })}>只重新匹配这些站间</a>
        </p>
      )}
      {proposal.matchedGaps && (
        <p className="notice">
          只重新匹配了 {proposal.matchedGaps.map(name).join("、")}，其余不变。
          <a href={here({ gaps: undefined })}>匹配整条路径</a>
        </p>
      )}
    </>
  );
}
