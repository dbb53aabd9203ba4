import { ImportEnd } from "~/kit/page/import-flow/import-end";
import { importUrl, stationImportsUrl } from "../urls";
import type { ShownImport } from "./shown-import.server";
import styles from "./stations.module.css";

export function EndScreen({ row, lineName }: Pick<ShownImport, "row" | "lineName">) {
  const { result } = row;
  const line =
    result && `/line/line-management/${result.lineUuid}?classify=${result.classifySid}&version=${result.versionUuid}`;
  return (
    <ImportEnd row={row} backTo={stationImportsUrl} facts={[{ label: "线路", value: lineName }]}>
      {row.state === "preview" && (
        <p role="alert" className="notice warn">
          线路已被删除，不能导入。<a href={`${importUrl(row)}/cancel`}>取消导入</a>
        </p>
      )}
      {result && (
        <>
          <p role="status" className="notice good">
            已保存到 {lineName} 的草稿：
            {result.directions.map(({ directionName, stations }) => `${directionName} ${stations} 站`).join("，")}
            ，新建站点 {result.created.length} 个。草稿生效之前，现行版本不变。
          </p>
          <p className={styles.foot}>
            {result.directions.map(({ direction, directionName }) => (
              <a key={direction} className="button" href={`${line}&direction=${direction}`}>
                查看{directionName}
              </a>
            ))}
            {result.directions.map(({ direction, directionName }) => (
              <a
                key={direction}
                className="button"
                href={`/line/line-management/${result.lineUuid}/match?classify=${result.classifySid}&version=${result.versionUuid}&direction=${direction}`}
              >
                匹配{directionName}路径
              </a>
            ))}
          </p>
          {result.created.length > 0 && (
            <>
              <h3>新建的站点</h3>
              <ul className={styles.offsets}>
                {result.created.map(({ staUuid, staSelfCode, staName }) => (
                  <li key={staUuid}>
                    <a href={`/station/station-management/${staUuid}`}>{staName}</a>{" "}
                    <span className="quiet">{staSelfCode}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </ImportEnd>
  );
}
