import { type RawBuilder, sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import type { RecordTable } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import type { Choice } from "~/kit/page/forms/field";
import type { ApiTable } from "~/kit/page/http/api.server";
import type { Table } from "~/kit/page/tables/define-table";
import type { Offers } from "./offers.server";
import { organisationChoices } from "./organisation-choices.server";
import type { PicturedSource } from "./pictures.server";
import type { DeclaredRoom } from "./room";
import { isoTime } from "~/kit/data/db/iso-time";
import type { RecordSource, ListSource } from "./source.server";
import { withHolders, namesOfRelated } from "./relations.server";
import { sortByColumns } from "./source-sql.server";
import type { RoomSheet } from "./sheets/room-sheet.server";
import type { Reference } from "./uses.server";
import type { RewriteHistory } from "./audited.server";
import { createRow, deleteRows, restoreRow, updateRow } from "./verbs.server";

/** What may be done to a room's records; the plain ones where the room asks for no more than its fields and checks. */
export interface Verbs<Row> {
  create(viewer: Viewer, values: never): Promise<Row>;
  update(viewer: Viewer, key: string, changes: never, version?: number): Promise<Row>;
  remove(viewer: Viewer, keys: string[]): Promise<void>;
  restore(viewer: Viewer, key: string, newCode?: string): Promise<Row>;
  /** A change in a transaction that is open, where many are changed one by one because a change follows more rules. */
  change?(trx: Transaction<DB>, viewer: Viewer, key: string, changes: never): Promise<unknown>;
}

export interface MayChange {
  write: boolean;
  remove: boolean;
}

/** A room as the program serves it: pages, calls, search and references take everything from here. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- rooms of all rows stand in one list
export interface ServedRoom<Row extends object = any> {
  room: DeclaredRoom<Row>;
  table: Table<Row, z.ZodObject>;
  source: RecordSource<Row, never>;
  references: readonly Reference[];
  verbs: Verbs<Row>;
  calls: readonly ApiTable[];
  /** What tells two records of one name apart in the search over all rooms; without it the room is not searched. */
  detail?(row: Row): string;
  /** Choices of its fields that come from the database, for form, list and changes of many; those of an organisation field need not be said. */
  choices?(viewer: Viewer, record: Row | null): Promise<Record<string, readonly Choice[]>>;
  /** Records that its fields offer by a search, where those are not all of the room that a field names. */
  offers?: Offers;
  /** The sheet in which people exchange its records; `app/sheets.server.ts` has those of more rules. */
  sheet?: RoomSheet<Row>;
  pictured?: PicturedSource;
  /** Whether this viewer may change and delete this record, where the room's permissions alone do not say. */
  mayChange?(viewer: Viewer, row: Row): MayChange | Promise<MayChange>;
  /** Its changes as the viewer may read them, where the fields' words do not hide enough or tell too much. */
  rewriteHistory?: RewriteHistory;
}

type Parts<Row extends object> = Pick<ServedRoom<Row>, "room" | "table"> & {
  source: RecordSource<Row, never>;
} & Partial<
    Pick<
      ServedRoom<Row>,
      "references" | "detail" | "choices" | "offers" | "sheet" | "pictured" | "mayChange" | "rewriteHistory"
    >
  > & {
    verbs?: Partial<Verbs<Row>>;
    calls?(served: ServedRoom<Row>): readonly ApiTable[];
  };

export function serve<Row extends object>({
  verbs = {},
  calls,
  references = [],
  ...parts
}: Parts<Row>): ServedRoom<Row> {
  const { source, room } = parts;
  const served: ServedRoom<Row> = {
    ...parts,
    choices: withOrganisations(room, parts.choices),
    /** Its own, and what the fields of other rooms say; read when asked, as rooms know one another only then. */
    get references() {
      return withHolders(source.kept.table, references);
    },
    verbs: {
      create: (viewer, values) => createRow(source, viewer, values),
      update: (viewer, key, changes, version) => updateRow(source, viewer, key, changes, version),
      remove: (viewer, keys) => deleteRows(source, viewer, references, keys),
      restore: (viewer, key, code) => restoreRow(source, viewer, key, room.code ? { [room.code]: code } : {}),
      ...verbs,
    },
    calls: [],
  };
  return Object.assign(served, { calls: calls?.(served) ?? [] });
}

/** The choices that a room says, and the viewer's organisations for its field of one. */
function withOrganisations<Row extends object>(
  room: DeclaredRoom<Row>,
  said: ServedRoom["choices"],
): ServedRoom["choices"] {
  const organisation = organisationField(room);
  if (!organisation) return said;
  return async (viewer, record) => {
    const [organisations, others] = await Promise.all([organisationChoices(viewer), said?.(viewer, record)]);
    return { [organisation]: organisations, ...others };
  };
}

