import { Fragment } from "react";
import type { DirectionDetail } from "./schema";
import { RowProblems } from "./row-problems";
import table from "~/kit/page/tables/scrolled-table.module.css";
import styles from "./lines.module.css";

export function StationTable({
  direction,
  showSpacing,
  asOf,
}: {
  direction: DirectionDetail;
  showSpacing: boolean;
  asOf?: string;
}) {
  const { stationList, problems } = direction;
  if (stationList.length === 0) return <p className="quiet">这个方向还没有站点：编辑站点后才能匹配路径、生效。</p>;
  return (
    <div className={table.scroller}>
      <table className={`${table.rows} ${styles.stations}`}>
        <caption className="unseen">{direction.directionName}站点，距离单位公里</caption>
        <thead>
          <tr>
            <th scope="col" className={table.right}>
              站序
            </th>
            <th scope="col">站点</th>
            <th scope="col">类型</th>
            <th scope="col" className={table.right}>
              距起点
            </th>
            {showSpacing && (
              <th scope="col" className={table.right}>
                站距
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {stationList.map((row) => (
            <Fragment key={row.serial}>
              <tr data-station-serial={row.serial}>
                <td className={table.right}>{row.serial}</td>
                <td className={table.name} title={`${row.staName} ${row.staSelfCode}`}>
                  {row.gone ? (
                    row.staName
                  ) : (
                    <a href={`/station/station-management/${row.staUuid}${asOf ? `?asOf=${asOf}` : ""}`}>
                      {row.staName}
                    </a>
                  )}{" "}
                  <span className="quiet">{row.staSelfCode}</span>
                </td>
                <td>{row.staTypeName}</td>
                <td className={table.right}>{row.distance?.toFixed(3) ?? "—"}</td>
                {showSpacing && (
                  <td className={table.right}>{row.distancePrev?.toFixed(3) ?? (row.serial === 1 ? "" : "—")}</td>
                )}
              </tr>
              <RowProblems
                problems={problems.filter((problem) => problem.row === row.serial)}
                columns={showSpacing ? 5 : 4}
              />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}
