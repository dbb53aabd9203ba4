import http from "node:http";
import { brotliDecompressSync } from "node:zlib";

/** A signed-in person's client: one connection kept open, brotli offered, the session's cookie sent. */
export interface Visitor {
  url: string;
  cookie: string;
  /** Milliseconds until the last byte of a page; anything but 200 is an error. */
  visit(path: string): Promise<{ ms: number; html: () => string }>;
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
  return { url, cookie, visit: (path) => visit(agent, url + path, cookie) };
}

function visit(agent: http.Agent, url: string, cookie: string): Promise<{ ms: number; html: () => string }> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const request = http.get(
      url,
      { agent, headers: { Cookie: cookie, "Accept-Encoding": "br", Accept: "text/html" } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.once("error", reject);
        answer.once("end", () => {
          const ms = performance.now() - began;
          if (answer.statusCode !== 200) return reject(new Error(`${url} answered ${answer.statusCode}`));
          const body = Buffer.concat(parts);
          resolve({
            ms,
            html: () => (answer.headers["content-encoding"] === "br" ? brotliDecompressSync(body) : body).toString(),
          });
        });
      },
    );
    request.setTimeout(30_000, () => request.destroy(new Error(`${url} did not answer in 30 s`)));
    request.once("error", reject);
  });
}
