import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import express from "express";
import { afterEach, describe, expect, it } from "vitest";
import { serveAssets } from "./assets.server";
import { isLong, limitRequests } from "./limits.server";
import { logRequests } from "./request-log.server";
import { contentSecurityPolicy, setSecurityHeaders } from "./security-headers.server";
import { OpenResponses } from "./open-responses.server";
import { refuseMalformedRequests } from "./well-formed.server";

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => void server.close().closeAllConnections()));

async function serve(listener: RequestListener): Promise<{ url: string; server: Server; traffic: OpenResponses }> {
  const server = createServer();
  const traffic = new OpenResponses(server);
  server.on("request", listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, traffic };
}

describe("headers", () => {
  it("give each page its own nonce and no way to leak a token", async () => {
    const app = express().use(
      setSecurityHeaders({ tileUrls: [], development: false }),
      (_request, response) => void response.send(response.locals.cspNonce),
    );
    const { url } = await serve(app);
    const [one, two] = await Promise.all([fetch(`${url}/x?token=secret`), fetch(`${url}/x`)]);
    expect(one.headers.get("referrer-policy")).toBe("no-referrer");
    expect(two.headers.get("referrer-policy")).toBe("same-origin");
    expect(two.headers.get("strict-transport-security")).toBeNull();
    const [nonce, other] = await Promise.all([one.text(), two.text()]);
    expect(nonce).not.toBe(other);
    expect(one.headers.get("content-security-policy")).toContain(`script-src 'self' 'nonce-${nonce}';`);
    expect(one.headers.get("content-security-policy")).not.toMatch(/script-src[^;]*unsafe/);
  });

  it("let pages load the configured tiles only", () => {
    const policy = contentSecurityPolicy("n", {
      tileUrls: ["https://{a-c}.tiles.example/{z}/{x}/{y}.png", "https://map.example/{z}/{x}/{y}"],
      development: false,
    });
    expect(policy).toContain("img-src 'self' data: blob: https://*.tiles.example https://map.example;");
    expect(contentSecurityPolicy("n", { tileUrls: ["/tiles/{z}/{x}/{y}"], development: false })).toContain(
      "img-src 'self' data: blob:;",
    );
  });
});

