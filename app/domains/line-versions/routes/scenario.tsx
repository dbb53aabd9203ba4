import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { may } from "~/domains/lines/policy";
import { readAsked } from "../scenario/asked";
import { PeriodRows } from "../scenario/period-rows";
import { countScenario, draftsOfLines } from "../scenario/scenario.server";
import { ScenarioTable } from "../scenario/scenario-table";
import { mostDrafts } from "../scenario/schema";
import { TouchedStations } from "../scenario/touched-stations";
import { linesUrl } from "~/domains/lines/urls";

export const handle = screen({ title: "测算草稿" });

export const loader = page(may.read, async ({ viewer, url }) => {
  const { asked, periods, typed, faults } = readAsked(url.searchParams);
  const drafts = await draftsOfLines(viewer, url.searchParams.getAll("ids"));
  const all = [...asked, ...drafts.map((versionUuid) => ({ versionUuid }))];
  const scenario = await countScenario(viewer, all.slice(0, mostDrafts), periods);
  const left = all.length > mostDrafts;
  return data({ scenario, periods, typed, faults, left }, { status: faults.length > 0 ? 422 : 200 });
});

export default function ScenarioPage() {
  const { scenario, periods, typed, faults, left } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading>
        <a className="button" href={`${linesUrl}?hasDraft=1`}>
          选择有草稿的线路
        </a>
      </Heading>
      {faults.length > 0 && (
        <div role="alert" className="notice bad">
          {faults.map((fault) => (
            <p key={fault}>{fault}</p>
          ))}
        </div>
      )}
      {left && <p className="notice warn">草稿太多，只测算前 {mostDrafts} 份。</p>}
      {scenario.rows.length === 0 ? (
        <p className="quiet">所选线路没有草稿：先编辑站点或计划一个版本，再来测算。</p>
      ) : (
        <>
          <Section title="车辆与里程">
            <form method="get">
              <PeriodRows typed={typed} />
              <ScenarioTable {...scenario} periods={periods} />
              <p className="quiet">
                车辆 = 周转时间 ÷ 间隔，取整数，分时段时取最多的时段；周转时间 =
                各方向行驶与停歇之和。班次从首班起按各时段的间隔排到末班，每天车公里 = 里程 ×
                班次。有时刻表的草稿，间隔留空就按时刻表：车辆是同时在路上和停歇的最多辆数。
              </p>
              <button className="button primary">重新测算</button>{" "}
              {typed.length === 0 && (
                <button className="button" name="periods" value="usual">
                  按早晚高峰、平峰和低峰测算
                </button>
              )}
            </form>
          </Section>
          <TouchedStations {...scenario} />
        </>
      )}
    </>
  );
}
