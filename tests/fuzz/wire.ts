import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";

/** One request as it goes over the wire. */
export interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** The address that it comes from, of those of this machine. */
  from?: string;
}

export interface WireAnswer {
  /** 0 where no answer came. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  ms: number;
  isHead: boolean;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const patience = 40_000;

/** Sends a request and reads the answer; a broken connection is told as status 0. */
export function send(url: string, { method, path, headers, body, from }: SentRequest): Promise<WireAnswer> {
  const began = performance.now();
  return new Promise((resolve) => {
    const tell = (status: number, text: string, told: WireAnswer["headers"] = {}) =>
      resolve({ status, text, headers: told, ms: Math.round(performance.now() - began), isHead: method === "HEAD" });
    const { hostname, port } = new URL(url);
    const length = body ? { "content-length": String(body.length) } : {};
    const options = { hostname, port, path, method, localAddress: from, headers: { ...length, ...headers }, agent };
    const asked = request({ ...options, timeout: patience }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", (error) => tell(0, error.message));
      answer.on("end", () => tell(answer.statusCode!, Buffer.concat(chunks).toString("utf8"), answer.headers));
    });
    asked.on("timeout", () => asked.destroy(new Error("no answer in time")));
    asked.on("error", (error) => tell(0, error.message));
    asked.end(body);
  });
}

/** What repeats a request by hand: the person's cookie or token is left out. */
export function repeatLine({ method, path, headers, body }: SentRequest): string {
  const shown = Object.entries(headers).filter(([name]) => !/^(cookie|authorization)$/i.test(name));
  const parts = [`curl -X ${method} '$URL${path}'`, ...shown.map(([name, value]) => `-H '${name}: ${value}'`)];
  const text =
    body && body.length <= 4000
      ? body.toString("utf8")
      : body && `${body.toString("utf8", 0, 300)}… (${body.length} bytes)`;
  return [...parts, ...(text === undefined ? [] : [`--data-binary ${JSON.stringify(text)}`])].join(" ");
}
