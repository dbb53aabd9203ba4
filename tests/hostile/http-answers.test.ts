import { connect } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkTokensFor } from "~/domains/device-link/queries.server";
import { db } from "~/kit/data/db/pool.server";
import { fleetNames } from "~/seed/demo-fleet";
import { passwords } from "../kit/passwords";
import { endStarted, start, type StartedServer } from "../kit/started";
import { type Keys, signedIn } from "../strangers/signed-in";

let url = "";
let planner: Keys;
let program: StartedServer;
beforeAll(async () => {
  ({ url } = await start({ TRUST_PROXY: "loopback", HSTS_SUBDOMAINS: "1" }, ["build/server.js"]));
  planner = await signedIn(url, "planner", passwords.demo);
  program = await start({ TOKEN_IN_ADDRESS: "0", LOG_LEVEL: "info" }, ["build/server.js"]);
});
afterAll(endStarted);

const overHttps = { "x-forwarded-proto": "https" };
const ask = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(url + path, { redirect: "manual", ...init, headers: { ...overHttps, ...init.headers } });

/** The session's cookie of a login over HTTPS. */
async function signIn(): Promise<string> {
  const body = new URLSearchParams({ userAccount: "planner", userPassword: passwords.demo });
  const answer = await ask("/login", { method: "POST", body, headers: { "sec-fetch-site": "same-origin" } });
  return answer.headers.getSetCookie().find((line) => line.includes("bus_session"))!;
}

/** Sends exactly these bytes and answers what came back. */
function sendRaw(text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let told = "";
    socket.setTimeout(5000, () => socket.destroy());
    socket.on("data", (chunk) => (told += chunk.toString("latin1")));
    socket.on("close", () => resolve(told));
    socket.on("error", reject);
  });
}

/** One of each kind of answer, over HTTPS. */
async function oneOfEach(): Promise<[string, Response][]> {
  const login = await ask("/login");
  const html = await login.text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? "";
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? "";
  const signed = { headers: { cookie: (await signIn()).split(";")[0]! } };
  const call = { method: "POST", body: "{}", headers: { authorization: planner.token } };
  const big = { method: "POST", body: "x".repeat(4_100_000), headers: { "sec-fetch-site": "same-origin" } };
  const long = JSON.stringify({ deviceNo: "x".repeat(20_000) });
  return [
    ["a page", login],
    ["a redirect", await ask("/line/line-management")],
    ["a script", await ask(script)],
    ["a stylesheet", await ask(style)],
    ["an icon", await ask("/favicon.svg")],
    ["no such asset", await ask("/assets/none.js")],
    ["no such page", await ask("/no/such/page", signed)],
    ["a list's file", await ask("/station/station-management/export", signed)],
    ["a page's data", await ask("/line/line-management.data", signed)],
    ["a call", await ask("/api/sta/v1.0/pageList", call)],
    ["a call refused", await ask("/api/sta/v1.0/pageList", { method: "POST", body: "{}" })],
    ["no such call", await ask("/api/no/such/call", call)],
    ["the calls' description", await ask("/api/openapi.json", { headers: call.headers })],
    ["the health", await ask("/healthz")],
    ["a foreign post", await ask("/login", { method: "POST", body: "", headers: { "sec-fetch-site": "cross-site" } })],
    ["a body too large", await ask("/login", big)],
    ["what a terminal says", await ask("/api/device-link/v1.0/poll", { method: "POST", body: "{}" })],
    ["what a terminal says at length", await ask("/api/device-link/v1.0/poll", { method: "POST", body: long })],
    ["what a terminal fetches", await ask("/api/device-link/v1.0/download?ticket=none")],
    ["a method that is not taken", await ask("/login", { method: "DELETE" })],
  ];
}

