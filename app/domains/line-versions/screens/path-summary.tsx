import { shapeInWords } from "~/domains/lines/line-shape";
import { pathInWords, toLookAt } from "../path-words";
import type { DirectionDetail } from "../schema";
import styles from "../lines.module.css";

export function PathSummary({ direction, exportTo }: { direction: DirectionDetail; exportTo: string }) {
  const [shape, look] = [shapeInWords(direction), toLookAt(direction)];
  return (
    <>
      <p>
        {pathInWords(direction)}
        {shape && `，${shape}`}
        {direction.stationList.length > 0 && (
          <>
            ，表中距离的单位为公里。<a href={exportTo}>导出站点</a>
          </>
        )}
      </p>
      {look && <p className={styles.warning}>路径需要查看：{look}。</p>}
    </>
  );
}
