import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { log } from "~/kit/ground/log.server";
import { callsByPath, dispatch } from "~/kit/page/http/api.server";
import { fault } from "~/kit/page/http/envelope";
import { linkApi } from "./api.server";
import { openDownload } from "./download.server";

const calls = callsByPath([linkApi]);
const download = `${linkApi.prefix}/download`;
const [largestBody, slowestMs, stalledMs] = [64_000, 15_000, 60_000];

/** Answers calls of terminals without what pages need: thousands come each second, and their files are as large as the wire is fast. False where it is another's request. */
export function answerTerminal(request: IncomingMessage, response: ServerResponse, clientAddress: string): boolean {
  const path = request.url!.split("?", 1)[0]!;
  if (!calls.has(path)) return false;
  const requestId = randomUUID();
  void answer(path, request, response, { requestId, clientAddress }).catch((error: unknown) => {
    const isOurs = !response.destroyed && !response.headersSent;
    if (!isOurs) return response.destroy();
    log.error({ err: error, requestId }, "a terminal could not be answered");
    send(response, 500, JSON.stringify(fault(requestId)));
  });
  return true;
}

async function answer(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  from: { requestId: string; clientAddress: string },
) {
  const method = request.method ?? "GET";
  const late = setTimeout(() => response.destroy(), slowestMs);
  const body = method === "POST" ? await readBody(request, response) : undefined;
  clearTimeout(late);
  if (body === null) return;
  const asked = new Request(`http://terminal${request.url}`, { method, headers: headersOf(request), body });
  if (path === download && method === "GET") {
    const ticket = new URL(asked.url).searchParams.get("ticket")?.slice(0, 64);
    const opened = await openDownload({ request: asked, ...from }, ticket);
    if (!("refused" in opened)) {
      response.writeHead(opened.status, opened.headers);
      response.setTimeout(stalledMs, () => response.destroy());
      return pipeline(opened.stream, response);
    }
    return send(
      response,
      403,
      JSON.stringify({ success: false, code: 400, message: opened.refused, data: null, reason: "forbidden" }),
    );
  }
  const answered = await dispatch(calls, asked, from);
  send(response, answered.status, await answered.text());
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
  });
  response.end(text);
}

function headersOf({ headers }: IncomingMessage): Headers {
  const kept = new Headers();
  for (const name of ["authorization", "range", "if-range", "content-type"])
    if (headers[name]) kept.set(name, String(headers[name]));
  return kept;
}

/** Null where it was too long and has been refused. */
async function readBody(request: IncomingMessage, response: ServerResponse): Promise<string | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > largestBody) {
      response.setHeader("Connection", "close");
      send(
        response,
        413,
        JSON.stringify({ success: false, code: 400, message: "请求内容过长", data: null, reason: "field" }),
      );
      return null;
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
