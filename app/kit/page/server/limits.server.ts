import type { Request, RequestHandler } from "express";
import { log } from "~/kit/ground/log.server";
import { sendPlainAnswer } from "./plain-answer.server";

export interface Limits {
  ordinaryMs: number;
  /** For imports, exports and uploads. */
  longMs: number;
  /** Largest multipart body, in bytes. */
  uploadBytes: number;
}

const largestForm = 4_000_000;

/** Ends a request that takes too long with 503 and refuses a body that is too large: before reading it where it says its length, else once it is too long. */
export function limitRequests({ ordinaryMs, longMs, uploadBytes }: Limits): RequestHandler {
  return (request, response, next) => {
    const most = isMultipart(request) ? uploadBytes : largestForm;
    if (Number(request.get("content-length") ?? 0) > most) {
      response.set("Connection", "close");
      return sendPlainAnswer(response, 413, `发送的内容超过 ${Math.floor(most / 1_000_000)} MB`);
    }
    countBody(request, most, () => {
      response.set("Connection", "close");
      sendPlainAnswer(response, 413, `发送的内容超过 ${Math.floor(most / 1_000_000)} MB`);
      response.once("finish", () => request.destroy());
    });
    const allowed = isLong(request) ? longMs : ordinaryMs;
    const timer = setTimeout(() => {
      log.warn(
        { requestId: response.locals.requestId as string, path: request.path, allowed },
        "request took too long",
      );
      response.set("Retry-After", "10").set("Connection", "close");
      sendPlainAnswer(response, 503, "系统繁忙，没有在规定时间内完成，请稍后重试");
    }, allowed);
    response.once("close", () => clearTimeout(timer));
    next();
  };
}

/** A body in chunks says no length: its bytes are counted as the parser hands them on, and nothing beyond the limit is kept. */
function countBody(request: Request, most: number, tooLarge: () => void): void {
  if (request.get("content-length") !== undefined) return;
  const push = request.push.bind(request);
  let bytes = 0;
  request.push = (chunk: Buffer | null, ...rest) => {
    bytes += chunk?.length ?? 0;
    if (bytes <= most) return push(chunk, ...rest);
    if (chunk && bytes - chunk.length <= most) tooLarge();
    return false;
  };
}

/** Imports, exports, uploads, downloads and changes of many records by their names in the address, and any form that carries files. */
export function isLong(request: Pick<Request, "path" | "get">): boolean {
  return isMultipart(request) || /import|export|upload|down-?load|\/bulk$/i.test(request.path);
}

function isMultipart(request: Pick<Request, "get">): boolean {
  return /^multipart\/form-data/i.test(request.get("content-type") ?? "");
}
