import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, type Envelope } from "../app/commands/api-client/client";
import { demoNames } from "~/seed/demo-city";
import { passwords } from "./database";
import { Visitor } from "./visit";

/** Calls whose types do not matter here. */
type AnyCalls = Record<
  string,
  {
    post: {
      requestBody?: { content: { "application/json": object } };
      responses: { 200: { content: { "application/json": { data: unknown } } } };
    };
  }
>;

/** A client at its place: what it showed and did, and a token that leaving forgets. */
function seat(
  address: string,
  more: { fetch?: typeof fetch; token?: string | null; answers?: () => Promise<void> } = {},
) {
  const seen: string[] = [];
  let token = more.token === undefined ? "token" : more.token;
  const client = createClient<AnyCalls>(["/api/my/getUserInfo", "/line-file"], {
    address,
    fetch: more.fetch,
    readToken: () => token,
    tell: async (message) => {
      seen.push(message);
      await more.answers?.();
    },
    leave: () => {
      token = null;
      seen.push("left");
    },
    reload: () => void seen.push("reloaded"),
  });
  const call = async (at: string, sent?: object) =>
    client.call(at, sent as never).catch((error: unknown) => ({ thrown: error }));
  const settled = async () => {
    await new Promise((done) => setTimeout(done, 20));
    return seen;
  };
  return { client, call, settled, setToken: (given: string) => (token = given) };
}

