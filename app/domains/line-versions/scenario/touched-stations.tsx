import { Section } from "~/kit/page/screens";
import table from "~/kit/page/tables/lined-table.module.css";
import type { Scenario } from "./schema";

const mostShown = 200;

export function TouchedStations({
  stations,
  gaining,
  losing,
  unserved,
}: Pick<Scenario, "stations" | "gaining" | "losing" | "unserved">) {
  return (
    <Section
      title={`站点：${gaining} 个增加线路，${losing} 个减少线路${unserved > 0 ? `，其中 ${unserved} 个不再有线路停靠` : ""}`}
    >
      {stations.length === 0 ? (
        <p className="quiet">停靠各站的线路没有变化。</p>
      ) : (
        <table className={table.lined}>
          <caption className="unseen">线路有增减的站点</caption>
          <thead>
            <tr>
              <th scope="col">站点</th>
              <th scope="col">增加</th>
              <th scope="col">减少</th>
              <th scope="col">以后停靠</th>
            </tr>
          </thead>
          <tbody>
            {stations.slice(0, mostShown).map(({ staUuid, staName, staSelfCode, gains, loses, lines }) => (
              <tr key={staUuid}>
                <th scope="row">
                  <a href={`/station/station-management/${staUuid}`}>{staName}</a>{" "}
                  <span className="quiet">{staSelfCode}</span>
                </th>
                <td>{gains.join("、")}</td>
                <td>{loses.join("、")}</td>
                <td>{lines === 0 ? <span data-doubtful="">没有线路</span> : `${lines} 条线路`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {stations.length > mostShown && <p className="quiet">以及另外 {stations.length - mostShown} 个站点。</p>}
    </Section>
  );
}
