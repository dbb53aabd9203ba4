import { isKey, type Known, type Row } from "./known";
import { keyPattern, oddFor, type Schema, schemaCheck, type Source, validObject, fits } from "./schema-values";
import { oddText, oddValue, raw, writeJson } from "./odd-values";
import type { Random } from "./random";
import { gzipSync } from "node:zlib";
import type { z } from "zod";

/** A call of the program's own document. */
export interface Call {
  path: string;
  method: string;
  prefix: string;
  request: Schema;
  reply: z.ZodType;
}

export interface Calls {
  calls: Call[];
  named: Record<string, Schema>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}
interface Operation {
  parameters?: { name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

export function readCalls(text: string): Calls {
  const { paths, components } = JSON.parse(text) as Document;
  const json = "application/json";
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      path,
      method: method.toUpperCase(),
      prefix: path.slice(0, path.lastIndexOf("/")),
      request: requestBody?.content[json]?.schema ?? {
        type: "object",
        properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
        required: parameters.filter(({ required }) => required).map(({ name }) => name),
      },
      reply: schemaCheck(responses["200"]!.content[json]!.schema, components.schemas),
    })),
  );
  return { calls, named: components.schemas };
}

/** A call may be asked in several ways, by one key or by many. */
export const waysOf = (request: Schema): Schema[] => request.anyOf ?? request.oneOf ?? [request];

/** A body that the call should take: of a living record where its room has one, as a new one where it adds. */
export function validBody({ path, prefix, request: asked }: Call, source: Source): unknown {
  const { random, known, named } = source;
  const request = random.pick(waysOf(asked));
  const body = validObject(request, source);
  const row = random.isTrue(0.8) ? known.row(prefix, random) : undefined;
  if (!row) return body;
  const { properties = {}, required = [] } = request;
  const isNew = /add$/i.test(path);
  const share = isNew ? random.pick([0, 0.4, 0.9]) : 0.9;
  for (const [name, schema] of Object.entries(properties)) {
    if (isNew && share === 0 && !required.includes(name)) delete body[name];
    if (name in row && (required.includes(name) || random.isTrue(share)) && fits(schema, row[name], named))
      body[name] = row[name];
  }
  if (isNew) renew(body, row, request, source);
  const own = Object.values(row).find(isKey);
  if (own && "ids" in body) body.ids = [own];
  return body;
}

/** A new record's own key and codes are its own. */
function renew(body: Row, row: Row, { properties = {}, required = [] }: Schema, { random, named }: Source): void {
  const own = Object.values(row).find(isKey);
  for (const [name, value] of Object.entries(body)) {
    const schema = properties[name] ?? {};
    if (name === "version" || (value === own && !required.includes(name))) delete body[name];
    else if (typeof value === "string" && schema.pattern !== keyPattern && !schema.enum && !schema.format) {
      const fresh =
        value.replace(/\d/g, () => String(random.whole(0, 9))) + (/\d\d/.test(value) ? "" : random.whole(0, 9999));
      if (fits(schema, fresh, named)) body[name] = fresh;
    }
  }
}

/** The same body with one or two places changed. */
export function mutateBody(
  body: unknown,
  schema: Schema,
  { random, known }: { random: Random; known: Known },
): unknown {
  const copy = structuredClone(body);
  for (let changes = random.isTrue(0.3) ? 2 : 1; changes > 0; changes--) {
    const { holder, name, schema: at } = pickPlace(copy, schema, random);
    if (holder === undefined) return oddValue(random);
    const how = random.next();
    if (how < 0.62) holder[name] = oddFor(at, random);
    else if (how < 0.7) holder[name] = known.anyKey(random);
    else if (how < 0.77) delete holder[name];
    else if (how < 0.82) holder[name] = null;
    else if (how < 0.87) holder[name] = [holder[name], holder[name]];
    else if (how < 0.92)
      holder[random.pick(["__proto__x", "constructor", "无此字段", "id", "orgId", "version"])] = oddValue(random);
    else if (how < 0.96)
      holder[name] = typeof holder[name] === "string" ? holder[name] + oddText(random) : String(holder[name]);
    else
      holder[name] = raw(
        `1,\\"${String(name)}\\":${JSON.stringify(JSON.stringify(holder[name] ?? null)).slice(1, -1)}`,
      );
  }
  return copy;
}

