import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { passwords } from "../kit/database";
import { endStarted, start, type StartedServer } from "../kit/started";
import { Connection } from "../strangers/connection";
import { type EarlyKind, earlyKinds, tryKinds } from "../strangers/early-answers";
import { hasProxy, type ProxyName, startProxy } from "../strangers/proxies";
import { type Keys, signedIn } from "../strangers/signed-in";

let program: StartedServer;
let planner: Keys;
let kinds: EarlyKind[];
beforeAll(async () => {
  program = await start({ LOG_LEVEL: "info", TRUST_PROXY: "loopback" });
  const keys = ["planner", "nobody"].map((account) => signedIn(program.url, account, passwords.demo));
  planner = await keys[0]!;
  kinds = earlyKinds({ planner, nobody: await keys[1]! });
});
const page = "/station/station-management/new";
const head = (method: string, path: string, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, "Host: bus.example", "Sec-Fetch-Site: same-origin", ...headers].join("\r\n");
afterAll(endStarted);

describe("an answer that comes before the body was read", () => {
  it("reaches its client and leaves the connection alive or ended, whatever was asked and sent", async () => {
    const outcomes = await tryKinds(program.url, kinds);
    expect(outcomes.length).toBeGreaterThan(50);
    expect(outcomes.filter(({ left }) => left === "dead")).toEqual([]);
    const small = kinds.filter(({ body, chunked }) => !chunked && body.length <= 1_000_000).map(({ name }) => name);
    expect(outcomes.filter(({ left, name }) => left === "closed" && small.includes(name))).toEqual([]);
    const statuses = new Set(outcomes.map(({ status }) => status));
    for (const status of [200, 303, 403, 404, 405, 413, 422]) expect(statuses).toContain(status);
  });

  it.each([
    [431, `/login?q=${"a".repeat(20_000)}`, "请求的地址或请求头过长"],
    [400, "/login HTTP/9 x", "请求不正确"],
  ])("says in words what is no request (%i)", async (status, path, words) => {
    const connection = await Connection.open(program.url);
    connection.write(`${head("GET", path)}\r\n\r\n`);
    const answer = await connection.answer(60_000);
    expect([answer?.status, answer?.text]).toEqual([status, expect.stringContaining(words)]);
    expect(await connection.endsWithin(60_000)).toBe(true);
    connection.destroy();
  });

  it("sends a stranger from a very long address to a login whose address can be asked for", async () => {
    const connection = await Connection.open(program.url);
    connection.write(`${head("GET", `/bus/bus-management?q=${"%E7".repeat(4500)}`)}\r\n\r\n`);
    const answer = await connection.answer(60_000);
    expect([answer?.status, answer?.headers.get("location")]).toEqual([303, "/login?to=%2Fbus%2Fbus-management"]);
    connection.destroy();
  });

  it.each(["/", "/station/station-management/export"])("refuses a post to %s in words", async (path) => {
    const connection = await Connection.open(program.url);
    connection.write(`${head("POST", path)}\r\nContent-Length: 0\r\n\r\n`);
    const answer = await connection.answer(60_000);
    expect([answer?.status, answer?.text]).toEqual([405, expect.stringContaining("这个地址只能查看，不能提交")]);
    connection.destroy();
  });

  it("ends a connection on which the rest of the body does not come", async () => {
    const connection = await Connection.open(program.url);
    connection.write(`${head("POST", page)}\r\nContent-Length: 200000\r\n\r\nbegun`);
    expect((await connection.answer(60_000))?.status).toBe(303);
    expect(await connection.endsWithin(60_000)).toBe(true);
    connection.destroy();
  });

  it("is read by a browser that sends on and on, and the connection then ends", async () => {
    const connection = await Connection.open(program.url);
    connection.write(
      `${head("POST", page, "Content-Type: multipart/form-data; boundary=b")}\r\nContent-Length: 100000000\r\n\r\n`,
    );
    const part = Buffer.alloc(1_000_000);
    for (let sent = 0; sent < 100; sent++) {
      connection.write(part);
      while (connection.socket.writableNeedDrain && !connection.socket.destroyed) await sleep(5);
    }
    expect(connection.fault).toBeUndefined();
    expect((await connection.answer(60_000))?.status).toBe(303);
    connection.destroy();
  });

  for (const name of ["haproxy", "nginx"] as ProxyName[]) {
    const here = hasProxy(name);
    if (!here) console.log(`skipped: early answers behind ${name}, which this machine does not have`);
    it.skipIf(!here)(`leaves no other person without an answer behind ${name}`, async () => {
      const proxy = await startProxy(name, program.url);
      try {
        const small = kinds.filter(({ body, chunked, head }) => body.length < 1_000_000 && !chunked && head.length > 3);
        const behind = await tryKinds(proxy.url, small);
        expect(behind.filter(({ status }) => !status || status > 499)).toEqual([]);
        const others = await Promise.all(
          Array.from({ length: 40 }, () =>
            fetch(`${proxy.url}/login`, { signal: AbortSignal.timeout(60_000) }).then(
              ({ status }) => status,
              () => "no answer",
            ),
          ),
        );
        expect(others.filter((status) => status !== 200)).toEqual([]);
      } finally {
        proxy.end();
      }
    });
  }
});

interface Line {
  level: number;
  msg: string;
  path?: string;
  status?: number;
  address?: string;
  user?: string;
}

describe("a client that breaks off", () => {
  it("leaves no error and no status of ours in the log, whenever it goes", async () => {
    const before = program.output().length;
    const cookie = `Cookie: ${planner.cookie}`;
    const call = "/api/sta/v1.0/add";
    const types = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "application/json"];
    const requests = [
      ...types.map((type) => head("POST", page, cookie, `Content-Type: ${type}`, "Content-Length: 5000")),
      ...types.map((type) =>
        head("POST", call, `Authorization: ${planner.token}`, `Content-Type: ${type}`, "Content-Length: 5000"),
      ),
      head("POST", "/personal-settings", cookie, `Content-Type: ${types[1]}`, "Content-Length: 5000000"),
      head("POST", "/login", `Content-Type: ${types[0]}`, "Content-Length: 5000"),
      head("GET", "/station/station-management", cookie),
      head("GET", "/station/station-management/export?format=csv", cookie),
      head("GET", "/homepage", cookie),
    ];
    for (const ms of [0, 3, 15, 60])
      await Promise.all(
        requests.map(async (request) => {
          const connection = await Connection.open(program.url);
          connection.write(
            `${request}\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`,
          );
          await sleep(ms);
          if (ms === 15) connection.socket.resetAndDestroy();
          else connection.destroy();
        }),
      );
    const said = () => {
      const whole = program.output().slice(before).split("\n").slice(0, -1);
      return whole.map((line) => JSON.parse(line) as Line);
    };
    await expect.poll(() => said().filter(({ status }) => status === 499).length).toBeGreaterThan(10);
    await sleep(1000);
    expect(said().filter(({ level, status = 0 }) => level > 30 || status >= 500)).toEqual([]);
    const off = said().filter(({ status }) => status === 499);
    // A connection that is reset before a busy program takes it in has no address: at most those of one round.
    expect(off.filter(({ address }) => !address).length).toBeLessThanOrEqual(requests.length);
    expect(off.filter(({ path, user }) => path !== "/login" && user !== "planner")).toEqual([]);
  });
});
