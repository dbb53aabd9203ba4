import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "./connection";
import type { Keys } from "./signed-in";

/** A request that is answered before its body is read. */
export interface EarlyKind {
  name: string;
  head: string[];
  body: Buffer;
  /** Sent in chunks, without its length. */
  chunked?: boolean;
}

/** One who may write stations, and one who may nothing. */
export interface People {
  planner: Keys;
  nobody: Keys;
}

const boundary = "----early";
const types = {
  urlencoded: "application/x-www-form-urlencoded",
  multipart: `multipart/form-data; boundary=${boundary}`,
  json: "application/json",
} as const;
type Type = keyof typeof types;

function bodyOf(type: Type, size: number): Buffer {
  const filling = "a".repeat(size);
  if (type === "urlencoded") return Buffer.from(`field=${filling}`);
  if (type === "json") return Buffer.from(JSON.stringify({ field: filling }));
  const disposition = 'Content-Disposition: form-data; name="file"; filename="a.bin"';
  return Buffer.from(`--${boundary}\r\n${disposition}\r\n\r\n${filling}\r\n--${boundary}--\r\n`);
}

const field = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n`;
const typed = Buffer.from(`${`${field}a\r\n`.repeat(300)}${field}${"a".repeat(6_000_000)}\r\n--${boundary}--\r\n`);
const noForm = Buffer.from(`--${boundary}\r\n${"a".repeat(6_000_000)}`);

const own = "Sec-Fetch-Site: same-origin";
const page = "/station/station-management/new";
const call = "/api/sta/v1.0/add";

/** Requests by what answers them; each is sent with three kinds of bodies. */
function causes(keys: People): [name: string, first: string, ...headers: string[]][] {
  const planner = `Cookie: ${keys.planner.cookie}`;
  const nobody = `Cookie: ${keys.nobody.cookie}`;
  return [
    ["page without session", `POST ${page}`, own],
    ["page without permission", `POST ${page}`, own, nobody],
    ["page that takes no post", "POST /search", own, planner],
    ["page from another site", `POST ${page}`, "Sec-Fetch-Site: cross-site", planner],
    ["page, wrong method", `PUT ${page}`, own, planner],
    ["page read with a body", "GET /login"],
    ["sign-out", "POST /sign-out", own],
    ["unknown address", "POST /nowhere", own],
    ["static file", "POST /favicon.svg", own],
    ["built file", "POST /assets/none.js", own],
    ["address that is none", "POST //[", own],
    ["health check", "GET /healthz"],
    ["call without token", `POST ${call}`],
    ["call without permission", `POST ${call}`, `Authorization: ${keys.nobody.token}`],
    ["call, wrong method", `PUT ${call}`, `Authorization: ${keys.planner.token}`],
    ["unknown call", "POST /api/nothing/here"],
  ];
}

/** About fifty kinds: each cause with each body, and those of a size that is refused. */
export function earlyKinds(keys: People): EarlyKind[] {
  const kind = (name: string, [first = "", ...headers]: string[], type: Type, size: number): EarlyKind => ({
    name: `${name}, ${type}`,
    head: [`${first} HTTP/1.1`, "Host: bus.example", `Content-Type: ${types[type]}`, ...headers],
    body: bodyOf(type, size),
  });
  const all = Object.keys(types) as Type[];
  const planner = [own, `Cookie: ${keys.planner.cookie}`];
  return [
    ...causes(keys).flatMap(([name, ...request]) => all.map((type) => kind(name, request, type, 200_000))),
    kind("page, too large", [`POST ${page}`, ...planner], "urlencoded", 5_000_000),
    kind("call, too large", [`POST ${call}`, `Authorization: ${keys.planner.token}`], "json", 5_000_000),
    kind("page, picture too large", ["POST /personal-settings", ...planner], "multipart", 9_000_000),
    ...(["urlencoded", "json"] as const).map((type) => ({
      ...kind("too large in chunks", [`POST ${type === "json" ? call : page}`, ...planner], type, 5_000_000),
      chunked: true,
    })),
    { ...kind("page without session in chunks", [`POST ${page}`, own], "urlencoded", 200_000), chunked: true },
    { ...kind("upload without session in chunks", [`POST ${page}`, own], "multipart", 2_000_000), chunked: true },
    {
      ...kind("upload with too much typed", ["POST /map/data-down-load/import", ...planner], "multipart", 0),
      body: typed,
    },
    { ...kind("upload that is none", ["POST /map/data-down-load/import", ...planner], "multipart", 0), body: noForm },
    kind("upload without session", ["POST /map/data-down-load/import", own], "multipart", 20_000_000),
  ];
}

export interface Outcome {
  name: string;
  status: number | undefined;
  /** What became of the connection: the next request on it was answered, it was ended after the answer, or neither. */
  left: "alive" | "closed" | "dead";
}

/** Sends a request of this kind, reads its answer, and asks for a page on the same connection. */
async function tryKind(url: string, { name, head, body, chunked }: EarlyKind): Promise<Outcome> {
  const connection = await Connection.open(url);
  try {
    const length = chunked ? "Transfer-Encoding: chunked" : `Content-Length: ${body.length}`;
    connection.write(`${[...head, length].join("\r\n")}\r\n\r\n`);
    const sending = send(connection, body, chunked ?? false);
    const answer = await connection.answer(10_000);
    if (!answer) return { name, status: undefined, left: "dead" };
    const { status } = answer;
    if (answer.headers.get("connection") === "close") {
      const ends = await connection.endsWithin(5000);
      return { name, status, left: ends && !connection.fault ? "closed" : "dead" };
    }
    await sending;
    connection.write("GET /login HTTP/1.1\r\nHost: bus.example\r\n\r\n");
    const next = await connection.answer(3000);
    return { name, status, left: next ? "alive" : "dead" };
  } finally {
    connection.destroy();
  }
}

/** In pieces with pauses, so that the answer comes while the body is still on its way. */
async function send(connection: Connection, body: Buffer, chunked: boolean): Promise<void> {
  const piece = Math.max(50_000, Math.ceil(body.length / 20));
  for (let at = 0; at < body.length && !connection.ended; at += piece) {
    const part = body.subarray(at, at + piece);
    if (chunked) connection.write(`${part.length.toString(16)}\r\n`);
    connection.write(part);
    if (chunked) connection.write("\r\n");
    await sleep(20);
  }
  if (chunked) connection.write("0\r\n\r\n");
}

/** All kinds, six at a time. */
export async function tryKinds(url: string, kinds: readonly EarlyKind[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < kinds.length; at += 6)
    outcomes.push(...(await Promise.all(kinds.slice(at, at + 6).map((kind) => tryKind(url, kind)))));
  return outcomes;
}
