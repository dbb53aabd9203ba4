import http from "node:http";
import { brotliDecompressSync } from "node:zlib";

/** A signed-in person's client: one connection kept open, brotli offered, the session's cookie sent. */
export interface Visitor {
  url: string;
  cookie: string;
  /** Anything but 200 is an error. */
  visit(path: string): Promise<Visit>;
  /** The same of a call with a JSON body. */
  call(path: string, body: object): Promise<Visit>;
}

export interface Visit {
  /** Milliseconds until the last byte. */
  ms: number;
  /** Milliseconds that its statements waited for the database, added up, as the answer itself tells; NaN where it does not. */
  databaseMs: number;
  html: () => string;
}

/** Signs in through the login form. */
export async function signIn(url: string, userAccount: string, userPassword: string): Promise<Visitor> {
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ userAccount, userPassword }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0]!)
    .find((one) => one.startsWith("bus_session="));
  if (!cookie) throw new Error(`signing in as ${userAccount} answered ${answer.status} without a session`);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let token: string | undefined;
  return {
    url,
    cookie,
    visit: (path) => ask(agent, url + path, { Cookie: cookie }),
    async call(path, body) {
      token ??= await tokenOf(url, userAccount, userPassword);
      const visit = await ask(agent, url + path, { Authorization: token }, JSON.stringify(body));
      const { success, msg } = JSON.parse(visit.html()) as { success: boolean; msg?: string };
      if (!success) throw new Error(`${path} answered ${msg}`);
      return visit;
    },
  };
}

async function tokenOf(url: string, userAccount: string, userPassword: string): Promise<string> {
  const answer = await fetch(`${url}/api/base/login/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ userAccount, userPassword }),
  });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

function ask(agent: http.Agent, url: string, who: Record<string, string>, body?: string): Promise<Visit> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const headers = {
      ...who,
      "Accept-Encoding": "br",
      ...(body === undefined ? { Accept: "text/html" } : { "Content-Type": "application/json" }),
    };
    const request = http.request(url, { agent, headers, method: body === undefined ? "GET" : "POST" }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.once("error", reject);
      answer.once("end", () => {
        const ms = performance.now() - began;
        if (answer.statusCode !== 200) return reject(new Error(`${url} answered ${answer.statusCode}`));
        const packed = Buffer.concat(parts);
        const timing = [answer.headers["server-timing"]].flat().join();
        resolve({
          ms,
          databaseMs: Number(/db;dur=([\d.]+)/.exec(timing)?.[1] ?? NaN),
          html: () => (answer.headers["content-encoding"] === "br" ? brotliDecompressSync(packed) : packed).toString(),
        });
      });
    });
    request.setTimeout(30_000, () => request.destroy(new Error(`${url} did not answer in 30 s`)));
    request.once("error", reject);
    request.end(body);
  });
}
