import { variantUrl } from "~/domains/lines/urls";
import type { DirectionDetail } from "../schema";

interface ReviewNoticeProps {
  variant: { lineUuid: string; classifySid: string; sortType: number; versionUuid: string | null };
  directions: readonly Pick<DirectionDetail, "direction" | "directionName" | "movedStations">[];
  mayWrite: boolean;
}

/** Which stations have moved since a path was laid, and the ways to make it right. */
export function ReviewNotice({ variant, directions, mayWrite }: ReviewNoticeProps) {
  const stale = directions.filter(({ movedStations }) => movedStations.length > 0);
  if (stale.length === 0) return null;
  return (
    <div className="notice warn">
      待复核：路径画好以后有站点移动过，站距和报站点可能不对。
      {stale.map(({ direction, directionName, movedStations }) => {
        const here = { version: variant.versionUuid, direction };
        return (
          <p key={direction}>
            {directionName}：{movedStations.map(({ staName, metres }) => `${staName}（移动 ${metres} 米）`).join("、")}
            {mayWrite && (
              <>
                {" "}
                <a href={variantUrl(variant, "map", here)}>地图编辑</a>{" "}
                <a href={variantUrl(variant, "match", here)}>重新匹配</a>{" "}
                <a href={variantUrl(variant, "reviewed", here)}>确认无误</a>
              </>
            )}
          </p>
        );
      })}
    </div>
  );
}
