import { FILE_CRS_LABELS, type FileCrs } from "~/transit/geo/file-crs";
import { type Against, type LikelyCrs, reach } from "~/transit/geo/likely-crs";
import styles from "~/kit/page/tables/figures.module.css";

const words = {
  roads: { to: "道路", near: "300 米内有道路的点" },
  stations: { to: "同名站点", near: "300 米内有同名站点的站" },
} as const;

/** How far a file's points lie from the roads (or its stops from stored stations of the same name) under each coordinate system, with the likely one marked. */
export function OffsetsTable({
  likely,
  against = "roads",
  chosen,
}: {
  likely: LikelyCrs;
  against?: Against;
  chosen?: FileCrs;
}) {
  if (likely.offsets.length === 0)
    return (
      <p className="notice warn">
        {likely.points === 0 ? "这些点附近没有路网" : `附近有道路的只有 ${likely.points} 个点`}
        ，无法用道路核对坐标系。请先导入这一带的地图，或按文件的来源选择。
      </p>
    );
  const { to, near: nearLabel } = words[against];
  return (
    <>
      {against === "stations" && <p className="notice warn">这些点附近没有路网，改与已有的同名站点比较。</p>}
      <table className={styles.figures}>
        <caption className="unseen">各坐标系下到{to}的距离</caption>
        <thead>
          <tr>
            <th scope="col">坐标系</th>
            <th scope="col">到{to}的中位距离</th>
            <th scope="col">{nearLabel}</th>
            <th scope="col">判断</th>
          </tr>
        </thead>
        <tbody>
          {shownOf(likely, chosen).map(({ crs, metres, near }) => (
            <tr key={crs} data-likely={crs === likely.likely || undefined}>
              <th scope="row">{FILE_CRS_LABELS[crs]}</th>
              <td>{near === 0 ? `${reach} 米内没有${to}` : metres >= reach ? `${reach} 米以上` : `${metres} 米`}</td>
              <td>{Math.round(near * 100)}%</td>
              <td>{[crs === likely.likely && "最可能", crs === chosen && "已选"].filter(Boolean).join("，")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {likely.points > 0 && <p className="quiet">{verdict(likely)}</p>}
    </>
  );
}

/** What to say beside a choice that the comparison speaks against; null where they do not. */
export function doubtOf({ offsets, likely }: LikelyCrs, chosen: FileCrs, against: Against = "roads"): string | null {
  if (!likely || likely === chosen) return null;
  const [mine, best] = [chosen, likely].map((crs) => offsets.find((one) => one.crs === crs));
  if (!best || (mine && mine.metres <= best.metres)) return null;
  return `所选的 ${chosen} ${mine ? `距${words[against].to} ${mine.metres} 米` : "不可能"}，而 ${likely} 只有 ${best.metres} 米，请再确认坐标系。`;
}

/** GCJ-02 twice is a mistake of a few files and only shown where it is theirs. */
function shownOf({ offsets, likely }: LikelyCrs, chosen?: FileCrs) {
  return offsets.filter(({ crs }) => crs !== "GCJ02x2" || likely === crs || chosen === crs);
}

function verdict({ points, likely, clearness }: LikelyCrs): string {
  const compared = `比较了 ${points} 个点。`;
  if (!likely) return `${compared}各坐标系的差别不明显，无法判断，请按文件的来源选择。`;
  return clearness === null || clearness < 1.5
    ? `${compared}最可能是 ${likely}。`
    : `${compared}最可能是 ${likely}，次近的坐标系远 ${clearness} 倍。`;
}
