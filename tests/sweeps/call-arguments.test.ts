import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { apiCalls } from "~/calls/calls.server";
import { today } from "~/kit/ground/time/today.server";
import { listSheets } from "~/kit/room/sheets/sheet-registry";
import "~/sheets.server";
import { account, enter } from "../kit/accounts";
import { given, listedAs, notYetAsked, prepare, special, type Values, withoutEffect } from "./call-bodies";
import { entriesOf } from "../kit/entries";
import { measured } from "../kit/real-data";
import type { Visitor } from "../kit/visit";

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minimum?: number;
}

const familyOf = (path: string) => path.slice(0, path.lastIndexOf("/"));

/** Calls that change nothing, under a permission that does not say so. */
const alsoReading: Record<string, string> = {
  "/api/my/getMenuList": "one's own menu",
  "/api/my/getButtonList": "one's own buttons",
  "/api/code/sys/info/list": "the choices of every form",
  "/api/weather/v1.0/list": "everyone's weather",
};

const paths = [...apiCalls]
  .filter(([path, { permission }]) => permission.endsWith(".read") || path in alsoReading)
  .map(([path]) => path);

interface Case {
  path: string;
  fields: Record<string, Schema>;
  required: string[];
  /** The family whose records tell values for the fields. */
  family: string;
}
const cases = paths
  .map((path) => ({ path, family: familyOf(path), ...argumentsOf(apiCalls.get(path)!.request) }))
  .filter(({ path, fields }) => Object.keys(fields).length > 0 && !notYetAsked.includes(path));

const exporting = "/api/sys/excel/exportBaseInfo";
const unheld = "无此字词";
const noKey = "f".repeat(32);
const [longAgo, farOff] = ["1990-01-01", "2090-01-01"];

const counts = { calls: 0, fields: 0, requests: 0 };
let person: Visitor;

beforeAll(async () => {
  person = await enter(await account({ isSuper: true }));
  await prepare(person);
  for (const { path, required } of cases) if (required.length === 0) learn(familyOf(path), (await ask(path, {})).body);
});
afterAll(() => measured("arguments of reading calls", counts));

describe("every argument of a call that reads changes some answer", () => {
  it("is asked of all but a few calls", () => {
    expect(notYetAsked.length).toBeLessThanOrEqual(5);
    const named = [...notYetAsked, ...Object.keys(given), ...Object.keys(special)];
    expect(named.filter((path) => !paths.includes(path))).toEqual([]);
    const places = [...paths, ...listSheets().map(({ templateCode }) => `${exporting} ${templateCode}`)];
    expect(withoutEffect.filter((rule) => !places.some((place) => rule.in.test(place)))).toEqual([]);
  });

  it.each(cases.map((one) => [one.path, one] as const))("%s", async (path, one) => {
    counts.calls += 1;
    const bodies = (await given[path]?.(person)) ?? [bodyOf(one)];
    expect(await idleOf(one, bodies)).toEqual(exceptedOf(path, one));
  });
});

describe("an empty argument is as one that is not given", () => {
  it.each(cases.map((one) => [one.path, one] as const))("%s", async (path, one) => {
    const [body] = (await given[path]?.(person)) ?? [bodyOf(one)];
    const optional = Object.keys(one.fields).filter((name) => !one.required.includes(name) && !(name in body!));
    const { restless } = await askBase(path, body!);
    const answers: string[] = [];
    for (const empty of [undefined, "", null]) {
      const answer = await ask(path, { ...Object.fromEntries(optional.map((name) => [name, empty])), ...body });
      answers.push(answer.refusal || textOf(answer, restless));
    }
    const [absent, ...others] = answers;
    expect(others).toEqual([absent, absent]);
  });
});

describe("every filter of an export changes some file", () => {
  it.each(listSheets().map((sheet) => [sheet.templateCode, sheet] as const))(
    "%s",
    async (templateCode, { filters }) => {
      const one = { path: exporting, family: listedAs[templateCode] ?? familyOf(exporting), ...argumentsOf(filters) };
      expect(await idleOf(one, [{ templateCode, format: "csv" }])).toEqual(
        exceptedOf(`${exporting} ${templateCode}`, one),
      );
    },
  );
});

