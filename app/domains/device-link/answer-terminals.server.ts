import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { BrokenOff } from "~/kit/ground/broken-off";
import { log } from "~/kit/ground/log.server";
import { Problem } from "~/kit/ground/problem";
import { inEnvelope } from "~/kit/page/http/api.server";
import { parseBody } from "~/kit/page/http/body.server";
import { checkInput } from "~/kit/page/http/check-input";
import { fault, refused } from "~/kit/page/http/envelope";
import { linkApi } from "./api.server";
import { type LinkCaller, retryAfterSeconds } from "./authenticate.server";
import { openDownload } from "./download.server";
import { type Saying, sayings } from "./sayings.server";

type TerminalRequest = [request: IncomingMessage, response: ServerResponse, caller: LinkCaller];

const ways = new Map<string, (...asked: TerminalRequest) => Promise<void>>([
  ...Object.entries(sayings).map(
    ([name, said]) => [`POST ${linkApi.prefix}/${name}`, (...asked: TerminalRequest) => hear(said, ...asked)] as const,
  ),
  [`GET ${linkApi.prefix}/download`, hand],
]);
const [largestBody, slowestMs, stalledMs] = [64_000, 15_000, 60_000];

/** Answers what terminals say and fetch without what pages need: thousands come each second, and their files are as large as the wire is fast. False where it is another's request. */
export function answerTerminal(
  request: IncomingMessage,
  response: ServerResponse,
  from: Omit<LinkCaller, "headers">,
): boolean {
  const way = ways.get(`${request.method} ${request.url!.split("?", 1)[0]}`);
  if (!way) return false;
  const headers = { get: (name: string) => (request.headers[name] as string | undefined) ?? null };
  way(request, response, { ...from, headers }).catch((error: unknown) => {
    const isOurs = !response.destroyed && !response.headersSent;
    if (!isOurs) return response.destroy();
    log.error({ err: error, requestId: from.requestId }, "a terminal could not be answered");
    send(response, 500, JSON.stringify(fault(from.requestId)));
  });
  return true;
}

async function hear(said: Saying, ...[request, response, caller]: TerminalRequest): Promise<void> {
  const text = await readBody(request, response);
  if (text === undefined) return;
  const call = { path: request.url!, reply: said.reply };
  const answered = await inEnvelope(() => said.answer(caller, checkInput(said, parseBody(text))), call, caller);
  if (answered instanceof Response) send(response, answered.status, await answered.text());
  else send(response, answered.status ?? 200, JSON.stringify(answered.envelope));
}

async function hand(...[request, response, caller]: TerminalRequest): Promise<void> {
  const ticket = new URL(request.url!, "http://terminal").searchParams.get("ticket")?.slice(0, 64);
  const opened = await openDownload(caller, ticket);
  if ("refused" in opened)
    return send(response, opened.status, JSON.stringify(refused(new Problem("forbidden", opened.refused))));
  response.writeHead(opened.status, opened.headers);
  response.setTimeout(stalledMs, () => response.destroy());
  return pipeline(opened.stream, response);
}

function send(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    ...(status === 429 && { "Retry-After": retryAfterSeconds }),
  });
  response.end(text);
}

/** Undefined where it was too long and has been refused; throws where the client has broken off or is too slow. */
function readBody(request: IncomingMessage, response: ServerResponse): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    const late = setTimeout(() => response.destroy(), slowestMs);
    const take = (piece: Buffer) => {
      size += piece.length;
      if (size <= largestBody) return void pieces.push(piece);
      request.off("data", take);
      response.setHeader("Connection", "close");
      send(response, 413, JSON.stringify(refused(new Problem("field", "请求内容过长"))));
      resolve(undefined);
    };
    request.on("data", take);
    request.once("end", () => {
      clearTimeout(late);
      resolve(pieces.length === 1 ? pieces[0]!.toString() : Buffer.concat(pieces).toString());
    });
    request.once("close", () => {
      clearTimeout(late);
      if (!request.readableEnded) reject(new BrokenOff());
    });
  });
}