describe("every answer", () => {
  let answers: [string, Response][];
  beforeAll(async () => {
    answers = await oneOfEach();
  });
  const each = <T>(tell: (answer: Response) => T) => answers.map(([name, answer]) => [name, tell(answer)]);
  const named = <T>(value: T) => answers.map(([name]) => [name, value]);

  it("is there, with the status that was to be expected", () =>
    expect(each(({ status }) => status).map(([, status]) => status)).toEqual([
      200, 303, 200, 200, 200, 404, 404, 200, 200, 200, 200, 404, 200, 200, 403, 413, 200, 200, 403, 405,
    ]));

  it("over HTTPS keeps browsers to HTTPS for a year, hosts below included where that is set", () =>
    expect(each(({ headers }) => headers.get("strict-transport-security"))).toEqual(
      named("max-age=31536000; includeSubDomains"),
    ));

  it("has its type said, with the letters' encoding, and not to be guessed", () => {
    for (const [name, { headers }] of answers)
      expect([name, headers.get("x-content-type-options")]).toEqual([name, expect.stringMatching(/^nosniff\b/)]);
    const types = answers
      .filter(([, { status }]) => status !== 303)
      .map(([name, { headers }]) => [name, headers.get("content-type")] as const);
    for (const [name, type] of types)
      expect([name, type]).toEqual([name, expect.stringMatching(/^[\w.+-]+\/[\w.+-]+/)]);
    const texts = types.filter(([, type]) => /^text\/|xml/.test(type ?? ""));
    expect(texts.length).toBeGreaterThan(5);
    for (const [name, type] of texts) expect([name, type]).toEqual([name, expect.stringMatching(/charset=utf-8/i)]);
  });

  it("has a policy without plugins and another base, and is framed by nobody else", () => {
    for (const [name, { headers }] of answers) {
      const policy = headers.get("content-security-policy") ?? "";
      for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'none'"])
        expect([name, policy]).toEqual([name, expect.stringContaining(part)]);
      expect([name, policy]).toEqual([name, expect.stringMatching(/frame-ancestors '(self|none)'/)]);
    }
  });

  it("lets no other origin read it", () => {
    expect(each(({ headers }) => headers.get("access-control-allow-origin"))).toEqual(named(null));
    expect(each(({ headers }) => headers.get("cross-origin-resource-policy"))).toEqual(named("same-origin"));
  });

  it("says nothing of what it is made by", () => {
    for (const name of ["server", "x-powered-by"])
      expect(each(({ headers }) => headers.get(name))).toEqual(named(null));
  });

  it("tells no other site where a person was", () => {
    const pages = answers.filter(([, { headers }]) => headers.get("content-type")?.startsWith("text/html"));
    expect(pages.length).toBeGreaterThan(3);
    for (const [name, { headers }] of pages)
      expect([name, headers.get("referrer-policy")]).toEqual([name, "same-origin"]);
  });
});

it("every cookie over HTTPS is this host's alone, hidden from scripts and kept from other sites", async () => {
  const session = await signIn();
  const cookie = session.split(";")[0]!;
  const own = { "sec-fetch-site": "same-origin", cookie };
  const form = (fields: Record<string, string>) => ({
    method: "POST",
    body: new URLSearchParams(fields),
    headers: own,
  });
  const answers = await Promise.all([
    ask("/homepage?appCode=base&title=x", { headers: own }),
    ask("/sidebar", form({ state: "hidden" })),
    ask("/sidebar", form({ state: "collapsed" })),
    ask("/personal-settings", form({ theme: "blue" })),
    ask("/homepage?token=" + planner.token, { headers: own }),
  ]);
  const other = await signedIn(url, "clerk", passwords.demo);
  answers.push(await ask("/homepage?token=" + other.token, { headers: own }), await ask("/sign-out", form({})));
  const cookies = [session, ...answers.flatMap((answer) => answer.headers.getSetCookie())];
  const names = new Set(cookies.map((line) => line.split("=")[0]));
  for (const name of ["session", "pending", "app_code", "title", "sidebar", "sidebar_hidden"])
    expect([...names]).toContain(`__Host-bus_${name}`);
  for (const line of cookies) {
    expect(line).toMatch(/^__Host-bus_\w+=/);
    for (const part of ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"]) expect(line).toContain(part);
    expect(line).not.toMatch(/domain=/i);
    expect(line.length).toBeLessThan(4096);
  }
});

it("a request whose length is said in two ways, or not to be read, is refused at once", async () => {
  const head = "POST /login HTTP/1.1\r\nHost: bus.example\r\nSec-Fetch-Site: same-origin\r\n";
  const smuggled = "0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: bus.example\r\n\r\n";
  for (const lengths of [
    `Content-Length: ${smuggled.length}\r\nTransfer-Encoding: chunked\r\n`,
    "Content-Length: 5\r\nContent-Length: 6\r\n",
    "Transfer-Encoding: xchunked\r\nContent-Length: 5\r\n",
    "Transfer-Encoding: chunked, identity\r\n",
  ]) {
    const told = await sendRaw(`${head}${lengths}\r\n${smuggled}`);
    expect([lengths, told]).toEqual([lengths, expect.stringMatching(/^HTTP\/1\.1 400 /)]);
    expect(told.match(/HTTP\/1\.1/g)).toHaveLength(1);
  }
});

it("a method that nothing takes is refused, and a request is never sent back", async () => {
  for (const path of ["/login", "/api/sta/v1.0/pageList"])
    for (const method of ["TRACE", "TRACK", "PROPFIND", "DELETE", "OPTIONS"]) {
      const told = await sendRaw(
        `${method} ${path} HTTP/1.1\r\nHost: bus.example\r\nCookie: secret=echoed\r\nConnection: close\r\n\r\n`,
      );
      expect([path, method, told]).toEqual([path, method, expect.stringMatching(/^HTTP\/1\.1 40[05] /)]);
      expect(told).not.toContain("echoed");
    }
});

it("nothing beside pages, calls and built files is served: no folder, no source, no settings, no history", async () => {
  for (const path of [
    "/.git/HEAD",
    "/.git/config",
    "/.env",
    "/package.json",
    "/server.ts",
    "/build/server/index.js",
    "/data/secrets.json",
    "/assets/",
    "/assets",
    "/.vite/manifest.json",
    "/assets/../../package.json",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/app/root.tsx",
    "/node_modules/react/package.json",
  ]) {
    const told = await sendRaw(
      `GET ${path} HTTP/1.1\r\nHost: bus.example\r\nCookie: ${planner.cookie}\r\nConnection: close\r\n\r\n`,
    );
    expect([path, told.slice(0, 12)]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 40[34]$/)]);
  }
});