const organisationField = <Row extends object>({ fields }: DeclaredRoom<Row>): string | undefined =>
  Object.entries(fields).find(([, one]) => one.isOrganisation)?.[0];

interface Keeping<F> extends Partial<
  Pick<RecordTable, "searched" | "reading" | "ordered" | "codeOrder" | "derived" | "lists" | "parts">
> {
  table: RecordTable["table"];
  /** Unique index -> the field that it speaks of; with a message of its own where “已被使用” would not do. */
  unique?: Record<string, string | RecordTable["unique"][string]>;
  /** Output columns beside key, fields, version and time of change; or all of them in `select`. */
  more?: RawBuilder<unknown>;
  select?: RawBuilder<unknown>;
  foreign?: ListSource<unknown, unknown>["foreign"];
  byRecords?: ListSource<unknown, unknown>["byRecords"];
  joins?: RawBuilder<unknown>;
  from?: RawBuilder<unknown>;
  /** Fields that are no columns of the table. */
  beside?: readonly string[];
  /** SQL of filters; choices, ticks and keys are compared with their column where nothing is said. */
  filters?: { [Name in keyof F]?: (value: NonNullable<F[Name]>, viewer: Viewer) => RawBuilder<unknown> };
  where?(filters: F, viewer: Viewer): RawBuilder<unknown>[];
  /** The columns that may be sorted by, those of the table by name; the first is the order of a whole list. */
  order: readonly (string | Record<string, RawBuilder<unknown>>)[];
  /** The column of the organisation, where it is not the table's `org_id`; null where records have none. */
  scope?: RawBuilder<unknown> | null;
  unowned?: "visible";
  /** Columns that a keyword is checked against, where they are not the table's. */
  keyword?: readonly string[];
}

/** How a room's records are read and kept, from its fields: `select`, filters by choices, the scope of its organisation and the words of unique fields need not be said. */
export function defineRecords<Row extends object, F extends object>(
  room: DeclaredRoom<Row>,
  keeping: Keeping<F>,
): RecordSource<Row, F> {
  const { table, unique = {}, beside = [], filters = {} } = keeping;
  const { searched, reading, ordered, codeOrder, derived, lists, parts } = keeping;
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const names = Object.keys(room.fields).filter((name) => !beside.includes(name));
  const related = namesOfRelated(table, room);
  const organisation = organisationField(room);
  const scope = keeping.scope === undefined && organisation ? column(organisation) : (keeping.scope ?? undefined);
  const equal = names.filter((name) => ["choice", "check"].includes(room.fields[name]!.kind) && !(name in filters));
  return {
    kept: {
      table,
      key: room.key,
      room: room.name,
      noun: room.noun,
      searched,
      reading,
      ordered,
      codeOrder,
      derived,
      lists,
      parts,
      unique: Object.fromEntries(
        Object.entries(unique).map(([index, one]) => [
          index,
          typeof one === "string" ? { path: one, message: `${room.fields[one]?.label ?? one}已被使用` } : one,
        ]),
      ),
    },
    room,
    select:
      keeping.select ??
      sql.join([
        ...[room.key, ...names, "version"].map(column),
        sql`${isoTime(column("updatedAt"))} as updated_at`,
        ...(keeping.more ? [keeping.more] : []),
      ]),
    foreign:
      related.isAny && keeping.foreign
        ? (mask) => sql`${related.select(mask)}, ${keeping.foreign!(mask)}`
        : related.isAny
          ? related.select
          : keeping.foreign,
    byRecords: related.isAny ? (mask) => ({ ...related.order(mask), ...keeping.byRecords?.(mask) }) : keeping.byRecords,
    joins: keeping.joins,
    from: keeping.from,
    where: (given, viewer) => {
      const asked = Object.entries(given).filter(([, value]) => value !== undefined && value !== "");
      return [
        ...asked.flatMap(([name, value]) => {
          const own = (filters as Record<string, (value: unknown, viewer: Viewer) => RawBuilder<unknown>>)[name];
          if (own) return [own(value, viewer)];
          if (!equal.includes(name)) return [];
          return [sql`${column(name)} = ${value}`];
        }),
        ...(keeping.where?.(given, viewer) ?? []),
      ];
    },
    order: Object.assign(
      {},
      ...keeping.order.map((one) =>
        one === room.code && room.fields[one]?.kind === "text"
          ? { [one]: codeOrder ? column("codeOrder") : sql`natural_order(${column(one)})` }
          : typeof one === "string"
            ? sortByColumns(table, one)
            : one,
      ),
    ) as Record<string, RawBuilder<unknown>>,
    scope,
    unowned: keeping.unowned,
    searched: keeping.keyword,
  };
}
