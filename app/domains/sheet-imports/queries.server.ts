import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { importUrl as lineUrl, lineImports } from "~/domains/line-imports/queries.server";
import { may as mayLines } from "~/domains/line-imports/policy";
import { type ImportKind, importKinds } from "~/domains/line-imports/schema";
import { may as mayRoads } from "~/domains/roads/policy";
import { importUrl as roadsUrl } from "~/domains/roads/queries.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { type ListPage, type ListState, pageRows } from "~/kit/page/tables/select-page.server";
import { isoTime } from "~/kit/data/db/iso-time";
import { sheetStates } from "~/kit/room/sheets/import-row";
import { listSheets } from "~/kit/room/sheets/sheet-registry";
import { sheetImports } from "~/kit/room/sheets/sheet-steps.server";
import type { ListedSheet, LogFilters } from "./table";
import { importUrl, logUrl } from "./urls";

type Filters = z.output<typeof LogFilters>;

/** Imports and exports of sheets, and the imports that have pages of their own, as far as the viewer may see each. */
export async function listImports(viewer: Viewer, state: ListState<Filters>): Promise<ListPage<ListedSheet>> {
  const from = allImports();
  return pageRows<ListedSheet>(state, {
    key: sql`one.import_id`,
    keyName: "importUuid",
    from,
    where: sql.join([visibleTo(viewer), ...conditionsOf(state.filters)], sql` and `),
    order: { at: sql`one.created_at` },
    load: async (keys) => {
      const { rows } =
        await sql<SheetQueryRow>`select one.import_id as import_uuid, one.kind, one.template_code, one.file_name, one.rows, one.bad, one.created, one.changed, one.same,
        one.state, one.progress, one.created_by_name as by, ${isoTime(sql`one.created_at`)} as at, one.ms, one.error from ${from} where one.import_id = any(${keys})`.execute(
          db(),
        );
      return rows.map(asListed);
    },
  });
}

export async function* streamImports(
  viewer: Viewer,
  state: Pick<ListState<Filters>, "sort" | "filters">,
): AsyncGenerator<ListedSheet[]> {
  for (let page = 1; ; page++) {
    const { rows } = await listImports(viewer, { ...state, page, size: 200 });
    if (rows.length > 0) yield rows;
    if (rows.length < 200) return;
  }
}

/** What may be chosen as a template in lists: the sheets whose records the viewer may read, and the older imports. */
export function templateChoices(viewer: Viewer): { value: string; label: string }[] {
  return [
    ...readableSheets(viewer).map(({ templateCode, title }) => ({ value: templateCode, label: title })),
    ...(allows(viewer, mayLines.read)
      ? Object.entries(importKinds).map(([kind, label]) => ({ value: `line.${kind}`, label }))
      : []),
    ...(allows(viewer, mayRoads.read) ? [{ value: "map", label: "地图数据" }] : []),
  ];
}

const readableSheets = (viewer: Viewer) => listSheets().filter(({ may }) => allows(viewer, may.read));

type SheetQueryRow = Omit<ListedSheet, "state" | "progress" | "good" | "templateTitle" | "href" | "logHref"> & {
  state: keyof typeof sheetStates;
  progress: number;
};

function asListed({ state, progress, ...row }: SheetQueryRow): ListedSheet {
  const { importUuid: importId, templateCode, rows, bad } = row;
  const [where, kind] = templateCode.split(".") as [string, ImportKind | undefined];
  const sheet = listSheets().find((one) => one.templateCode === templateCode);
  const href =
    where === "line" && kind ? lineUrl({ kind, importId }) : where === "map" ? roadsUrl({ importId }) : undefined;
  return {
    ...row,
    good: rows === null || bad === null ? null : rows - bad,
    state: sheetStates[state],
    progress: state === "applying" || state === "checking" ? ` ${Math.round(progress * 100)}%` : "",
    templateTitle: sheet?.title ?? (kind ? importKinds[kind] : "地图数据"),
    href: href ?? (row.kind === "import" ? importUrl({ importId }) : `${logUrl}/${importId}`),
    logHref: href ?? `${logUrl}/${importId}`,
  };
}

/** The three tables as one, without a condition inside: only so each is read in the order of its index. */
function allImports(): RawBuilder<unknown> {
  const own = sql`one.import_id, one.file_name, one.created_at, one.created_by, one.created_by_name, one.progress, one.error`;
  const none = sql`null::integer`;
  const noCounts = sql`${none} as rows, ${none} as bad, ${none} as created, ${none} as changed, ${none} as same, ${none} as ms`;
  const plain = sql`case when one.state in ('waiting', 'reading') then 'checking' else one.state end`;
  return sql`(
    select ${own}, 'sheet' as place, null::record_key as line_uuid, one.kind, one.template_code, one.row_count as rows, one.bad_count as bad, one.created_count as created, one.changed_count as changed, one.same_count as same, one.ms,
      case when one.state in ('waiting', 'reading') then 'checking' when one.state <> 'done' then one.state when one.undone_at is not null then 'undone'
        when one.bad_count + one.refused_count > 0 then 'partial' else 'done' end as state
      from sheet_import one
    union all select ${own}, 'line', one.line_uuid, 'import', 'line.' || one.kind, ${noCounts}, case when one.undone_at is not null then 'undone' else ${plain} end from line_import one
    union all select ${own}, 'map', null::record_key, 'import', 'map', ${noCounts}, ${plain} from map_import one) as one`;
}

function visibleTo(viewer: Viewer): RawBuilder<unknown> {
  const codes = readableSheets(viewer).map(({ templateCode }) => templateCode);
  const places = [
    sql`one.place = 'sheet' and one.template_code = any(${codes}) and ${sheetImports.visible!(viewer)}`,
    ...(allows(viewer, mayLines.read) ? [sql`one.place = 'line' and ${lineImports.visible!(viewer)}`] : []),
    ...(allows(viewer, mayRoads.read) ? [sql`one.place = 'map'`] : []),
  ];
  return sql`(${sql.join(places, sql` or `)})`;
}

function conditionsOf({ kind, templateCode, state, fileName, by, from, to }: Filters): RawBuilder<unknown>[] {
  return [
    ...(kind ? [sql`one.kind = ${kind}`] : []),
    ...(templateCode ? [sql`one.template_code = ${templateCode}`] : []),
    ...(state ? [sql`one.state = ${state}`] : []),
    ...(fileName ? [holds(sql`one.file_name`, fileName)] : []),
    ...(by ? [holds(sql`one.created_by_name`, by)] : []),
    ...(from ? [sql`one.created_at >= ${midnight(from)}`] : []),
    ...(to ? [sql`one.created_at < ${midnight(to)} + interval '1 day'`] : []),
  ];
}

const holds = (column: RawBuilder<unknown>, words: string) =>
  sql`position(lower(${words} collate "C") in lower(${column} collate "C")) > 0`;
const midnight = (day: string) => sql`(${day}::date::timestamp at time zone ${settings().OPERATOR_TIME_ZONE})`;
