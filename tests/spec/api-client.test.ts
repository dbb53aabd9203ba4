import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { sql } from "kysely";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, type Envelope, type Surroundings } from "../../app/commands/api-client/client";
import { apiCalls } from "~/calls/calls.server";
import { describeCalls } from "~/calls/description.server";
import { makeTicket } from "~/domains/device-link/tickets.server";
import { endAll, seedFile, seedTask } from "~/domains/issue-tasks/deliveries/seed.sample";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { blobTypes } from "~/kit/page/http/blob";
import { demoNames } from "~/seed/demo-city";
import { demoTasks } from "~/seed/demo-tasks";
import { account, enter } from "../kit/accounts";
import { passwords } from "../kit/database";
import { entriesOf } from "../kit/entries";
import { visitor, Visitor } from "../kit/visit";

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

const sendThrough = (person: Visitor) =>
  ((url: URL, init: RequestInit) =>
    person.send(url.pathname + url.search, {
      method: init.method,
      headers: init.headers as Record<string, string>,
      body: init.body as string,
    })) as unknown as typeof fetch;

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
  const { client, call, settled, setToken } = seat("http://127.0.0.1:3000", {
    fetch: sendThrough(person),
    token: null,
  });
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
  expect((await template.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  expect(await settled()).toEqual([]);
  await client.logOut();
  setToken(login.token);
  expect(await call("/api/my/getUserInfo")).toMatchObject({ thrown: { code: 10200 } });
  expect(await settled()).toEqual(["left", "登录已过期,请重新登录", "left"]);
});

/** What to ask of a call that answers a file, and what comes. */
interface AskedCall {
  sent: object;
  name: string | undefined;
  begins: Buffer;
  /** Of who is no person, in place of a session's. */
  token?: null;
}

const workbook = { begins: Buffer.from("PK") };
const filesAsked: Record<string, (person: Visitor) => Promise<AskedCall[]>> = {
  "/api/sys/excel/templateDownLoad": () =>
    Promise.resolve([{ sent: { templateCode: "post" }, name: "岗位导入模板.xlsx", ...workbook }]),
  "/api/sys/excel/exportBaseInfo": () =>
    Promise.resolve([
      { sent: { templateCode: "post" }, name: `岗位 ${today()}.xlsx`, ...workbook },
      {
        sent: { templateCode: "post", format: "csv" },
        name: `岗位 ${today()}.csv`,
        begins: Buffer.from("\ufeff岗位编号"),
      },
    ]),
  "/api/line/gtfs/v1.0/export": () =>
    Promise.resolve([{ sent: { asOf: today() }, name: `线网_GTFS_${today()}.zip`, begins: Buffer.from("PK") }]),
  async "/api/line/file/audio/info/audio"(person) {
    const { data } = await person.call<{ audioUuid: string; fileName: string }[]>("/api/line/file/audio/info/list");
    const { audioUuid, fileName } = data.find((one) => one.fileName.endsWith(".wav"))!;
    return [{ sent: { audioUuid }, name: fileName, begins: Buffer.from("RIFF") }];
  },
  async "/api/line/file/info/downloadLineFile"(person) {
    const { data } = await person.call<Record<string, string>[]>("/api/line/file/info/list", { state: 1 });
    const { fileUuid, lineName, classifyName, fileVersion } = data[0]!;
    return [{ sent: { fileUuid }, name: `${lineName}-${classifyName}-${fileVersion}.zip`, begins: Buffer.from("PK") }];
  },
  async "/line-file-multi-task/downloadLineFile"(person) {
    const keyword = demoTasks.done;
    const { data } = await person.call<{ list: Record<string, string>[] }>("/line-file-multi-task/pageList", {
      keyword,
    });
    const { taskUuid, taskNum, taskName } = data.list[0]!;
    return [{ sent: { taskUuid }, name: `${taskNum}-${taskName}.zip`, begins: Buffer.from("PK") }];
  },
  async "/api/device-link/v1.0/download"() {
    const { rows } = await sql<{
      devUuid: string;
    }>`select dev_uuid from device where deleted_at is null limit 1`.execute(db());
    await endAll();
    const { details } = await seedTask(await seedFile(Buffer.from("给终端的文件")), [rows[0]!.devUuid]);
    await sql`update issue_detail set state = 1 where detail_uuid = ${details[0]!}`.execute(db());
    const ticket = await makeTicket(rows[0]!.devUuid, details[0]!, true);
    return [{ sent: { ticket }, name: undefined, begins: Buffer.from("给终端的文件"), token: null }];
  },
};

