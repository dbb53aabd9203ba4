import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import type { RecordTable } from "~/kit/data/db/records.server";
import { keepSortedDay } from "~/kit/data/db/sorted-day.server";
import { keyOf, ordersOf, sortByColumns } from "~/kit/room/source-sql.server";
import type { RecordSource } from "~/kit/room/source.server";
import { rooms } from "~/rooms";

type Sorted = Pick<RecordSource<unknown, never>, "kept" | "order" | "byRecords">;

/** Lists of so few records that sorting them costs less than keeping indexes: rooms that say so, and these, which are none. */
const few = new Set([
  "issue-tasks",
  "line-files",
  "line-variants",
  "lines",
  "multi-files",
  "path-checks",
  "reports",
  ...rooms.flatMap(({ room }) => (room.few ? [room.name] : [])),
]);

/** Written anew every few seconds for each bus on the road: an index would cost each of these more than sorting costs those who watch. */
const reported = new Set(["monitor reportedAt", "monitor speed"]);

const modules = import.meta.glob<Record<string, unknown>>("../../app/domains/*/*.server.ts", { eager: true });

beforeAll(() => keepSortedDay());

it("has an index for every column that a long list can be sorted by", async () => {
  const defined = await livingIndexes();
  const missing = sortedRooms().flatMap(([room, source]) =>
    Object.entries(sortedBy(source)).flatMap(([column, expression]) => {
      if (few.has(room) || reported.has(`${room} ${column}`)) return [];
      const wanted = bare(`(${expression.compile(db()).sql}, ${keyOf(source).compile(db()).sql})`);
      const table = bare(sql.table(source.kept.table).compile(db()).sql);
      if (defined.some((index) => index.table === table && index.columns === wanted)) return [];
      return [
        `${room}: the list can be sorted by ${column}, which has no index. Write it in a new file of app/kit/data/db/migrations:\n` +
          `  create index ${table}_by_${snake(column)} on ${table} ${wanted} where deleted_at is null;\n` +
          `or do not offer it (sortable in the room's table, order in its source), or, if there will never be more than some thousand records, say few: true in its room.ts`,
      ];
    }),
  );
  expect([...new Set(missing)].join("\n")).toBe("");
});

it("sorts long lists by kept orders of their codes, since natural_order would be asked of each row that a page passes over", () => {
  const asked = sortedRooms().flatMap(([room, source]) =>
    Object.entries(sortedBy(source)).flatMap(([column, expression]) =>
      few.has(room) || reported.has(`${room} ${column}`) || !/natural_order/.test(expression.compile(db()).sql)
        ? []
        : [`${room} ${column}`],
    ),
  );
  expect([...new Set(asked)]).toEqual([]);
});

it("names the room, the column and the index to write where one is missing", async () => {
  const source = {
    kept: { table: "station", key: "staUuid" } as RecordTable,
    order: sortByColumns("station", "remark"),
  };
  expect(sortedIn({ stations: source })).toEqual([source]);
  expect(bare(`(${source.order.remark!.compile(db()).sql}, ${keyOf(source).compile(db()).sql})`)).toBe(
    "(remark, sta_uuid)",
  );
  expect((await livingIndexes()).some(({ columns }) => columns === "(remark, sta_uuid)")).toBe(false);
});

it("finds the sources of all rooms with long lists", () => {
  const rooms = new Set(sortedRooms().map(([room]) => room));
  expect([...rooms]).toEqual(expect.arrayContaining(["buses", "devices", "fences", "persons", "stations", "users"]));
});

/** What each order goes by in the table itself, or by which column the records are found that say it. */
function sortedBy(source: Sorted) {
  const said = Object.entries(ordersOf(source, { orgScope: "all" }).byRecords);
  return { ...source.order, ...Object.fromEntries(said.map(([id, { by }]) => [id, by])) };
}

/** Each room with what its lists are sorted by. */
function sortedRooms(): [room: string, source: Sorted][] {
  return Object.entries(modules).flatMap(([file, exported]) =>
    sortedIn(exported).map((source): [string, Sorted] => [file.split("/").at(-2)!, source]),
  );
}

/** A source that a file exports, or that of the room which it puts together. */
const sortedIn = (exported: Record<string, unknown>) =>
  Object.values(exported)
    .flatMap((value) => [value, (value as { source?: unknown } | null | undefined)?.source])
    .filter(
      (value): value is Sorted =>
        typeof value === "object" &&
        value !== null &&
        "order" in value &&
        "kept" in value &&
        typeof value.order === "object",
    );

async function livingIndexes(): Promise<{ table: string; columns: string }[]> {
  const found = await sql<{ table: string; definition: string }>`
    select tablename as table, indexdef as definition from pg_indexes
    where schemaname = current_schema() and indexdef like '%USING btree%' and (indexdef like '%WHERE (deleted_at IS NULL)' or indexdef not like '% WHERE %')`.execute(
    db(),
  );
  return found.rows.map(({ table, definition }) => ({
    table,
    columns: bare(definition.replace(/^.* USING btree /, "").replace(/ WHERE .*$/, "")),
  }));
}

/** Without quotes and tables: `"bus"."bus_state"` is bus_state. */
const bare = (text: string) => text.replace(/"/g, "").replace(/\b[a-z_]+\.(?=[a-z])/g, "");

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