describe("towards a stand-in that answers what is asked of it", () => {
  let server: Server;
  let address: string;
  const asked: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ""}`);
      const url = new URL(request.url!, "http://127.0.0.1");
      const [status, code, type] = ["status", "code", "type"].map((name) => url.searchParams.get(name));
      if (type) return response.writeHead(Number(status ?? 200), { "content-type": type }).end("bytes");
      const success = (code ?? "200") === "200";
      response.writeHead(Number(status ?? 200), { "content-type": "application/json" });
      response.end(
        JSON.stringify({ success, code: Number(code ?? 200), message: "话", data: success ? { a: 1 } : null }),
      );
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  it("gives the data of a success, for 200, 206 and 304", async () => {
    const { call, settled } = seat(address);
    expect([await call("/x"), await call("/x?status=206")]).toEqual([{ a: 1 }, { a: 1 }]);
    expect(await settled()).toEqual([]);
    const notModified = new Response(null, { status: 304 });
    const cached = seat(address, { fetch: () => Promise.resolve(notModified) });
    expect(await cached.call("/x")).toBe(notModified);
  });

  it.each([400, 500])("hands %i to the caller, without a word", async (code) => {
    const { call, settled } = seat(address);
    expect(await call(`/x?code=${code}`)).toMatchObject({ thrown: { success: false, code, message: "话" } });
    expect(await settled()).toEqual([]);
  });

  it.each([10111, 1000])(
    "says that %i is a token that is not valid, and leaves once that is confirmed",
    async (code) => {
      let confirm = () => {};
      const { call, settled } = seat(address, { answers: () => new Promise((done) => (confirm = done)) });
      const [one, two] = await Promise.all([call(`/x?code=${code}`), call(`/x?code=${code}`)]);
      expect([one, two]).toMatchObject([{ thrown: { code } }, { thrown: { code } }]);
      expect(await settled()).toEqual([`响应失败，请重新登录（CODE：${code}，令牌无效）`]);
      confirm();
      expect(await settled()).toEqual([expect.any(String), "left"]);
    },
  );

  it("says that 10200 is a login that has expired, and leaves, but not for the logout itself", async () => {
    const { call, settled } = seat(address);
    await call("/x?code=10200");
    expect(await settled()).toEqual(["登录已过期,请重新登录", "left"]);
    const expired = () => Promise.resolve(Response.json({ success: false, code: 10200, message: "", data: null }));
    const leaving = seat(address, { fetch: expired });
    await leaving.call("/logout");
    expect(await leaving.settled()).toEqual(["登录已过期,请重新登录"]);
  });

  it("says nothing of 10222, and shows any other code with its message before it logs out", async () => {
    const silent = seat(address);
    expect(await silent.call("/x?code=10222")).toMatchObject({ thrown: { code: 10222 } });
    expect(await silent.settled()).toEqual([]);
    asked.length = 0;
    const { call, settled } = seat(address);
    expect(await call("/x?code=777")).toMatchObject({ thrown: { code: 777 } });
    await expect.poll(settled).toEqual(["777：话", "left"]);
    expect(asked).toEqual(["POST /x?code=777 token", "POST /logout token"]);
  });

  it.each([110, 111])("logs out at status %i and loads anew", async (status) => {
    const fake = (url: URL | string) =>
      Promise.resolve(
        String(url).endsWith("/logout")
          ? Response.json({ success: true, code: 200 })
          : ({ status, headers: new Headers() } as Response),
      );
    const { call, settled } = seat(address, { fetch: fake as typeof fetch });
    await call("/x");
    expect(await settled()).toEqual(["left", "reloaded"]);
  });

  it("shows status 500 and asks to log in again", async () => {
    const { call, settled } = seat(address);
    await call("/x?status=500&code=500");
    await expect.poll(settled).toEqual(["系统错误，请重新登录（500）", "left"]);
  });

  it.each([
    "application/vnd.ms-excel",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/pdf",
    "application/octet-stream",
    "audio/mpeg",
  ])("gives %s as it is", async (type) => {
    const answer = (await seat(address).call(`/line-file`, { type })) as unknown as Response;
    expect(await answer.text()).toBe("bytes");
  });

  it("gives what has no headers as it is, and waits 5,000 s", async () => {
    const bare = new Response("bare");
    bare.headers.delete("content-type");
    let limit: number | undefined;
    const own = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => own((limit = ms));
    const answer = await seat(address, { fetch: () => Promise.resolve(bare) }).call("/x");
    AbortSignal.timeout = own;
    expect([answer, limit]).toEqual([bare, 5_000_000]);
  });
});

it("works with the running program: logs in, reads, is told of errors, fetches a file and leaves", async () => {
  const person = new Visitor("192.0.2.77");
  const through = ((url: URL, init: RequestInit) =>
    person.send(url.pathname + url.search, {
      method: init.method,
      headers: init.headers as Record<string, string>,
      body: init.body as string,
    })) as unknown as typeof fetch;
  const { client, call, settled, setToken } = seat("http://127.0.0.1:3000", { fetch: through, token: null });
  const login = (await call("/api/base/login/login", {
    userAccount: "admin",
    userPassword: passwords.admin,
  })) as unknown as {
    token: string;
  };
  setToken(login.token);
  expect(await call("/api/my/getUserInfo")).toMatchObject({ userAccount: "admin" });
  const keys = await call("/api/line/v1.0/keysByCodes", { codes: [demoNames.lines.first] });
  expect(Object.keys(keys as object)).toEqual([demoNames.lines.first]);
  const refused = (await call("/api/sta/v1.0/add", { staName: "缺编号" })) as { thrown: Envelope };
  expect([refused.thrown.code, refused.thrown.errors!.map((one) => one.path)]).toEqual([
    400,
    ["staSelfCode", "lng", "lat"],
  ]);
  const template = (await call("/api/sys/excel/templateDownLoad", { templateCode: "station" })) as unknown as Response;
  expect(template.headers.get("content-type")).toMatch(/spreadsheetml/);
  expect(await settled()).toEqual([]);
  await client.logOut();
  setToken(login.token);
  expect(await call("/api/my/getUserInfo")).toMatchObject({ thrown: { code: 10200 } });
  expect(await settled()).toEqual(["left", "登录已过期,请重新登录", "left"]);
});

describe("the client that `npm run client` writes", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "bus-client-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("knows every call's fields and answers, and takes nothing else", () => {
    execFileSync(process.execPath, ["--import", "tsx", "app/commands/client.ts", folder], { stdio: "pipe" });
    cpSync("tests/api-client-sample.txt", path.join(folder, "sample.ts"));
    writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
    const program = ts.createProgram([path.join(folder, "sample.ts")], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    });
    const told = ts
      .getPreEmitDiagnostics(program)
      .map(
        ({ file, start, messageText }) =>
          `${path.basename(file?.fileName ?? "")}:${file?.getLineAndCharacterOfPosition(start ?? 0).line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
      );
    expect(told).toEqual([]);
  });
});