const nameOf = ({ headers }: Response) => {
  const name = /filename\*=UTF-8''([^;]*)/.exec(headers.get("content-disposition") ?? "")?.[1];
  return name && decodeURIComponent(name);
};

/** One after the other, each read before the next: two at once are too many. */
async function fetchAll(all: readonly AskedCall[], fetchOne: (asked: AskedCall) => Promise<Response>) {
  const fetched = [];
  for (const asked of all) {
    const answer = await fetchOne(asked);
    fetched.push({ asked, name: nameOf(answer), bytes: Buffer.from(await answer.arrayBuffer()) });
  }
  return fetched;
}

/** An archive says when it was packed. */
const contentOf = (file: Buffer) => (file.subarray(0, 2).toString() === "PK" ? entriesOf(file) : file);

const sendPlainly = (method: string, at: string, { sent, token }: { sent: object; token: string | null }) =>
  visitor().send(method === "GET" ? `${at}?${new URLSearchParams(sent as Record<string, string>)}` : at, {
    method,
    headers: { "content-type": "application/json", ...(token && { authorization: token }) },
    ...(method === "POST" && { body: JSON.stringify(sent) }),
  });

/** An answer as the specification's error catalogue treats it: given as it is, its data, or in words what becomes of the person. */
async function treatBySpecification(answer: Response): Promise<unknown> {
  if (![200, 206, 304].includes(answer.status)) return `status ${answer.status}`;
  const type = answer.headers.get("content-type");
  if (
    type === null ||
    /^application\/(vnd\.ms-excel|vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet|pdf|octet-stream)$|^audio\//.test(
      type,
    )
  )
    return answer;
  const { success, code, data } = (await answer.json().catch(() => ({}))) as Partial<Envelope>;
  if (success) return data;
  return code === 400 || code === 500 ? "rejected" : `logged out by ${type}`;
}

describe("the client that `npm run client` writes", () => {
  // Within the tree, where what is imported is compiled.
  mkdirSync(".cache", { recursive: true });
  const folder = mkdtempSync(path.resolve(".cache/bus-client-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeAll(() => {
    execFileSync(process.execPath, ["--import", "tsx", "app/commands/client.ts", folder], { stdio: "pipe" });
  });

  const files = [...apiCalls].flatMap(([at, { reply, method }]) => {
    const types = blobTypes(reply);
    return types ? [{ at, method, types }] : [];
  });

  it.each(files)("downloads what $at answers, as a client by the specification does", async ({ at, method, types }) => {
    const { connect } = (await import(path.join(folder, "index.ts"))) as {
      connect(surroundings: Surroundings): { call(at: string, sent: object): Promise<unknown> };
    };
    const person = await enter(await account({ isSuper: true }));
    const ask = filesAsked[at];
    if (!ask) throw new Error(`filesAsked of this test does not say how to ask ${at} for a file`);
    const content = describeCalls().paths as Record<
      string,
      Record<string, { responses: { 200: { content: object } } }>
    >;
    expect(content[at]![method.toLowerCase()]!.responses[200].content).toEqual({
      ...Object.fromEntries(types.map((type) => [type, { schema: { type: "string", format: "binary" } }])),
      "application/json": expect.any(Object),
    });
    const told: string[] = [];
    const client = (token: string | null) =>
      connect({
        address: "http://127.0.0.1:3000",
        readToken: () => token,
        tell: (message) => Promise.resolve(void told.push(message)),
        leave: () => told.push("left"),
        reload: () => told.push("reloaded"),
        fetch: sendThrough(person),
      });
    const typed = await fetchAll(
      await ask(person),
      ({ sent, token = person.token! }) => client(token).call(at, sent) as Promise<Response>,
    );
    const plain = await fetchAll(await ask(person), async ({ sent, token = person.token! }) => {
      const answer = await sendPlainly(method, at, { sent, token });
      expect(await treatBySpecification(answer)).toBe(answer);
      return answer;
    });
    expect(typed.map(({ name, bytes, asked }) => [name, bytes.subarray(0, asked.begins.length).toString()])).toEqual(
      typed.map(({ asked }) => [asked.name, asked.begins.toString()]),
    );
    for (const [place, { name, bytes }] of plain.entries()) {
      expect(name).toBe(typed[place]!.name);
      expect(await contentOf(bytes)).toEqual(await contentOf(typed[place]!.bytes));
    }
    expect(told).toEqual([]);
    if (apiCalls.get(at)!.permission !== "public")
      await expect(client(null).call(at, {})).rejects.toMatchObject({ code: 10111 });
  });

  it("knows every call's fields and answers, and takes nothing else", () => {
    cpSync("tests/spec/api-client-sample.txt", path.join(folder, "sample.ts"));
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