/** The arguments on which no answer depends. */
async function idleOf(one: Case, bodies: readonly Values[]): Promise<string[]> {
  const idle: string[] = [];
  for (const [name, { enum: choices }] of Object.entries(one.fields)) {
    counts.fields += 1;
    if (name === "sortField" && choices) idle.push(...(await idleOrders(one.path, bodies[0]!, choices)));
    else if (!(await changesSome(one, bodies, name))) idle.push(name);
  }
  return idle.sort();
}

const exceptedOf = (place: string, { fields }: Case) =>
  withoutEffect
    .filter((rule) => rule.in.test(place))
    .flatMap((rule) => rule.fields)
    .filter((name) => name.split(" ")[0]! in fields)
    .sort();

async function changesSome({ path, family, fields }: Case, bodies: readonly Values[], name: string): Promise<boolean> {
  for (const body of bodies) {
    const more = Object.entries(besideOf(family, name)).filter(([one]) => one in fields);
    const base = { ...body, ...Object.fromEntries(more) };
    const before = await askBase(path, base);
    expect(before.refusal, `${path} ${JSON.stringify(base)}`).toBe("");
    for (const value of valuesOf({ path, family, name, schema: fields[name]! }, base, before.body)) {
      if (JSON.stringify(base[name]) === JSON.stringify(value)) continue;
      const after = await ask(path, { ...base, [name]: value });
      if (isTaken(after) && textOf(after, before.restless) !== before.text) return true;
    }
  }
  return false;
}

/** Columns by which a list stands no other way up than down. */
async function idleOrders(path: string, body: Values, columns: readonly unknown[]): Promise<string[]> {
  const idle: string[] = [];
  for (const sortField of columns) {
    const [up, down] = await Promise.all(
      ["asc", "desc"].map((sortOrder) => ask(path, { ...body, sortField, sortOrder, pageSize: 500 })),
    );
    if (textOf(up!, new Set()) === textOf(down!, new Set())) idle.push(`sortField ${String(sortField)}`);
  }
  return idle;
}

/** What a field says nothing without, the field itself with it where it is one of several. */
function besideOf(family: string, name: string): Values {
  const first = (one: string) => told(family, one)[0];
  const [lng, lat] = [first("lng"), first("lat")] as [number, number];
  if (["lng", "lat", "radius"].includes(name)) return { lng, lat, radius: 300 };
  if (/^(min|max)L/.test(name))
    return { minLng: lng - 0.01, maxLng: lng + 0.01, minLat: lat - 0.01, maxLat: lat + 0.01 };
  return { searchKey: { keyword: "1" }, pageNum: { pageSize: 1 } }[name] ?? {};
}

interface Answer {
  refusal: string;
  reason?: string;
  body: unknown;
}

/** A refusal of a value is no effect of it, but for a record that is not there. */
const isTaken = ({ refusal, reason }: Answer) => !refusal || reason === "missing";

async function ask(path: string, body: Values): Promise<Answer> {
  counts.requests += 1;
  const { method } = apiCalls.get(path)!;
  const query = method === "GET" ? `?${new URLSearchParams(body as Record<string, string>)}` : "";
  const answer = await person.send(path + query, {
    method,
    headers: { authorization: person.token!, "content-type": "application/json" },
    ...(method === "POST" && { body: JSON.stringify(body) }),
  });
  if (!/json/.test(answer.headers.get("content-type") ?? "") || answer.headers.has("content-disposition"))
    return { refusal: "", body: await fileIn(answer) };
  const told = (await answer.json()) as { success: boolean; message: string; reason?: string; data: unknown };
  return { refusal: told.success ? "" : JSON.stringify(told), reason: told.reason, body: told.data };
}

/** An archive by what is in it, since it says in bytes when it was packed; another file of which two are not alike by its size. */
async function fileIn(answer: Response): Promise<Values> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const content = isArchive(bytes)
    ? [...(await entriesOf(bytes))].map(([name, entry]) => [name, entry.toString("latin1")])
    : bytes.toString("latin1");
  return { named: answer.headers.get("content-disposition"), size: isArchive(bytes) || bytes.length, content };
}

const isArchive = (bytes: Buffer) => bytes.toString("latin1", 0, 2) === "PK";

interface Base extends Answer {
  text: string;
  /** Names of fields that two answers to the same question tell differently. */
  restless: ReadonlySet<string>;
}