describe("requests", () => {
  const uploads = { inAll: 2, perAddress: 2 };

  it("are numbered here, or by a trusted proxy", async () => {
    const answer: express.RequestHandler = (_request, response) => void response.send("");
    const [own, trusting] = await Promise.all([
      serve(express().use(logRequests(false), answer)),
      serve(express().use(logRequests(true), answer)),
    ]);
    const ask = (url: string) =>
      fetch(url, { headers: { "X-Request-Id": "from-outside" } }).then((it) => it.headers.get("x-request-id"));
    expect(await ask(own.url)).toMatch(/^[0-9a-f-]{36}$/);
    expect(await ask(trusting.url)).toBe("from-outside");
  });

  it("lose forwarding headers that no proxy of ours has set", async () => {
    const { url } = await serve(
      express().use(refuseMalformedRequests(false), (request, response) => void response.json(request.headers)),
    );
    const seen: unknown = await fetch(url, {
      headers: { "X-Forwarded-Host": "evil.example", "X-Forwarded-For": "1.2.3.4" },
    }).then((it) => it.json());
    expect(seen).not.toHaveProperty("x-forwarded-host");
    expect(seen).not.toHaveProperty("x-forwarded-for");
  });

  it("end with 503 when they take too long, unless somebody who is signed in moves files", async () => {
    const app = express().use(
      limitRequests({ ordinaryMs: 100, longMs: 5000, uploadBytes: 1000, uploads }),
      (request, response) => {
        if (request.get("authorization")) (response.locals.admit as () => void)();
        setTimeout(() => response.headersSent || response.send("done"), 300);
      },
    );
    const { url } = await serve(app);
    const [page, call, stranger, long] = await Promise.all([
      fetch(`${url}/station`),
      fetch(`${url}/api/x/y`),
      fetch(`${url}/map/data-down-load/import`),
      fetch(`${url}/map/data-down-load/import`, { headers: { Authorization: "somebody" } }),
    ]);
    expect(page.status).toBe(503);
    expect(await page.text()).toContain("请稍后重试");
    expect(call.status).toBe(503);
    expect(await call.json()).toMatchObject({
      success: false,
      code: 500,
      message: expect.stringContaining("请稍后重试"),
    });
    expect(stranger.status).toBe(503);
    expect(await long.text()).toBe("done");
  });

  it("with a body that is too large are refused before it is read", async () => {
    const { url } = await serve(
      express().use(
        limitRequests({ ordinaryMs: 5000, longMs: 5000, uploadBytes: 1000, uploads }),
        (_request, response) => void response.send("done"),
      ),
    );
    const form = new FormData();
    form.set("file", new Blob(["x".repeat(2000)]));
    expect((await fetch(url, { method: "POST", body: form })).status).toBe(413);
  });

  it("with a body in chunks are refused once it is too large, and read where it is not", async () => {
    const read: number[] = [];
    const { url } = await serve(
      express().use(
        limitRequests({ ordinaryMs: 5000, longMs: 5000, uploadBytes: 1000, uploads }),
        (request, response) => {
          let bytes = 0;
          request.on("data", (chunk: Buffer) => (bytes += chunk.length));
          request.on("end", () => void response.send(String(read.push(bytes))));
          request.on("error", () => undefined);
        },
      ),
    );
    const post = (count: number) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(url, { method: "POST" }, (answer) => resolve(answer.resume().statusCode));
        sent.on("error", reject);
        // What is still being written when the answer is here may meet a closed connection.
        sent.on("socket", (socket) => socket.on("error", () => undefined));
        for (let chunk = 0; chunk < count; chunk++) sent.write(Buffer.alloc(100_000));
        sent.end();
      });
    expect(await post(3)).toBe(200);
    expect(read).toEqual([300_000]);
    expect(await post(60)).toBe(413);
    expect(read).toHaveLength(1);
  });

  it("are told apart by address and kind", () => {
    const get = (type?: string) => ({ path: "/station", get: () => type }) as unknown as Parameters<typeof isLong>[0];
    expect(isLong(get("multipart/form-data; boundary=x"))).toBe(true);
    expect(isLong(get("application/json"))).toBe(false);
  });
});

it("serves the packed form that the client takes", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "bus-assets-"));
  mkdirSync(path.join(folder, "assets"));
  const script = "console.log(1);".repeat(200);
  const file = path.join(folder, "assets", "a-1.js");
  writeFileSync(file, script);
  writeFileSync(`${file}.br`, brotliCompressSync(script));
  writeFileSync(`${file}.gz`, gzipSync(script));
  const { url } = await serve(express().use(serveAssets(folder)));
  for (const [accepted, encoding] of [
    ["gzip, deflate, br", "br"],
    ["gzip, deflate", "gzip"],
    ["identity", null],
    ["br;q=0, gzip", "gzip"],
  ] as const) {
    const answer = await fetch(`${url}/assets/a-1.js`, { headers: { "Accept-Encoding": accepted } });
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("cache-control")).toContain("immutable");
    expect(answer.headers.get("vary")).toContain("Accept-Encoding");
    expect(answer.headers.get("content-type")).toContain("javascript");
    expect(await answer.text()).toBe(script);
  }
  expect((await fetch(`${url}/assets/none.js`)).status).toBe(404);
  rmSync(folder, { recursive: true });
});

it("finishes the requests under way when it stops, and takes no more", async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const { url, traffic } = await serve((_request, response) => {
    arrive();
    setTimeout(() => response.end("done"), 300);
  });
  const underway = fetch(url).then((it) => it.text());
  await arrived;
  const ending = traffic.end(5000);
  await expect(fetch(url)).rejects.toThrow();
  expect(await underway).toBe("done");
  await ending;
});

it("cuts what does not finish", async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const { url, traffic } = await serve(() => arrive());
  const underway = fetch(url);
  const failure = expect(underway).rejects.toThrow();
  await arrived;
  await traffic.end(200);
  await failure;
});
