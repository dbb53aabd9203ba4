import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { type ListPage, type ListState, pageRows } from "~/kit/page/tables/select-page.server";
import { isoTime } from "~/kit/data/db/iso-time";
import { sheetStates } from "~/kit/room/sheets/import-row";
import { listDoors } from "~/kit/page/import-flow/doors";
import type { ImportDoor } from "~/kit/page/import-flow/import-states";
import type { ListedSheet, LogFilters } from "./table";
import { logUrl } from "./urls";

type Filters = z.output<typeof LogFilters>;

/** Imports through all doors, and exports of sheets, as far as the viewer may see each. */
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
        await sql<ImportQueryRow>`select one.import_id as import_uuid, one.door, one.own_kind, one.kind, one.template_code, one.file_name, one.rows, one.bads as bad, one.createds as created, one.changeds as changed, one.sames as same,
        one.state, one.progress, one.created_by_name as by, ${isoTime(sql`one.created_at`)} as at, one.ms, one.error from ${from} where one.import_id = any(${keys})`.execute(
          db(),
        );
      return rows.map((row) => asListed(viewer, row));
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

/** What may be chosen as a template in lists: the sheets whose records the viewer may read, and what the other doors take. */
export const templateChoices = (viewer: Viewer): { value: string; label: string }[] =>
  listDoors().flatMap((door) => Object.entries(door.titles(viewer)).map(([value, label]) => ({ value, label })));

type ImportQueryRow = Omit<ListedSheet, "state" | "progress" | "good" | "templateTitle" | "href" | "logHref"> & {
  door: ImportDoor;
  ownKind: string;
  state: keyof typeof sheetStates;
  progress: number;
};

function asListed(viewer: Viewer, { door, ownKind, state, progress, ...row }: ImportQueryRow): ListedSheet {
  const { importUuid: importId, templateCode, rows, bad } = row;
  const { titles, href } = listDoors().find(({ life }) => life.door === door)!;
  const at = href({ importId, kind: ownKind });
  return {
    ...row,
    good: rows === null || bad === null ? null : rows - bad,
    state: sheetStates[state],
    progress: state === "applying" || state === "checking" ? ` ${Math.round(progress * 100)}%` : "",
    templateTitle: titles(viewer)[templateCode] ?? templateCode,
    href: at,
    logHref: door === "sheet" ? `${logUrl}/${importId}` : at,
  };
}

/** Imports as the list knows them; only those whose files have rows count them. */
function allImports(): RawBuilder<unknown> {
  const counts = sql.join(
    (["row", "bad", "created", "changed", "same"] as const).map(
      (what) =>
        sql`case when one.door in ('sheet', 'audio') then ${sql.ref(`one.${what}_count`)} end as ${sql.ref(`${what}s`)}`,
    ),
  );
  return sql`(
    select one.import_id, one.file_name, one.created_at, one.created_by, one.created_by_name, one.progress, one.error, one.door, one.line_uuid, one.ms, one.kind as own_kind, ${counts},
      case when one.door = 'sheet' then one.kind else 'import' end as kind,
      coalesce(one.template_code, case when one.door = 'map' then 'map' else one.door || '.' || one.kind end) as template_code,
      case when one.state in ('waiting', 'reading') then 'checking' when one.state <> 'done' then one.state when one.undone_at is not null then 'undone'
        when one.bad_count + one.refused_count > 0 then 'partial' else 'done' end as state
      from import_batch one) as one`;
}

const visibleTo = (viewer: Viewer): RawBuilder<unknown> =>
  sql`(${sql.join(
    listDoors().map(({ life, titles }) => {
      const codes = Object.keys(titles(viewer));
      return sql`one.door = ${life.door} and one.template_code = any(${codes}) and ${life.visible?.(viewer) ?? sql`true`}`;
    }),
    sql` or `,
  )})`;

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