it("plain HTTP is answered as it is, never sent on to HTTPS, and promises nothing of it", async () => {
  const answer = await fetch(`${url}/api/sta/v1.0/pageList`, {
    method: "POST",
    body: "{}",
    headers: { authorization: planner.token },
    redirect: "manual",
  });
  expect([answer.status, answer.headers.get("strict-transport-security")]).toEqual([200, null]);
});

it("each line of the log is one JSON object with its time, whatever was sent; logins stand in it without passwords", async () => {
  const account = '编造\n{"level":60,"msg":"forged"}\u2028';
  const post = (body: Record<string, string>) =>
    fetch(`${program.url}/login`, {
      method: "POST",
      body: new URLSearchParams(body),
      headers: { "sec-fetch-site": "same-origin", "user-agent": 'a"b {"level":60}' },
      redirect: "manual",
    });
  await post({ userAccount: account, userPassword: "Bu-Dui-De-1" });
  const entered = await post({ userAccount: "planner", userPassword: passwords.demo });
  expect(entered.status).toBe(303);
  await fetch(`${program.url}/x%0A%7B%22level%22%3A60%7D?token=abc`, { redirect: "manual" });
  const lines = () => program.output().split("\n").filter(Boolean);
  await expect.poll(() => lines().filter((line) => line.includes("security event")).length).toBe(2);
  const logged = lines().filter((line) => !/^系统已启动|^演示|^账号/.test(line));
  const events = logged.map((line) => JSON.parse(line) as { msg: string; kind?: string; time: string; level: number });
  expect(events.filter(({ msg }) => msg === "security event").map(({ kind }) => kind)).toEqual([
    "login-failed",
    "login",
  ]);
  for (const { level, time } of events)
    expect([level < 60, time]).toEqual([true, expect.stringMatching(/^\d{4}-.*Z$/)]);
  for (const secret of ["Bu-Dui-De-1", passwords.demo, "token=abc"]) expect(program.output()).not.toContain(secret);
});

it("what a terminal asks is a line of the log where it is refused, under the number of its answer", async () => {
  const { token } = (await linkTokensFor([fleetNames.devices.ofFirstBus]))[0]!;
  const poll = async (secret: string) => {
    const answer = await fetch(`${program.url}/api/device-link/v1.0/poll`, {
      method: "POST",
      body: JSON.stringify({ deviceNo: fleetNames.devices.ofFirstBus, reported: [], free: 1 }),
      headers: { authorization: `Bearer ${secret}` },
    });
    expect((await answer.json()) as object).toHaveProperty("code");
    return answer.headers.get("x-request-id")!;
  };
  const [wrong, right] = [await poll("wrong"), await poll(token)];
  const lineOf = (id: string) =>
    program
      .output()
      .split("\n")
      .find((line) => line.includes(id) && line.includes('"msg":"request"'));
  await expect.poll(() => lineOf(wrong)).toMatch(/"path":"\/api\/device-link\/v1.0\/poll".*"address":"127\.0\.0\.1"/);
  expect(lineOf(right)).toBeUndefined();
});

it("a fault of ours stands in the log under the number that the page says, and the page says no more", async () => {
  const { cookie } = planner;
  await sql`alter table depot rename to depot_away`.execute(db());
  const page = await fetch(`${program.url}/parking/parking-management`, { headers: { cookie } });
  await sql`alter table depot_away rename to depot`.execute(db());
  const html = await page.text();
  const number = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(html)?.[0] ?? "none";
  expect([page.status, /depot_away|relation|at file:/.test(html)]).toEqual([500, false]);
  const lines = () =>
    program
      .output()
      .split("\n")
      .filter((line) => line.includes(number));
  await expect.poll(() => lines().some((line) => line.includes('"level":50') && line.includes("stack"))).toBe(true);
});

it("a token in an address opens nothing where the setting says so", async () => {
  const answer = await fetch(`${program.url}/homepage?token=${planner.token}`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/homepage"]);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(
    (await fetch(`${url}/homepage?token=${planner.token}`, { redirect: "manual" })).headers.getSetCookie(),
  ).toHaveLength(1);
});
