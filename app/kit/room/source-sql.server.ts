import { type RawBuilder, sql } from "kysely";
import { inScope, shownWithin } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { RecordTable } from "~/kit/data/db/record-table";
import { foundAnywhere } from "~/kit/data/search/found.server";
import { type RecordOrder, saidBy } from "~/kit/page/tables/keys-by-record.server";
import { withKeysFound } from "./on-keys.server";
import type { RecordSource, ListSource, Source } from "./source.server";

type Reach = (Pick<RecordSource<unknown, never>, "kept"> | Pick<ListSource<unknown, never>, "listed">) &
  Pick<RecordSource<unknown, never>, "scope" | "unowned" | "from" | "searched">;

export const tableOf = (
  source: Pick<RecordSource<unknown, never>, "kept"> | Pick<ListSource<unknown, never>, "listed">,
) => ("kept" in source ? source.kept : source.listed);

export const keyOf = (source: Reach) => sql.ref(`${tableOf(source).table}.${tableOf(source).key}`);
/** Every row of a listed table; of a room those that are not in the bin. */
export const isLiving = (source: Reach) =>
  "kept" in source ? sql`${sql.table(source.kept.table)}.deleted_at is null` : sql`true`;
export const isVisible = ({ scope, unowned }: Pick<Reach, "scope" | "unowned">, viewer: Viewer): RawBuilder<unknown> =>
  !scope || viewer.orgScope === "all"
    ? sql`true`
    : unowned
      ? sql`coalesce(${inScope(viewer, scope)}, true)`
      : inScope(viewer, scope);
export const fromOf = (source: Reach) => source.from ?? sql.table(tableOf(source).table);

/** The columns of a row, those of other organisations' records as the viewer may know them. */
export function selectOf(
  { select, foreign }: Pick<ListSource<unknown, never>, "select" | "foreign">,
  viewer: Pick<Viewer, "orgScope">,
) {
  return foreign ? sql`${select}, ${foreign((org, column) => shownWithin(viewer, org, column))}` : select;
}

/** All that may be sorted by, and what of it other tables' records say; what the viewer may not know of other organisations' sorts as one. */
export function ordersOf({ order, byRecords }: Orders, viewer: Pick<Viewer, "orgScope">) {
  const said = byRecords?.((org, column) => shownWithin(viewer, org, column)) ?? {};
  const expressions = Object.entries(said).map(([id, one]) => [id, saidBy(one)]);
  return { order: { ...order, ...Object.fromEntries(expressions) } as Orders["order"], byRecords: said };
}

export const byOrganisation = (org: RawBuilder<unknown>): RecordOrder => ({
  by: org,
  table: "organisation",
  key: "org_id",
  says: sql`org_name`,
});

type Orders = Pick<ListSource<unknown, never>, "order" | "byRecords">;

/** What may be sorted by where each is a column of the table under the same name. */
export const sortByColumns = (table: RecordTable["table"], ...names: string[]): Record<string, RawBuilder<unknown>> =>
  Object.fromEntries(names.map((name) => [name, sql.ref(`${table}.${name}`)]));

export const whereOf = <F>(source: Source<unknown, F>, viewer: Viewer, filters: F): RawBuilder<unknown> =>
  sql.join(conditionsOf(source, viewer, filters), sql` and `);

/** For a list, which is planned for the keys that its filters stand for. */
export const whereOfList = async <F>(source: Source<unknown, F>, viewer: Viewer, filters: F) =>
  sql.join(await withKeysFound(conditionsOf(source, viewer, filters)), sql` and `);

function conditionsOf<F>(source: Source<unknown, F>, viewer: Viewer, filters: F): RawBuilder<unknown>[] {
  const { keyword } = filters as { keyword?: string };
  const columns = searchColumnsOf(source);
  const found = keyword && columns.length > 0 ? [foundAnywhere(tableOf(source).table, keyword, columns)] : [];
  return [isLiving(source), isVisible(source, viewer), ...found, ...source.where(filters, viewer)];
}

export function searchColumnsOf(source: Reach): readonly string[] {
  const { searched } = tableOf(source);
  return source.searched ?? (searched ? [...searched, "pinyin", "initials"] : []);
}
