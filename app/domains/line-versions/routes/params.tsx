import { useLoaderData } from "@remix-run/react";
import { parameterRoom } from "~/domains/parameters/room";
import { readLineView } from "~/domains/parameters/queries.server";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { Heading, Section } from "~/kit/page/screens";
import { lineScreenFor } from "~/domains/lines/line-screen";
import { getLineParam, plannedParams, readUsual } from "../params/params.server";
import { ParamTable } from "../params/param-table";
import { may } from "~/domains/lines/policy";
import { requireLine } from "~/domains/lines/queries.server";
import { asOf as asOfRule } from "~/domains/lines/schema";
import { lineUrl } from "~/domains/lines/urls";

export const handle = lineScreenFor("线路参数");

export const loader = page(may.read, async ({ viewer, url, params }) => {
  const asOf = asOfRule.safeParse(url.searchParams.get("asOf") || undefined).data;
  const { lineUuid, lineName, lineType } = await requireLine(viewer, params.lineUuid!);
  const [line, rows, usual, view] = await Promise.all([
    getLineParam(viewer, { lineUuid }),
    plannedParams(viewer, lineUuid, asOf),
    readUsual(),
    readLineView(),
  ]);
  return {
    lineUuid,
    lineName,
    lineType,
    line,
    rows,
    usual,
    view,
    asOf,
    mayWrite: allows(viewer, may.write),
    mayParameters: allows(viewer, parameterRoom.may.read),
  };
});

export default function Params() {
  const { asOf, lineName, lineUuid, mayParameters, ...shown } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading />
      <Section
        title="参数"
        actions={
          <form method="get">
            <label>
              日期 <input type="date" name="asOf" defaultValue={asOf} />
            </label>{" "}
            <button className="button">查看</button>
          </form>
        }
      >
        <ParamTable {...shown} lineHref={shown.mayWrite ? `${lineUrl({ lineUuid })}/params/line` : undefined} />
        <p className="quiet">
          括号中的值没有单独设置，按整条线路的执行；线路也没有设置的，按默认执行。修改整条线路的参数立即生效；修改分类的参数先保存在草稿中，随草稿一起生效。默认的首发方向按运营参数
          {mayParameters ? <a href="/params/param-configuration?keyword=S013">“始发方向”</a> : "“始发方向”"}
          ，其余由系统给定。
        </p>
      </Section>
    </>
  );
}
