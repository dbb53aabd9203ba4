import { z } from "zod";
import { meaningOf } from "~/kit/page/forms/rules";
import type { Endpoint } from "./api.server";
import { blobTypes } from "./blob";
import { describeAsTyped } from "./as-typed.server";
import { type FieldTitles, nameFields } from "./name-fields";
import { nameFormats } from "./reply-formats";

type Json = Record<string, unknown>;

interface About {
  title: string;
  /** What a call does, in a few words. */
  summaryOf(path: string): string;
  /** What the numbers of a field mean where its schema does not say it. */
  numbersAt(path: string, name: string): readonly { value: number; label: string }[] | undefined;
  titles: FieldTitles;
}

/** The calls for programs, OpenAPI 3.1. */
export function openApiDocument(
  calls: ReadonlyMap<string, Endpoint>,
  { title, summaryOf, numbersAt, titles }: About,
): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = { FieldError: fieldError };
  for (const [path, call] of [...calls].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const described = { summary: summaryOf(path), ...operation(path, call, schemas) };
    nameNumbers(described, (name) => numbersAt(path, name));
    paths[path] = { [call.method.toLowerCase()]: described };
  }
  nameFields(paths, titles);
  return {
    openapi: "3.1.0",
    info: {
      title,
      version: "1",
      description:
        "业务拒绝一律为 HTTP 200、code 400，并在 reason 中说明原因；errors 中带 confirm 的是提醒，确认后在请求中加 confirmed: [该词] 再次提交；令牌无效为 10111，登录已过期为 10200。" +
        "返回文件的接口，文件为 Excel 或 audio，其余（zip、csv 等）为 application/octet-stream；拒绝时仍返回 JSON 信封。" +
        '选填的字段给 ""、null 或不给，意思相同。编号选项的含义在 description 中，x-enum-names 与 enum 逐项对应。' +
        "头像 GET /avatar/{userId} 也接受令牌。",
    },
    components: {
      securitySchemes: {
        token: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "登录返回的 token，可带 Bearer 前缀",
        },
      },
      schemas,
    },
    paths,
  };
}

function operation(path: string, { method, permission, request, reply }: Endpoint, schemas: Json): Json {
  const open = permission === "public";
  const files = blobTypes(reply);
  const answer = files ? { type: "null" } : jsonSchema(reply, "output", schemas);
  nameFormats(answer);
  return {
    operationId: path.slice(1).replace(/[^\w]+/g, "_"),
    tags: [path.split("/").slice(0, -1).join("/") || path],
    "x-permission": permission,
    security: open ? [] : [{ token: [] }],
    ...(method === "GET"
      ? { parameters: queryParameters(request, schemas) }
      : { requestBody: { content: { "application/json": { schema: jsonSchema(request, "input", schemas) } } } }),
    responses: {
      200: {
        description: files ? "文件，或在信封中说明拒绝的原因" : "操作成功，或在信封中说明拒绝的原因",
        content: { ...filesOf(files ?? []), "application/json": { schema: envelopeOf(answer) } },
        ...(files && { headers: nameOfFile }),
      },
    },
  };
}

const filesOf = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: "string", format: "binary" } }]));

const nameOfFile = {
  "Content-Disposition": { description: "文件名在 filename* 中，按 UTF-8 编码", schema: { type: "string" } },
};

const fieldError = {
  type: "object",
  properties: {
    path: { type: "string" },
    message: { type: "string" },
    row: { type: "integer" },
    confirm: { type: "string" },
  },
  required: ["path", "message"],
};

function envelopeOf(data: Json): Json {
  return {
    type: "object",
    required: ["success", "code", "message", "data"],
    properties: {
      success: { type: "boolean" },
      code: { type: "integer", enum: [200, 400, 500, 10111, 10200] },
      message: { type: "string" },
      data: data.type === "null" ? data : { anyOf: [data, { type: "null" }] },
      reason: { type: "string", enum: ["field", "stale", "missing", "used", "forbidden"] },
      errors: { type: "array", items: { $ref: "#/components/schemas/FieldError" } },
      ref: { type: "string" },
    },
  };
}

function queryParameters(request: z.ZodType, schemas: Json): Json[] {
  const { properties = {}, required = [] } = jsonSchema(request, "input", schemas) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

/** A schema as JSON Schema; the definitions of recursive ones go to the document's own schemas, where their references then lead. */
function jsonSchema(schema: z.ZodType, io: "input" | "output", schemas: Json): Json {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    reused: "inline",
    override({ zodSchema, jsonSchema }) {
      if (io === "input") describeAsTyped(zodSchema, jsonSchema as Json);
      else if (zodSchema._zod.def.type === "date") Object.assign(jsonSchema, { type: "string", format: "date-time" });
    },
  }) as Json;
  const prefix = `Tree${Object.keys(schemas).length}`;
  const { $defs = {}, ...plain } = JSON.parse(
    JSON.stringify(made).replaceAll('"#/$defs/', `"#/components/schemas/${prefix}`),
  ) as Json & { $defs?: Json };
  for (const [name, definition] of Object.entries($defs)) schemas[prefix + name] = definition;
  return plain;
}

/** An enum that may be null holds null itself. */
function allowNull(json: Json): void {
  const { type, enum: values } = json;
  if (Array.isArray(type) && type.includes("null") && Array.isArray(values) && !values.includes(null))
    json.enum = [...(values as unknown[]), null];
}

/** Of a list of numbers its items are one of these, not the list. */
function countItems(json: Json): void {
  const { type, enum: numbers, "x-enum-names": names, items } = json;
  if (type !== "array" || !numbers || typeof items !== "object") return;
  Object.assign(items as Json, { enum: numbers, "x-enum-names": names });
  delete json.enum;
  delete json["x-enum-names"];
}

/** Gives the numbers in a description their meanings, by the names of their fields. */
function nameNumbers(json: unknown, numbersOf: (name: string) => ReturnType<About["numbersAt"]>, name = ""): void {
  if (typeof json !== "object" || json === null) return;
  const { type, enum: known, properties } = json as Json;
  const meaning = known === undefined && [type].flat().some((one) => /^(number|integer)$/.test(String(one)));
  const numbers = meaning ? numbersOf(name) : undefined;
  if (numbers) Object.assign(json, meaningOf(numbers));
  allowNull(json as Json);
  countItems(json as Json);
  for (const [key, value] of Object.entries(json))
    if (value === properties && properties)
      for (const [field, schema] of Object.entries(properties)) nameNumbers(schema, numbersOf, field);
    else nameNumbers(value, numbersOf, key === "schema" && "name" in json ? String(json.name) : name);
}
