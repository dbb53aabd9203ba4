import { FILE_CRS_LABELS, type FileCrs } from "~/transit/geo/file-crs";
import type { LikelyCrs } from "~/transit/geo/likely-crs";
import { metresText } from "./match";
import styles from "./stations.module.css";

export function isLikelyWrong({ likely }: LikelyCrs, chosen: FileCrs): boolean {
  return likely !== null && likely !== chosen;
}

interface Props {
  found: LikelyCrs;
  chosen: FileCrs;
  located: boolean;
  mayChange: boolean;
}

export function CrsOffsets({ found, chosen, located, mayChange }: Props) {
  if (!located) return <p className="quiet">没有坐标列，不核对坐标系。</p>;
  if (found.offsets.length === 0)
    return (
      <p className="quiet">
        {found.points === 0 ? "附近没有道路数据" : `附近有道路的只有 ${found.points} 个点`}
        ，无法核对坐标系，请在地图上核对站点位置。
      </p>
    );
  const likely = isLikelyWrong(found, chosen) ? found.likely : null;
  return (
    <>
      {likely && (
        <p role="alert" className="notice warn">
          坐标系可能选错了：文件中的坐标更像 {FILE_CRS_LABELS[likely]}。{" "}
          {mayChange && (
            <button className="button small primary" name="do" value={`crs:${likely}`}>
              改用 {likely} 重新预览
            </button>
          )}
        </p>
      )}
      <p className="quiet">按各坐标系换算后，站点到最近道路的中位距离（比较 {found.points} 个点）：</p>
      <ul className={styles.offsets}>
        {!found.offsets.some(({ crs }) => crs === chosen) && <li data-chosen="">{chosen}（所选）附近没有道路</li>}
        {found.offsets.map(({ crs, metres }) => (
          <li key={crs} data-chosen={crs === chosen ? "" : undefined}>
            {crs === "GCJ02x2" ? "GCJ02×2" : crs} {metres >= 300 ? "超过 300 米" : metresText(metres)}
            {crs === chosen && "（所选）"}
            {crs === found.likely && crs !== chosen && "（更可能）"}
          </li>
        ))}
      </ul>
    </>
  );
}
