import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { apiCalls } from "~/calls/calls.server";
import { openSession } from "~/kit/data/access/session.server";
import { db } from "~/kit/data/db/pool.server";
import { eachField } from "~/kit/page/http/name-fields";
import { permissionCodes } from "~/permissions";
import { account } from "../kit/accounts";
import { isLongRun } from "../kit/long-run";
import { api, visitor } from "../kit/visit";

/** Calls that need no session; everything else needs a token. */
const open = [
  "/api/base/login/login",
  "/api/base/login/captchaImage",
  "/api/base/login/getPublicKey",
  "/api/base/login/getLoginFailTimes",
  "/user/login",
  "/api/freeLogin/redeem",
  "/api/device-report/v1.0/report",
  "/api/device-link/v1.0/poll",
  "/api/device-link/v1.0/progress",
  "/api/device-link/v1.0/result",
  "/api/device-link/v1.0/download",
];

/** Calls that everyone signed in may use: about themselves, and the selectors that every room needs. */
const forEveryone = [
  "/user/logout",
  "/logout",
  "/api/my/getMenuList",
  "/api/my/getButtonList",
  "/api/my/getUserInfo",
  "/api/weather/v1.0/list",
  "/api/user/v1.0/changePassword",
  "/api/user/v1.0/confirmPassword",
  "/api/app/v1.0/appList",
  "/api/freeLogin",
  "/api/base-sys-param-info/getList",
  "/api/code/sys/info/list",
  "/api/sys-attachment-file/v1.0/unfinished",
  "/api/sys-attachment-file/v1.0/cancelUnfinished",
  "/api/common/v1.0/orgList",
  "/api/common/v1.0/generatePrimarykey",
];

/** Calls for imports of every door: each asks for the permission of its own door, as their own test holds. */
const ofDoors = (path: string) => path.startsWith("/api/import/v1.0/");

const calls = [...apiCalls].map(([path, call]) => ({ path, method: call.method, permission: call.permission, call }));

/** What stands before every call alike is asked of one of each prefix, method and kind of guard; of each when there is time. */
const guardOf = ({ path, method, permission }: (typeof calls)[number]) =>
  [method, path.split("/", 3).join("/"), /^(public|signed-in)$/.test(permission) ? permission : "coded"].join(" ");
const oneOfEachGuard = isLongRun ? calls : [...new Map(calls.map((one) => [guardOf(one), one])).values()];
const isClosed = ({ permission }: (typeof calls)[number]) => permission !== "public";
const closed = calls.filter(isClosed);

/** Whoever sends nonsense. */
let fool: string;
let anyone: string;
let everything: string;
let expired: string;

async function tokenOf(reach: Parameters<typeof account>[0]): Promise<string> {
  return sessionOf((await account(reach)).userId);
}

async function sessionOf(userId: string): Promise<string> {
  return (await openSession(db(), { userId, address: "test", userAgent: null })).token;
}