interface Place {
  holder?: Record<string | number, unknown>;
  name: string | number;
  schema?: Schema;
}

/** A field of the body, or one that it could have; now and then one further inside. */
function pickPlace(body: unknown, schema: Schema | undefined, random: Random): Place {
  if (typeof body !== "object" || body === null) return { name: "" };
  if (Array.isArray(body)) {
    if (body.length === 0) return { name: "" };
    const nth = random.whole(0, body.length - 1);
    const inner = pickPlace(body[nth], schema?.items, random);
    return inner.holder && random.isTrue(0.7) ? inner : { holder: body as never, name: nth, schema: schema?.items };
  }
  const names = [...new Set([...Object.keys(body), ...Object.keys(schema?.properties ?? {})])];
  if (names.length === 0) return { name: "" };
  const name = random.pick(names);
  const inner = pickPlace((body as Record<string, unknown>)[name], schema?.properties?.[name], random);
  const here = { holder: body as Record<string, unknown>, name, schema: schema?.properties?.[name] };
  return inner.holder && random.isTrue(0.6) ? inner : here;
}

interface Packed {
  headers: Record<string, string>;
  body: Buffer;
}

const json = { "content-type": "application/json" };

export const packJson = (value: unknown): Packed => ({ headers: json, body: Buffer.from(writeJson(value) ?? "") });

/** The body sent in a way that no program should. */
export function packOddly(value: unknown, random: Random): Packed {
  const text = writeJson(value) ?? "";
  const body = Buffer.from(text);
  const typed = (type: string, bytes: Buffer | string = body) => ({
    headers: { "content-type": type },
    body: Buffer.from(bytes),
  });
  return random.pick([
    () => ({ headers: json, body: Buffer.from(text.slice(0, -1)) }),
    () => ({
      headers: json,
      body: Buffer.from(random.pick(["", "null", "[]", '"a"', "7", "[[", "{}}", "\u0000", "nul"])),
    }),
    () => ({ headers: json, body: Buffer.from(`\ufeff${text}`) }),
    () => ({
      headers: json,
      body: Buffer.concat([Buffer.from('{"keyword":"'), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('"}')]),
    }),
    () => ({ headers: json, body: Buffer.from("[".repeat(100_000)) }),
    () => ({ headers: json, body: Buffer.from(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`) }),
    () => ({ headers: json, body: Buffer.from(`{"keyword":"${"长".repeat(random.pick([100_000, 1_500_000]))}"}`) }),
    () => ({ headers: { ...json, "content-encoding": random.pick(["gzip", "br", "x"]) }, body: gzipSync(body) }),
    () => typed("application/json; charset=utf-16", Buffer.from(text, "utf16le")),
    () =>
      typed(
        random.pick([
          "text/plain",
          "application/xml",
          "",
          "application/json; charset=gbk",
          "*/*",
          "multipart/form-data",
        ]),
      ),
    () => typed("application/x-www-form-urlencoded", "keyword=1&pageSize=2"),
    () =>
      typed(
        "multipart/form-data; boundary=b",
        `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${text}\r\n--b--\r\n`,
      ),
  ])();
}

/** A GET call's query. */
export function queryOf(body: unknown): string {
  if (typeof body !== "object" || body === null) return "";
  const pairs = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === "string" ? value : (writeJson(value) ?? ""),
  ]);
  return `?${new URLSearchParams(pairs as [string, string][]).toString().slice(0, 12_000)}`;
}