const bases = new Map<string, Promise<Base>>();
function askBase(path: string, body: Values): Promise<Base> {
  const asked = path + JSON.stringify(body);
  const found =
    bases.get(asked) ??
    (async () => {
      const [one, other] = [await ask(path, body), await ask(path, body)];
      const restless = new Set(differing(one.body, other.body));
      return { ...one, restless, text: textOf(one, restless) };
    })();
  bases.set(asked, found);
  return found;
}

const textOf = ({ reason, body }: Answer, restless: ReadonlySet<string>) =>
  JSON.stringify([reason, body], (name, value: unknown) => (restless.has(name) ? undefined : value));

function differing(one: unknown, other: unknown, name = ""): string[] {
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  const isOpen = (value: unknown): value is Values => typeof value === "object" && value !== null;
  if (!isOpen(one) || !isOpen(other)) return [name];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
    differing(one[key], other[key], Array.isArray(one) ? name : key),
  );
}

/** The required fields with values of a record. */
function bodyOf({ fields, required, family }: Case): Values {
  const valueOf = (name: string) =>
    name === "codes"
      ? [unheld]
      : fields[name]!.type === "array"
        ? [told(family, name.replace(/s$/, ""))[0]]
        : told(family, name)[0];
  return Object.fromEntries(required.map((name) => [name, valueOf(name)]));
}

interface Argument {
  path: string;
  family: string;
  name: string;
  schema: Schema;
}

/** Values of which one should make a difference. */
function valuesOf({ path, family, name, schema }: Argument, base: Values, body: unknown): unknown[] {
  if (name === "pageNum") return [2];
  if (name === "pageSize") return [1];
  const own = special[path]?.[name];
  if (own) return own;
  if (name === "codes") return [wordsOf(family)];
  const present = base[name];
  const near =
    typeof present === "number" && name !== "direction" ? [present / 10, present + 0.0199, present - 0.0199] : [];
  return [...near, ...madeFor(schema), ...new Set([...namedIn(body, name), ...told(family, name)].slice(0, 4))];
}

function madeFor(schema: Schema): unknown[] {
  if (schema.anyOf) return schema.anyOf.flatMap(madeFor);
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum;
  if (isKey(schema)) return [noKey];
  if (schema.format === "date") return [longAgo, farOff, today()];
  const [type, ...others] = [schema.type].flat();
  if (others.length > 0) return [type, ...others].flatMap((one) => madeFor({ ...schema, type: one }));
  switch (type) {
    case "boolean":
      return [true, false];
    case "integer":
    case "number":
      return [0, 1, 2, 3].map((step) => Math.max(schema.minimum ?? 0, 0) + step);
    case "array":
      return madeFor(schema.items ?? {}).map((one) => [one]);
    case "object":
      return [Object.fromEntries((schema.required ?? []).map((name) => [name, madeFor(schema.properties![name]!)[0]]))];
    case "string":
      return schema.pattern ? ["ZZ99"] : [unheld, noKey];
    default:
      return [];
  }
}

const isKey = ({ pattern }: Schema) => pattern?.includes("0-9a-f]{32}") ?? false;

/** Values by the name of their field: what a call's family told before what others did. */
const known = new Map<string, Map<string, Set<unknown>>>();
function told(family: string, name: string): unknown[] {
  const families = [known.get(family), ...known.values()];
  return families.flatMap((one) => [...(one?.get(name) ?? [])]);
}

/** Among what a family's records say of themselves are their codes. */
const wordsOf = (family: string) =>
  [...(known.get(family)?.values() ?? [])]
    .flatMap((values) => [...values].slice(0, 5))
    .filter((value) => typeof value === "string" && value.length <= 32);

function learn(family: string, data: unknown): void {
  if (typeof data !== "object" || data === null) return;
  const values = known.get(family) ?? new Map<string, Set<unknown>>();
  known.set(family, values);
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === "object") learn(family, value);
    else if (value !== "") values.set(name, (values.get(name) ?? new Set()).add(value));
  }
}

function namedIn(data: unknown, wanted: string): unknown[] {
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) =>
    name === wanted && typeof value !== "object" ? [value] : namedIn(value, wanted),
  );
}

function argumentsOf(request: z.ZodType): Pick<Case, "fields" | "required"> {
  const schema = z.toJSONSchema(request, { io: "input", unrepresentable: "any" }) as Schema;
  const parts = [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const fields = Object.assign({}, ...parts.map(({ properties }) => properties)) as Record<string, Schema>;
  return { fields, required: parts.flatMap(({ required }) => required ?? []) };
}
