import { sql } from "kysely";
import { allows } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { readAsOf } from "~/kit/page/http/as-of";
import type { ViewerCall } from "~/kit/page/http/page.server";
import type { HeadFigure, ObjectHead } from "~/kit/page/screens";
import { shown as shownVersion, shownJoins } from "./shown-figures.server";
import { stateOn, visibleLines } from "./records.server";
import { labelOf, lineStates } from "./choices";
import { may } from "./policy";
import { linesUrl, lineUrl, queryText } from "./urls";

interface LineName {
  lineUuid: string;
  lineName: string;
  orgName: string;
  state: number;
  up: number;
  down: number;
  kilometres: number | null;
  buses: number;
}

/** The head of the line that an address names, as of the day that the page shows; null for who may not read it, and where there is none. */
export async function lineHead({ viewer, url, params }: ViewerCall): Promise<ObjectHead | null> {
  if (!allows(viewer, may.read)) return null;
  const found = await sql<LineName>`
    select line.line_uuid, line.line_name, o.org_name, ${stateOn(readAsOf(url) ?? today())} as state, calls.*, laid.*, main.*
    from line join organisation o using (org_id) ${shownJoins(readAsOf(url))}
      cross join lateral (select count(*) filter (where direction = 1)::int as up, count(*) filter (where direction = 2)::int as down
        from line_station where version_uuid = ${shownVersion}) calls
      cross join lateral (select sum(mileage)::float8 as kilometres from line_path where version_uuid = ${shownVersion}) laid
      cross join lateral (select count(*)::int as buses from bus_line join bus using (bus_uuid)
        where bus_line.line_uuid = line.line_uuid and is_main and bus_line.valid @> ${today()}::date and bus.deleted_at is null) main
    where line.line_uuid = ${params.lineUuid} and line.deleted_at is null and ${visibleLines(viewer)}`.execute(db());
  const line = found.rows[0];
  return line ? headOf(line, url, (code) => allows(viewer, code)) : null;
}

function figuresOf(
  { up, down, kilometres, buses }: LineName,
  at: string,
  allowed: (code: string) => boolean,
): HeadFigure[] {
  const calls = [up, down].filter((count) => count > 0);
  return [
    ...(calls.length > 0 ? [{ label: "站数", value: calls.join(" / ") }] : []),
    ...(kilometres ? [{ label: "里程", value: `${kilometres.toFixed(1)} 公里` }] : []),
    { label: "车辆", value: `${buses} 辆`, href: allowed("bus.assign") ? `${at}/buses` : undefined },
  ];
}

/** Each tab keeps what it shows of the line: its variant, version, direction and day. */
function headOf(line: LineName, url: URL, allowed: (code: string) => boolean): ObjectHead {
  const [at, write] = [lineUrl(line), allowed(may.write)];
  const [classify, version, direction, asOf] = ["classify", "version", "direction", "asOf"].map((name) =>
    url.searchParams.get(name),
  );
  const tab = (page: string, label: string, query: Parameters<typeof queryText>[0] = {}) => ({
    href: `${at}${page && `/${page}`}${queryText(query)}`,
    label,
  });
  const shown = { classify, version, direction };
  return {
    noun: "线路",
    name: line.lineName,
    note: line.orgName,
    states: [{ label: "状态", words: labelOf(lineStates, line.state) }],
    // Those of the primary variant, which pages of another one are not about.
    figures: classify ? [] : figuresOf(line, at, allowed),
    tabs: [
      tab("", "概况", { ...shown, asOf }),
      ...(write
        ? [tab("stations", "编辑站点", shown), tab("map", "地图编辑", shown), tab("match", "匹配路径", shown)]
        : []),
      tab("versions", "线路版本", { classify }),
      tab("standby", "备用站点", shown),
      tab("params", "参数"),
      tab("reference", "参考线", { direction }),
      ...(allowed("bus.assign") ? [tab("buses", "车辆")] : []),
      ...(allowed("line-file.read")
        ? [{ ...tab("voice", "语音"), around: [`${at}/announced`] }]
        : allowed("issue-task.read")
          ? [tab("announced", "车辆报什么")]
          : []),
      tab("history", "修改历史"),
    ],
    actions: [
      ...(write ? [{ href: `${linesUrl}/refresh?ids=${line.lineUuid}`, label: "重新计算" }] : []),
      ...(allowed(may.remove) ? [{ href: `${at}/delete`, label: "删除线路" }] : []),
      ...(write ? [{ href: `${at}/edit`, label: "编辑基本信息", look: "primary" as const }] : []),
    ],
  };
}