beforeAll(async () => {
  fool = (await account({ isSuper: true })).userId;
  anyone = await tokenOf({});
  everything = await tokenOf({ isSuper: true });
  expired = await tokenOf({ isSuper: true });
  const last = await db()
    .selectFrom("session")
    .select("sessionId")
    .orderBy("createdAt", "desc")
    .orderBy("sessionId", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  await db()
    .updateTable("session")
    .set({ expiresAt: new Date(0) })
    .where("sessionId", "=", last.sessionId)
    .execute();
});

describe("every call", () => {
  it("is there", () => expect(calls.length).toBeGreaterThan(40));

  it.each(calls)("$method $path is guarded by a permission that the program knows", ({ path, permission }) => {
    if (permission === "public") expect(open).toContain(path);
    else if (permission === "signed-in") expect(forEveryone.includes(path) || ofDoors(path)).toBe(true);
    else expect(permissionCodes.has(permission)).toBe(true);
  });

  it.each(calls)("$method $path can be described", ({ call }) => {
    for (const [schema, io] of [
      [call.request, "input"],
      [call.reply, "output"],
    ] as const)
      expect(() => z.toJSONSchema(schema, { io, unrepresentable: "any" })).not.toThrow();
  });

  it.each(oneOfEachGuard.filter(isClosed))(
    "$method $path refuses without a token, with a wrong one and with an expired one",
    async ({ path, method }) => {
      const token = { success: false, code: 10111, status: 200, data: null };
      expect(await api().call(path, {}, method)).toMatchObject(token);
      expect(await api("A".repeat(43)).call(path, {}, method)).toMatchObject(token);
      expect(await api(expired).call(path, {}, method)).toMatchObject({
        success: false,
        code: 10200,
        status: 200,
        message: "登录已过期,请重新登录",
      });
    },
  );

  it.each(closed.filter(({ permission }) => permission !== "signed-in"))(
    "$method $path refuses without its permission",
    async ({ path, method }) => {
      expect(await api(anyone).call(path, {}, method)).toMatchObject({
        status: 200,
        success: false,
        code: 400,
        reason: "forbidden",
      });
    },
  );

  it.each(oneOfEachGuard)("$method $path takes its own method only", async ({ path, method }) => {
    const answer = await api(everything).call(path, undefined, method === "GET" ? "POST" : "GET");
    expect(answer).toMatchObject({ status: 405, success: false, code: 400 });
  });

  it.each(oneOfEachGuard.filter(isClosed))(
    "$method $path does not take the page's cookie for a token",
    async ({ path, method }) => {
      const person = visitor();
      await person.get(`/login?token=${everything}`);
      const answer = await person.send(path, {
        method,
        headers: { "content-type": "application/json" },
        ...(method === "POST" && { body: "{}" }),
      });
      expect(await answer.json()).toMatchObject({ code: 10111 });
    },
  );

  it.each(calls.filter(({ method }) => method === "POST").map((one, at) => ({ ...one, at })))(
    "$path answers nonsense with a refusal, never with a fault",
    async ({ path, call, at }) => {
      let token = "";
      for (const body of nonsenseFor(call, at)) {
        // A session of its own, and one for each body where the call may end it.
        if (!token || path.endsWith("/logout")) token = await sessionOf(fool);
        const answer = await api(token).call(path, body);
        expect([body.slice(0, 40), answer.status, answer.code, answer.message]).toEqual([
          body.slice(0, 40),
          200,
          expect.toSatisfy((code) => code === 200 || code === 400),
          expect.any(String),
        ]);
        if (/^(\{|not json|\u0000|\[1,2)$/.test(body)) expect(answer).toMatchObject({ code: 400, reason: "field" });
      }
    },
  );

  it("answers an unknown path in the envelope too", async () => {
    expect(await api(everything).call("/api/no/such/call")).toMatchObject({
      status: 404,
      success: false,
      code: 400,
      reason: "missing",
    });
  });
});

it("the OpenAPI document names every call and refers to nothing that is not in it", async () => {
  const program = visitor();
  const ask = (token: string) => program.send("/api/openapi.json", { headers: { Authorization: token } });
  expect(await (await ask(await tokenOf({}))).json()).toMatchObject({ success: false, reason: "forbidden" });
  expect(await (await ask("unknown")).json()).toMatchObject({ code: 10111 });
  const document = (await (await ask(everything)).json()) as { paths: Record<string, Record<string, unknown>> };
  const bearer = `Bearer ${everything}`;
  expect(await (await ask(bearer)).json()).toEqual(document);
  expect(await api(bearer).call("/api/sta/v1.0/list", { keyword: "人民广场" })).toMatchObject({ success: true });
  expect(Object.keys(document.paths).sort()).toEqual(calls.map(({ path }) => path).sort());
  const refs = [...new Set([...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref!))];
  const lost = refs.filter(
    (ref) =>
      ref === "#" ||
      ref
        .slice(2)
        .split("/")
        .reduce<unknown>(
          (at, part) =>
            (at as Record<string, unknown> | undefined)?.[
              decodeURIComponent(part).replace(/~1/g, "/").replace(/~0/g, "~")
            ],
          document,
        ) === undefined,
  );
  expect(lost).toEqual([]);
  const bare = Object.entries(document.paths).filter(
    ([, methods]) => !/\p{Script=Han}/u.test(String((Object.values(methods)[0] as { summary?: string }).summary)),
  );
  expect(bare.map(([path]) => `app/calls/summaries.ts does not say what ${path} does`)).toEqual([]);
});

it("the OpenAPI document names numbered choices, and its patterns take what may be typed", async () => {
  const answer = await visitor().send("/api/openapi.json", { headers: { Authorization: everything } });
  const { paths } = (await answer.json()) as { paths: Record<string, { post: Described }> };
  const bodyOf = (path: string) => paths[path]!.post.requestBody.content["application/json"].schema.properties;
  const { busState, plateNum, vin } = bodyOf("/api/bus/v1.0/add");
  expect(busState).toMatchObject({
    title: "车辆状态",
    enum: [0, 10, 20, 100],
    "x-enum-names": ["正常", "维修", "扣车", "报废"],
  });
  expect([plateNum!.pattern, plateNum!["x-pattern-after-cleaning"]]).toEqual([undefined, expect.any(String)]);
  expect(JSON.stringify(vin)).not.toContain('"pattern"');
  expect(bodyOf("/api/sta/v1.0/pageList").sortField!.enum).toContain("staName");
  expect(bodyOf("/api/line/v1.0/add").lineType).toMatchObject({ enum: [1, 2], description: "1 上下行，2 环行" });
  const unnamed: string[] = [];
  const numbered = /^(state|busState|lineType|sortType|direction|staType|taskType|useType|devState|personState|event)$/;
  const walk = (json: unknown, at: string, name = ""): void => {
    if (typeof json !== "object" || json === null) return;
    const { type, enum: named, properties } = json as { type?: unknown; enum?: unknown; properties?: object };
    if (named === undefined && numbered.test(name) && /number|integer/.test(String(type)))
      unnamed.push(`${at} ${name}`);
    for (const [key, value] of Object.entries(json))
      if (value === properties && properties)
        for (const [field, schema] of Object.entries(properties)) walk(schema, at, field);
      else walk(value, at, key === "schema" ? String((json as { name?: string }).name ?? name) : name);
  };
  for (const [path, methods] of Object.entries(paths)) walk(methods, path);
  expect(unnamed.filter((one) => !one.startsWith("/api/device-link/"))).toEqual([]);
});

it("the OpenAPI document calls every field by a title, and tells moments and days", async () => {
  const answer = await visitor().send("/api/openapi.json", { headers: { Authorization: everything } });
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Operation>> };
  const untitled: string[] = [];
  const unformatted: string[] = [];
  for (const [path, methods] of Object.entries(paths))
    for (const { requestBody, parameters, responses } of Object.values(methods)) {
      eachField({ requestBody, parameters }, (name, { title }) => {
        if (!/\p{Script=Han}|^[A-Z]+$/u.test(String(title))) untitled.push(`${path} ${name}`);
      });
      eachField(responses[200].content["application/json"].schema.properties.data, (name, field) => {
        const texts = [field, ...((field.anyOf ?? []) as (typeof field)[])].filter(
          ({ type, enum: named }) => [type].flat().includes("string") && !named,
        );
        if (/[a-z](At|Date|Expire)$/.test(name) && texts.some(({ format }) => !/^date(-time)?$/.test(String(format))))
          unformatted.push(`${path} ${name}`);
      });
    }
  expect(untitled.map((one) => `no room and no word in app/calls/titles.ts says what is called ${one}`)).toEqual([]);
  expect(unformatted).toEqual([]);
  const bus = paths["/api/bus/v1.0/add"]!.post!;
  expect(bus.requestBody.content["application/json"].schema.properties).toMatchObject({
    busUuid: { title: "车辆主键" },
    remark: { title: "备注" },
  });
  expect(bus.responses[200].content["application/json"].schema.properties.data.anyOf[0]!.properties).toMatchObject({
    updatedAt: { format: "date-time", title: "更新时间" },
    registerDate: { anyOf: [{ format: "date" }, { type: "null" }] },
    orgName: { title: "所属机构" },
  });
});

interface Operation {
  requestBody: { content: { "application/json": { schema: { properties: object } } } };
  parameters?: unknown;
  responses: {
    200: { content: { "application/json": { schema: { properties: { data: { anyOf: { properties: object }[] } } } } } };
  };
}

interface Described {
  requestBody: { content: { "application/json": { schema: { properties: Record<string, Record<string, unknown>> } } } };
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = { value };
  return value;
}

/** Of the right kind, and beyond what the database can hold. */
const extremes = [3_000_000_000, -3_000_000_000, "0000-01-01", "9999-12-31", "\ud800", "constructor"];

const namesOf = ({ request }: (typeof calls)[number]["call"]) =>
  Object.keys(
    (z.toJSONSchema(request, { io: "input", unrepresentable: "any" }) as { properties?: object }).properties ?? {},
  );
const names = calls.flatMap(({ call }) => namesOf(call));

/** Bodies that no call is meant for: what is no JSON, and what is no object, is refused before a call is asked. */
const meantForNone = [
  "{",
  "not json",
  "\u0000",
  "[1,2",
  "null",
  "[]",
  '"text"',
  "7",
  "true",
  '{"__proto__":{"isSuper":true}}',
  JSON.stringify(nested(200)),
  JSON.stringify(odd(names)),
];

/** What only has a call's fields, and two of what no call is meant for; all of them when there is time. */
const nonsenseFor = (call: (typeof calls)[number]["call"], at: number) => {
  const [first = 0, second = 3] = [at, at + 3].map((place) => place % extremes.length);
  return [
    ...(isLongRun ? meantForNone : [at, at + 5].map((place) => meantForNone[place % meantForNone.length]!)),
    JSON.stringify(odd(namesOf(call))),
    ...(isLongRun ? extremes : [extremes[first], extremes[second], "\ud800"]).map((value) =>
      JSON.stringify(all(namesOf(call), value)),
    ),
  ];
};

/** Fields, each with a value of the wrong kind. */
function odd(names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name, place) => [name, [{}, [[]], "\u0000", -1e308, "x".repeat(5000)][place % 5]]),
  );
}

/** The same with one value for all. */
function all(names: readonly string[], value: unknown): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, value]));
}
