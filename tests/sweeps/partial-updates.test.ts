import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { apiCalls } from "~/calls/calls.server";
import { describeCalls } from "~/calls/description.server";
import { db } from "~/kit/data/db/pool.server";
import { derivedOf } from "~/kit/data/db/record-table";
import { rooms } from "~/rooms";
import { demoNames } from "~/seed/demo-city";
import { account, enter } from "../kit/accounts";
import type { Visitor } from "../kit/visit";
import { day } from "../kit/days";

type Values = Record<string, unknown>;
interface Schema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
}

const nobody = "0".repeat(32);
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const familyOf = (path: string) => path.slice(0, path.lastIndexOf("/"));
const updates = [...apiCalls.keys()].filter((path) => /^update|Update/.test(nameOf(path)));

/** Calls that take lists in place of a record's fields; their own tests are below. */
const ofLists = ["/api/line/v1.0/updateLineClassifyStationAndMap", "/line-file-audio-type/updateBatch"];

/** What is said of a change, and is no field of the record. */
const instructions = ["version", "reason", "refresh"];

/** What changes with a field because it follows from it: other fields, columns of its row, or rows of another table. */
const following: { in: string; field: string; others: RegExp; why: string }[] = [
  { in: "/api/line/file/audio/info", field: "source", others: /^fileUuid$|^audio\./, why: "the text is spoken" },
  { in: "/api/line/file/audio/info", field: "fileUuid", others: /^source$|^audio\./, why: "a sound has its own facts" },
  { in: "/api/line/file/version/audio/link", field: "part", others: /audio_?uuid$/i, why: "only a clip has one" },
  { in: "/api/line/file/node/info", field: "distance", others: /./, why: "a node stands on the path of its line" },
  {
    in: "/api/electricFence/v1.0",
    field: "ruleType",
    others: /limit_?speed|stop_?minutes/i,
    why: "a rule's own limits",
  },
  { in: "/api/paramsConfig/v1.0", field: "paramValue", others: /^spValue$/, why: "one value under two names" },
  { in: "/api/paramsConfig/v1.0", field: "spValue", others: /param_?value$/i, why: "one value under two names" },
  { in: "/api/bus/v1.0", field: "lineUuid", others: /^bus_line$/, why: "the days on each line are kept" },
  { in: "/api/line/file/version/audio/link", field: "order", others: /\.serial$/, why: "its name in the table" },
];

