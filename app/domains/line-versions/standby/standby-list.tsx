import type { StandbyRow } from "./schema";
import table from "~/kit/page/tables/scrolled-table.module.css";
import styles from "../lines.module.css";

export function StandbyList({
  rows,
  url,
  query,
  mayWrite,
}: {
  rows: readonly StandbyRow[];
  url: string;
  query: string;
  mayWrite: boolean;
}) {
  if (rows.length === 0)
    return <p className="quiet">这个方向还没有备用站点。备用站点不在运行站序内，绕行时可换入草稿。</p>;
  return (
    <table className={`${table.rows} ${styles.stations}`}>
      <caption className="unseen">备用站点</caption>
      <thead>
        <tr>
          <th scope="col">站点</th>
          <th scope="col">代替</th>
          <th scope="col">备注</th>
          {mayWrite && <th scope="col">操作</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.standbyUuid}>
            <td className={table.name}>
              <a href={`/station/station-management/${row.staUuid}`}>{row.staName}</a>{" "}
              <span className="quiet">{row.staSelfCode}</span>
            </td>
            <td className={table.name}>{row.replacesName ?? "（未指定）"}</td>
            <td className={table.name} title={row.remark ?? undefined}>
              {row.remark}
            </td>
            {mayWrite && (
              <td>
                <a className="button small" href={`${url}/${row.standbyUuid}/swap${query}`}>
                  换入
                </a>{" "}
                <a className="button small" href={`${url}/${row.standbyUuid}${query}`}>
                  编辑
                </a>{" "}
                <a className="button small" href={`${url}/${row.standbyUuid}/delete${query}`}>
                  移除
                </a>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
