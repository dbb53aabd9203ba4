import { sql } from "kysely";
import { allows } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { readAsOf } from "~/kit/page/http/as-of";
import type { ViewerCall } from "~/kit/page/http/page.server";
import type { ObjectHead } from "~/kit/page/screens";
import { stateOn, visibleLines } from "./records.server";
import { labelOf, lineStates } from "./choices";
import { may } from "./policy";
import { linesUrl, lineUrl, queryText } from "./urls";

interface LineName {
  lineUuid: string;
  lineName: string;
  orgName: string;
  state: number;
}

/** The head of the line that an address names, as of the day that the page shows; null for who may not read it, and where there is none. */
export async function lineHead({ viewer, url, params }: ViewerCall): Promise<ObjectHead | null> {
  if (!allows(viewer, may.read)) return null;
  const found = await sql<LineName>`
    select line.line_uuid, line.line_name, o.org_name, ${stateOn(readAsOf(url) ?? today())} as state
    from line join organisation o using (org_id)
    where line.line_uuid = ${params.lineUuid} and line.deleted_at is null and ${visibleLines(viewer)}`.execute(db());
  const line = found.rows[0];
  return line ? headOf(line, url, (code) => allows(viewer, code)) : null;
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
      ...(allowed("line-file.read") ? [tab("voice", "语音")] : []),
      ...(allowed("issue-task.read") ? [tab("announced", "车辆报什么")] : []),
      tab("history", "修改历史"),
    ],
    actions: [
      ...(write ? [{ href: `${linesUrl}/refresh?ids=${line.lineUuid}`, label: "重新计算" }] : []),
      ...(allowed(may.remove) ? [{ href: `${at}/delete`, label: "删除线路" }] : []),
      ...(write ? [{ href: `${at}/edit`, label: "编辑基本信息", look: "primary" as const }] : []),
    ],
  };
}
