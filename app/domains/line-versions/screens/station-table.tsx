import { Fragment } from "react";
import type { DirectionDetail, StationOfLine } from "../schema";
import { RowProblems } from "./row-problems";
import { PlaceHeads, RowViews, viewClass } from "./row-views";
import table from "~/kit/page/tables/scrolled-table.module.css";
import styles from "../lines.module.css";

export interface Opposite {
  staUuid: string;
  staSelfCode: string;
}

export function StationTable({
  direction,
  showSpacing,
  opposites,
  asOf,
}: {
  direction: DirectionDetail;
  showSpacing: boolean;
  opposites: Readonly<Record<string, Opposite>>;
  asOf?: string;
}) {
  const { stationList, problems } = direction;
  if (stationList.length === 0) return <p className="quiet">这个方向还没有站点：编辑站点后才能匹配路径、生效。</p>;
  const stationUrl = (staUuid: string) => `/station/station-management/${staUuid}${asOf ? `?asOf=${asOf}` : ""}`;
  return (
    <div>
      <RowViews shown="place" place="类型与距离" />
      <div className={table.scroller}>
        <table className={`${table.rows} ${styles.stations}`}>
          <caption className="unseen">{direction.directionName}站点，距离单位公里</caption>
          <thead>
            <tr>
              <PlaceHeads />
              {showSpacing && (
                <th scope="col" className={`${table.right} ${viewClass.place}`}>
                  站距
                </th>
              )}
              {serviceColumns.map(({ header, isNumber }) => (
                <th key={header} scope="col" className={`${isNumber ? table.right : ""} ${viewClass.service}`}>
                  {header}
                </th>
              ))}
              <th scope="col" className={viewClass.service}>
                对向站
              </th>
            </tr>
          </thead>
          <tbody>
            {stationList.map((row) => (
              <Fragment key={row.serial}>
                <tr data-station-serial={row.serial}>
                  <td className={table.right}>{row.serial}</td>
                  <td className={table.name} title={`${row.staName} ${row.staSelfCode}`}>
                    {row.gone ? row.staName : <a href={stationUrl(row.staUuid)}>{row.staName}</a>}{" "}
                    <span className="quiet">{row.staSelfCode}</span>
                  </td>
                  <td className={viewClass.place}>
                    {[row.staTypeName, row.isKey && "大站", row.isTimed && "考核点"].filter(Boolean).join("，")}
                  </td>
                  <td className={`${table.right} ${viewClass.place}`}>{row.distance?.toFixed(3) ?? "—"}</td>
                  {showSpacing && (
                    <td className={`${table.right} ${viewClass.place}`}>
                      {row.distancePrev?.toFixed(3) ?? (row.serial === 1 ? "" : "—")}
                    </td>
                  )}
                  {serviceColumns.map(({ header, isNumber, cell }) => (
                    <td key={header} className={`${isNumber ? table.right : ""} ${viewClass.service}`}>
                      {cell(row)}
                    </td>
                  ))}
                  <td className={viewClass.service}>
                    {opposites[row.staUuid] && (
                      <a href={stationUrl(opposites[row.staUuid]!.staUuid)}>{opposites[row.staUuid]!.staSelfCode}</a>
                    )}
                  </td>
                </tr>
                <RowProblems problems={problems.filter((problem) => problem.row === row.serial)} columns={12} />
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const serviceColumns: { header: string; isNumber?: boolean; cell: (row: StationOfLine) => string | number | null }[] = [
  { header: "停站（秒）", isNumber: true, cell: ({ dwell }) => dwell },
  { header: "行驶时间（秒）", isNumber: true, cell: ({ duration }) => duration },
  { header: "限速", isNumber: true, cell: ({ limitSpeed }) => limitSpeed },
  { header: "票价段", isNumber: true, cell: ({ fareStage }) => fareStage },
  { header: "报站名", cell: ({ alias, aliasEn }) => [alias, aliasEn].filter(Boolean).join(" / ") },
];
