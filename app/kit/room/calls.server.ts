import { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Endpoint, endpoint } from "~/kit/page/http/api.server";
import { pageListOf, pageListReply, pageListRequest, wholeFilters } from "~/kit/page/tables/page-call.server";
import type { ListPage, ListState } from "~/kit/page/tables/select-page.server";
import type { Table } from "~/kit/page/tables/define-table";
import { recordKey } from "~/kit/page/forms/rules";
import { batchCalls, restoreCall } from "./batch-calls.server";
import type { RoomPermissions } from "./room";
import type { ServedRoom } from "./served.server";
import { db } from "~/kit/data/db/pool.server";
import { isFree } from "~/kit/data/db/records.server";
import { listAllRows, listRows, requireRow } from "./source.server";

/** The six calls that every room answers, pageList, list, detail, add, update, delete, and those of its bin and its codes; `answer` makes another shape than the row's. */
export function roomCalls<Row extends object>(
  served: ServedRoom<Row>,
  {
    reply = served.room.Row,
    answer = (row: Row): unknown => row,
    add = served.room.Add,
    update = served.room.Update,
  }: {
    reply?: z.ZodType;
    answer?: (row: Row) => unknown;
    add?: z.ZodType;
    update?: z.ZodObject;
  } = {},
): RoomCalls {
  const { room, table, source, verbs } = served;
  const { key, may, without } = room;
  const plain = plainCalls(
    { may, table, key, row: reply, add, update, remove: room.Delete },
    answering(
      {
        list: (viewer, state) => listRows(source, viewer, state as never),
        all: (viewer, filters) => listAllRows(source, viewer, filters as never),
        create: verbs.create as (viewer: Viewer, values: unknown) => Promise<Row>,
        update: verbs.update as (viewer: Viewer, key: string, changes: unknown, version?: number) => Promise<Row>,
        remove: verbs.remove,
      },
      answer,
    ),
  );
  const detail = endpoint(may.read, z.object({ [key]: recordKey }), reply, async (viewer, sent) =>
    answer(await requireRow(source, viewer, sent[key]!)),
  );
  return {
    ...plain,
    detail,
    ...(!without?.includes("recycle") && { restore: restoreCall({ room, restore: verbs.restore }, reply, answer) }),
    ...(room.code && batchCalls(served, { reply, add, update })),
  };
}

type RoomCalls = Record<"pageList" | "list" | "detail" | "add" | "update" | "delete", Endpoint> &
  Record<string, Endpoint>;

interface Shapes<
  F extends z.ZodObject,
  R extends z.ZodType,
  A extends z.ZodType,
  U extends z.ZodObject,
  K extends string,
> {
  may: RoomPermissions;
  table: Pick<Table<never, F>, "filters" | "sortBy" | "sortable">;
  key: K;
  row: R;
  add: A;
  /** Every field optional, with the key and the version. */
  update: U;
  /** Comes out as a list of keys. */
  remove: z.ZodType<string[]>;
}

interface Verbs<
  F extends z.ZodObject,
  R extends z.ZodType,
  A extends z.ZodType,
  U extends z.ZodObject,
  K extends string,
> {
  list(viewer: Viewer, state: ListState<z.output<F>>): Promise<ListPage<z.input<R>>>;
  all(viewer: Viewer, filters: z.output<F>): Promise<z.input<R>[]>;
  create(viewer: Viewer, values: z.output<A>): Promise<z.input<R>>;
  update(viewer: Viewer, key: string, changes: Omit<z.output<U>, K | "version">, version?: number): Promise<z.input<R>>;
  remove(viewer: Viewer, keys: string[]): Promise<void>;
}

export function plainCalls<
  F extends z.ZodObject,
  R extends z.ZodType,
  A extends z.ZodType,
  U extends z.ZodObject,
  K extends string,
>(
  shapes: Shapes<F, R, A, U, K>,
  verbs: Verbs<F, R, A, U, K>,
): Record<"pageList" | "list" | "add" | "update" | "delete", Endpoint> {
  const { may, table, row } = shapes;
  return {
    pageList: endpoint(
      may.read,
      pageListRequest(table),
      pageListReply(row),
      (viewer, state) => pageListOf(state, verbs.list(viewer, state)) as never,
    ),
    list: endpoint(may.read, wholeFilters(table.filters), z.array(row), (viewer, filters) =>
      verbs.all(viewer, filters),
    ),
    add: endpoint(may.write, shapes.add, row, (viewer, values) => verbs.create(viewer, values)),
    update: endpoint(may.write, shapes.update, row, (viewer, sent) => {
      const { [shapes.key]: key, version, ...changes } = sent as Record<string, unknown>;
      return verbs.update(
        viewer,
        key as string,
        changes as Omit<z.output<U>, K | "version">,
        version as number | undefined,
      );
    }),
    delete: endpoint(may.remove, shapes.remove, z.null(), (viewer, keys) =>
      verbs.remove(viewer, keys).then(() => null),
    ),
  };
}

interface RowVerbs<Row, F, A, U> {
  list(viewer: Viewer, state: ListState<F>): Promise<ListPage<Row>>;
  all(viewer: Viewer, filters: F): Promise<Row[]>;
  create(viewer: Viewer, values: A): Promise<Row>;
  update(viewer: Viewer, key: string, changes: U, version?: number): Promise<Row>;
  remove(viewer: Viewer, keys: string[]): Promise<void>;
}

/** The same verbs for a room whose calls answer its rows in another shape than its pages read them. */
function answering<Row, Reply, F, A, U>(
  verbs: RowVerbs<Row, F, A, U>,
  reply: (row: Row) => Reply,
): RowVerbs<Reply, F, A, U> {
  return {
    async list(viewer, state) {
      const found = await verbs.list(viewer, state);
      return { ...found, rows: found.rows.map(reply) };
    },
    all: async (viewer, filters) => (await verbs.all(viewer, filters)).map(reply),
    create: async (viewer, values) => reply(await verbs.create(viewer, values)),
    update: async (viewer, key, changes, version) => reply(await verbs.update(viewer, key, changes, version)),
    remove: verbs.remove,
  };
}

/** The call that asks whether a field's value is free, of a record's own that of the others. */
export const freeCall = ({ room, source }: ServedRoom, name: string): Endpoint =>
  endpoint(
    room.may.read,
    z.object({ [name]: room.fields[name]!.rule, [room.key]: recordKey.optional() }),
    z.boolean(),
    (_viewer, sent) => isFree(db(), source.kept, name, sent[name], sent[room.key] as string | undefined),
  );