/** Fields that stay as another says, whatever is sent, each with the reason. */
const ruled: { in: RegExp; fields: string[]; why: string }[] = [
  { in: /^\/api\/dev\//, fields: ["terminalPhone"], why: "eleven digits stand with a 0 in front, as in a header" },
  { in: /^\/api\/person\//, fields: ["sex", "birthday"], why: "the number of the identity card says them" },
  {
    in: /^\/api\/(fence|electricFence)\/v1\.0$/,
    fields: ["lng", "lat", "radius", "coords", "width", "limitSpeed", "stopMinutes", "lineUuids", "busUuids"],
    why: "a shape and a rule have their own of them and none of another's, and all buses are no list",
  },
];

interface KeyedCall {
  key: string;
  /** What goes with the key. */
  beside?: Values;
  list(): Promise<Values[]>;
}

/** How a record is come by where the call's neighbour `list` answers none by itself. */
const finding: Record<string, () => Promise<KeyedCall>> = {
  async "/api/line/v1.0/standbyUpdate"() {
    const called = await good<{ staUuid: string }[]>("/api/line/v1.0/staListByLineUuid", { lineUuid, direction: 1 });
    const own = called.map(({ staUuid }) => staUuid);
    const { staUuid } = (await good<{ staUuid: string }[]>("/api/sta/v1.0/list")).find(
      (one) => !own.includes(one.staUuid),
    )!;
    const body = { lineUuid, direction: 1, staUuid, replacesUuid: own[1], remark: "备用" };
    await good("/api/line/v1.0/standbyAdd", body);
    return { key: "standbyUuid", beside: { lineUuid }, list: () => good("/api/line/v1.0/standbyList", { lineUuid }) };
  },
  "/api/line/classify/v1.0/update": () => listedBy("/api/line/classify/v1.0/classifyList", "classifySid"),
  "/api/line/file/info/update": () => listedBy("/api/line/file/info/list", "fileUuid", { state: 0 }),
  "/api/line/file/node/info/update": async () =>
    listedBy("/api/line/file/node/info/list", "nodeUuid", await draftOfFile()),
  "/api/line/file/node/txt/link/update": () => textOf("/api/line/file/node/txt/link"),
  "/node/txt/link/update": () => textOf("/node/txt/link"),
};

/** New records of rooms of which the demo city has none. */
const adding: Record<string, Values> = {
  "/api/change-package/v1.0": { packageNum: "GB1", packageName: "改线包", effectiveDay: day(3000), remark: "备注" },
  "/api/mavenProject/v1.0": { moduleName: "gai-module", productCode: "base", description: "模块" },
  "/api/updateLog/v1.0": { logVersion: "8.8", logDate: "2026-11-20", title: "发布", body: "内容" },
};

let person: Visitor;
let lineUuid: string;
beforeAll(async () => {
  person = await enter(await account({ isSuper: true }));
  const lines = await good<{ lineUuid: string; lineName: string }[]>("/api/line/v1.0/list");
  lineUuid = lines.find(({ lineName }) => lineName === demoNames.lines.first)!.lineUuid;
});

describe("an update changes the one field that it sends, and nothing beside it", () => {
  it("is what many calls are for", () => expect(updates.length).toBeGreaterThan(50));

  it.each(updates.filter((path) => !ofLists.includes(path)))("%s", async (path) => {
    const found = await (finding[path] ?? finding[singleOf(path)] ?? (() => listed(path)))();
    const { key, beside } = found;
    const all = await found.list();
    const value = fullest(all)[key] as string;
    const send = (body: Values) =>
      person.call(path, nameOf(path).endsWith("Batch") ? { list: [{ ...beside, ...body }] } : { ...beside, ...body });
    const changed: string[] = [];
    const surplus: string[] = [];
    const fields = Object.entries(fieldsOf(singleOf(path))).filter(
      ([name]) => ![key, ...instructions, ...Object.keys(beside ?? {})].includes(name),
    );
    const names = fields.map(([name]) => name);
    let before = await readAll(path, found, value, names);
    for (const [name, schema] of fields) {
      const present = before.fields[name] ?? null;
      for (const given of [...candidates(schema, present, all.map((one) => one[name]).slice(0, 5)), present]) {
        const { success } = await send({ [key]: value, [name]: given });
        if (!success) continue;
        const after = await readAll(path, found, value, names);
        surplus.push(...differences(path, name, before, after));
        if (!isSame(after.fields[name], present)) changed.push(name);
        else if (!isSame(given, present) && !isRuled(path, name))
          surplus.push(`${name} stayed, though ${JSON.stringify(given)} was taken`);
        before = after;
        break;
      }
    }
    expect(surplus.join("; ")).toBe("");
    expect(changed.length, `none of ${names.join(", ")} was changed`).toBeGreaterThan(0);
    const [name] = changed as [string];
    const again = before.fields[name];
    expect(await send({ [key]: nobody, [name]: again })).toMatchObject({ success: false });
    expect(await send({ [name]: again })).toMatchObject({ success: false, reason: "field" });
    expect(await found.list()).toHaveLength(all.length);
  });
});

it("a draft of a line keeps the direction that is not sent, and of one that is what is not sent of it", async () => {
  interface Direction {
    direction: number;
    stationList: { staUuid: string }[];
    path: [number, number][];
  }
  const read = async () => {
    const { directions } = await good<{ directions: Direction[] }>("/api/line/v1.0/getLineClassifyStationAndMap", {
      lineUuid,
    });
    return directions.map(({ direction, stationList, path }) => ({
      direction,
      path,
      stations: stationList.map(({ staUuid }) => staUuid),
    }));
  };
  const [up, down] = await read();
  expect([up!.path.length > 2, down!.path.length > 2, up!.stations.length > 2]).toEqual([true, true, true]);
  const path = up!.path.slice(1);
  await good("/api/line/v1.0/updateLineClassifyStationAndMap", { lineUuid, directions: [{ direction: 1, path }] });
  expect(await read()).toEqual([{ ...up, path }, down]);
  const stations = down!.stations.slice(0, -1);
  const stationList = stations.map((staUuid) => ({ staUuid }));
  await good("/api/line/v1.0/updateLineClassifyStationAndMap", {
    lineUuid,
    directions: [{ direction: 2, stationList }],
  });
  expect((await read()).map((one) => [one.direction, one.stations])).toEqual([
    [1, up!.stations],
    [2, stations],
  ]);
});

it("a list of kinds of clips says which there are, and keeps of each what is not sent of it", async () => {
  interface Kind {
    typeUuid: string;
    typeName: string;
    use: number;
    sort: number;
    isValid: boolean;
  }
  const save = (list: Partial<Kind>[]) => person.call<Kind[]>("/line-file-audio-type/updateBatch", { list });
  const named = (list: Kind[], typeName: string) => list.find((one) => one.typeName === typeName);
  const kinds = await good<Kind[]>("/line-file-audio-type/list");
  const keys = kinds.map(({ typeUuid }) => ({ typeUuid }));
  const made = await save([...keys, { typeName: "试验类型", use: 3, sort: 77, isValid: false }]);
  expect(made, made.message).toMatchObject({ success: true });
  const { typeUuid } = named(made.data, "试验类型")!;
  const changed = await save([...keys, { typeUuid, typeName: "改名类型" }]);
  expect(named(changed.data, "改名类型")).toMatchObject({ typeUuid, use: 3, sort: 77, isValid: false });
  expect(changed.data.filter((one) => one.typeUuid !== typeUuid)).toEqual(kinds);
  expect((await save([...keys, { typeUuid }, { typeName: kinds[0]!.typeName }])).errors).toMatchObject([
    { path: `list.${keys.length + 1}.typeName`, message: expect.stringContaining("重复") },
  ]);
  expect((await save([...keys, { typeUuid }, { sort: 1 }])).errors).toMatchObject([
    { path: `list.${keys.length + 1}.typeName` },
  ]);
  expect((await save(keys)).data).toEqual(kinds);
});

async function good<T>(path: string, body: object = {}): Promise<T> {
  const answer = await person.call<T>(path, body, apiCalls.get(path)!.method);
  expect(answer, path).toMatchObject({ success: true });
  return answer.data;
}

const listedBy = (path: string, key: string, filters: object = {}): Promise<KeyedCall> =>
  Promise.resolve({ key, list: () => good<Values[]>(path, filters) });

const draftOfFile = async () => {
  const [draft] = await good<{ fileUuid: string }[]>("/api/line/file/info/list", { state: 0 });
  return { fileUuid: draft!.fileUuid };
};

async function textOf(family: string): Promise<KeyedCall> {
  const filters = await draftOfFile();
  const [node] = await good<{ nodeUuid: string }[]>("/api/line/file/node/info/list", filters);
  await good(`${family}/add`, { nodeUuid: node!.nodeUuid, text: "显示文字" });
  return listedBy(`${family}/list`, "linkUuid", filters);
}

const singleOf = (path: string) => path.replace(/Batch$/, "");

/** The records of the call's family, by the key of its room or the one that the call asks for. */
async function listed(path: string): Promise<KeyedCall> {
  const family = familyOf(path);
  const room = rooms.find(({ calls }) =>
    calls.some(({ prefix, endpoints }) => prefix === family && "add" in endpoints),
  );
  const asked = requiredBy(singleOf(path)).filter((name) => isKey(fieldsOf(singleOf(path))[name]!));
  const key = room && asked.includes(room.room.key) ? room.room.key : asked[0]!;
  const list = async () =>
    apiCalls.has(`${family}/list`)
      ? good<Values[]>(`${family}/list`)
      : (await good<{ list: Values[] }>(`${family}/pageList`, { pageSize: 500 })).list;
  if ((await list()).length === 0) await good(`${family}/add`, { ...adding[family], ...(await homeFor(family)) });
  return { key, list };
}

async function homeFor(family: string): Promise<Values> {
  if (!requiredBy(`${family}/add`).includes("orgId")) return {};
  return { orgId: fullest(await good<Values[]>("/api/org/v1.0/list")).orgId };
}

const isNothing = (value: unknown) => value === null || value === undefined || (Array.isArray(value) && !value.length);
const fullest = (all: readonly Values[]) => {
  const filled = (one: Values) => Object.values(one).filter((value) => !isNothing(value)).length;
  return all.toSorted((one, other) => filled(other) - filled(one))[0]!;
};

const described = describeCalls() as {
  paths: Record<
    string,
    {
      post: {
        requestBody: {
          content: { "application/json": { schema: { properties: Record<string, Schema>; required?: string[] } } };
        };
      };
    }
  >;
};
const bodyOf = (path: string) => described.paths[path]!.post.requestBody.content["application/json"].schema;
const fieldsOf = (path: string) => bodyOf(path).properties;
const requiredBy = (path: string) => bodyOf(path).required ?? [];
const isKey = ({ pattern, anyOf = [] }: Schema): boolean => pattern?.includes("0-9a-f]{32}") || anyOf.some(isKey);

/** Values of a field's kind that are not the one it has, those of other records last. */
function candidates(schema: Schema, present: unknown, others: readonly unknown[]): unknown[] {
  const made = [...madeFor(schema, present), ...others].filter((value) => !isNothing(value) && !isSame(value, present));
  return made.filter((value, at) => made.findIndex((one) => isSame(one, value)) === at);
}

function madeFor(schema: Schema, present: unknown): unknown[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => madeFor(one, present));
  if (schema.enum) return schema.enum.slice(0, 4);
  if (isKey(schema)) return [];
  if (schema.format === "date") return [day(3000), "2020-06-01"];
  const { minimum = 0, maximum = 100 } = schema;
  switch ([schema.type].flat()[0]) {
    case "boolean":
      return [present !== true];
    case "integer":
    case "number": {
      const step = minimum < -1 ? 0.001 : 1;
      const near = typeof present === "number" ? [present + step, present - step] : [1, minimum];
      return near.filter((value) => value >= minimum && value <= maximum);
    }
    case "string":
      return ["改过的文字", "GAI1", "13800000001", ...(typeof present === "string" ? [`${present}1`] : [])];
    case "array":
      return Array.isArray(present) && present.length > 1 ? [present.slice(0, -1), present.toReversed()] : [];
    default:
      return [];
  }
}

interface All {
  /** The call's own fields as a person is shown them. */
  fields: Values;
  /** Everything kept under the key, by table. */
  rows: Map<string, Values[]>;
}

async function readAll(path: string, { key, list }: KeyedCall, value: string, names: readonly string[]): Promise<All> {
  const detail = `${familyOf(path)}/detail`;
  const shown = asksFor(detail, key)
    ? await good<Values>(detail, { [key]: value })
    : (await list()).find((one) => one[key] === value)!;
  return { fields: Object.fromEntries(names.map((name) => [name, shown[name]])), rows: await rowsUnder(key, value) };
}

function asksFor(path: string, key: string): boolean {
  const request = apiCalls.get(path)?.request;
  return request instanceof z.ZodObject && key in request.shape;
}

const isRuled = (path: string, name: string) =>
  ruled.some((one) => one.in.test(familyOf(path)) && one.fields.includes(name));

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const audited = ["version", "updated_at", "updated_by"];
const searched = ["pinyin", "initials", "search_grams", "name_order", "code_order"];
const derived = new Map(rooms.map(({ source: { kept } }) => [snake(kept.table), derivedOf(kept).map(snake)] as const));

async function rowsUnder(key: string, value: string): Promise<Map<string, Values[]>> {
  const under = new Map<string, Values[]>();
  for (const table of await tablesWith(snake(key))) {
    const { rows } = await sql<{ row: Values }>`
      select to_jsonb(one) as row from ${sql.table(table)} one where ${sql.ref(snake(key))}::text = ${value}
      order by one::text`.execute(db());
    if (rows.length > 0)
      under.set(
        table,
        rows.map(({ row }) => row),
      );
  }
  return under;
}

const tables = new Map<string, Promise<string[]>>();
function tablesWith(column: string): Promise<string[]> {
  const found =
    tables.get(column) ??
    sql<{ name: string }>`
      select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = ${column}`
      .execute(db())
      .then(({ rows }) => rows.map(({ name }) => name));
  tables.set(column, found);
  return found;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

function differences(path: string, sent: string, before: All, after: All): string[] {
  const found = Object.keys(before.fields).filter(
    (name) => name !== sent && !isSame(before.fields[name], after.fields[name]),
  );
  for (const [table, rows] of before.rows) {
    const now = after.rows.get(table) ?? [];
    if (rows.length === 1 && now.length === 1) {
      const ignored = [...audited, ...searched, ...(derived.get(table) ?? []), snake(sent)];
      for (const [column, value] of Object.entries(rows[0]!))
        if (!ignored.includes(column) && !isSame(value, now[0]![column])) found.push(`${table}.${column}`);
    } else if (!isSame(rows, now) && !Array.isArray(after.fields[sent])) found.push(table);
  }
  const known = following.filter((one) => one.in === familyOf(path) && one.field === sent);
  return found
    .filter((other) => !known.some(({ others }) => others.test(other)))
    .map((other) => `${sent} changed ${other}`);
}
