import { sql } from "kysely";
import { readLineView } from "~/domains/parameters/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { differencesOf } from "~/kit/page/screens/differences";
import { loadNames } from "~/kit/room/names.server";
import type { AuditedRoom, RecordedChange, ChangeInWords } from "~/kit/room/audited.server";
import { lineLabelsFor, shownValue, versionLabels } from "~/domains/lines/labels";
import { lineRoom } from "~/domains/lines/line-room";
import type { LineChange } from "./line-history.server";
import { lineParts } from "./line-parts.server";
import { lineFound, visibleLines } from "~/domains/lines/queries.server";
import { paramText } from "../params/params-in-words";
import { paramLabels } from "../params/schema";
import { may } from "~/domains/lines/policy";
import { lineUrl } from "~/domains/lines/urls";
import { asTheyStood } from "./as-they-stood.server";
import { changeInWords } from "./history-words";

const audited: Omit<AuditedRoom, "room" | "label"> = {
  read: may.read,
  reached: (viewer) =>
    sql`select parts.key from ${lineParts} join line on line.line_uuid = parts.line_uuid where ${visibleLines(viewer)}`,
  found: (viewer, keyword) =>
    sql`select parts.key from ${lineParts} where parts.line_uuid in (select line.line_uuid from line where line.deleted_at is null and ${visibleLines(viewer)} and ${lineFound(keyword)})`,
  tell,
};

/** Lines with their variants, versions, standby stations and references; and their running parameters. */
export const auditedLines: readonly AuditedRoom[] = [
  { room: "lines", label: "线路", ...audited },
  { room: "line-params", label: "线路参数", ...audited },
];

type Part = Pick<LineChange, "part" | "classifyName" | "classifySid" | "sortType"> & {
  key: string;
  lineUuid: string;
  lineName: string;
  lineType: number;
  living: boolean;
};

async function tell(viewer: Viewer, changes: readonly RecordedChange[]): Promise<ChangeInWords[]> {
  const sides = changes.flatMap(({ before, after }) => [before, after]);
  const [parts, names, view] = await Promise.all([
    partsOf(changes.map(({ recordKey }) => recordKey)),
    loadNames(viewer, lineRoom.refers, sides),
    readLineView(),
  ]);
  const labels = { ...lineLabelsFor(view), ...paramLabels, ...versionLabels };
  return (await asTheyStood(changes)).map((change) => {
    const part = parts.get(change.recordKey);
    if (!part) return { title: "", living: false, differences: [] };
    const { lineName, lineType, lineUuid, living } = part;
    const said = changeInWords({ ...change, ...part }, lineType, view);
    return {
      title: [lineName, said.about ?? (part.part === "variant" ? part.classifyName : "")].filter(Boolean).join(" "),
      living,
      href: living ? lineUrl({ lineUuid }) : undefined,
      differences: differencesOf(said, labels, (name, value) =>
        name in paramLabels ? paramText(name, value, lineType, view) || "（空）" : shownValue(name, value, names),
      ),
    };
  });
}

async function partsOf(keys: string[]): Promise<Map<string, Part>> {
  const { rows } = await sql<Part>`
    select parts.*, line.line_name, line.line_type, line.deleted_at is null as living
    from ${lineParts} join line on line.line_uuid = parts.line_uuid where parts.key = any(${keys})`.execute(db());
  return new Map(rows.map((row) => [row.key, row]));
}
