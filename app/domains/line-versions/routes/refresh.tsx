import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { OnceField } from "~/kit/page/forms/once";
import { page } from "~/kit/page/http/page.server";
import { attempt, problem } from "~/kit/ground/problem";
import { Heading, screen, Section } from "~/kit/page/screens";
import { refreshLines } from "../dashboard/refresh.server";
import { mostRefreshed } from "../dashboard/schema";
import { may } from "~/domains/lines/policy";
import { linesAmong } from "~/domains/lines/queries.server";
import { linesUrl, lineUrl } from "~/domains/lines/urls";

export const handle = screen({ title: "重新计算线路" });

export const loader = page(may.write, async ({ viewer, url }) => {
  const keys = url.searchParams.getAll("ids").slice(0, mostRefreshed);
  return {
    lines: (await linesAmong(viewer, keys)).map(({ lineUuid, lineName }) => ({ lineUuid, lineName })),
    left: url.searchParams.getAll("ids").length - keys.length,
  };
});

export const action = page(may.write, async ({ viewer, url }) => {
  const keys = url.searchParams.getAll("ids").slice(0, mostRefreshed);
  if (keys.length === 0) throw problem.field("ids", "请先在列表中勾选线路");
  const done = await attempt(() => refreshLines(viewer, keys));
  return done.ok
    ? data({ refreshed: done.value, error: null })
    : data({ refreshed: null, error: done.problem.message }, { status: 409 });
});

export default function RefreshLines() {
  const { lines, left } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const back = lines.length === 1 ? lineUrl(lines[0]!) : linesUrl;
  return (
    <>
      <Heading>
        <a className="button" href={back}>
          返回
        </a>
      </Heading>
      {answer?.error && (
        <p role="alert" className="notice bad">
          {answer.error}
        </p>
      )}
      {answer?.refreshed ? (
        <Section
          title={`${answer.refreshed.filter(({ changed }) => changed).length} 条线路有变化，共 ${answer.refreshed.length} 条`}
        >
          <ul>
            {answer.refreshed.map(({ lineUuid, lineName, changes }) => (
              <li key={lineUuid}>
                <a href={lineUrl({ lineUuid })}>{lineName}</a>{" "}
                {changes.length === 0 ? <span className="quiet">没有变化</span> : changes.join("；")}
              </li>
            ))}
          </ul>
        </Section>
      ) : (
        <Section title={`线路 ${lines.length} 条`}>
          {left > 0 && (
            <p className="notice warn">
              一次最多 {mostRefreshed} 条，其余 {left} 条请再次勾选。
            </p>
          )}
          {lines.length === 0 ? (
            <p className="quiet">还没有选择线路，请返回列表勾选。</p>
          ) : (
            <>
              <p>
                {lines
                  .slice(0, 20)
                  .map(({ lineName }) => lineName)
                  .join("、")}
                {lines.length > 20 && " 等"}
              </p>
              <p>
                按现在的站点位置、路径和道路，重新计算草稿、生效中和待生效版本的站点距离、里程和匹配结果，以及检索用的拼音。已失效的版本不变；有变化的版本记入修改历史。
              </p>
              <form method="post">
                <OnceField />
                <button className="button primary">重新计算</button>
              </form>
            </>
          )}
        </Section>
      )}
    </>
  );
}
