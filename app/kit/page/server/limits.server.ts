import type { Request, RequestHandler } from "express";
import { log } from "~/kit/ground/log.server";
import { sendPlainAnswer } from "./plain-answer.server";
import { UploadPlaces } from "./upload-places.server";

export interface Limits {
  ordinaryMs: number;
  /** For imports, exports and uploads of people who are signed in. */
  longMs: number;
  /** Largest multipart body, in bytes. */
  uploadBytes: number;
  uploads: { inAll: number; perAddress: number };
}

const largestForm = 4_000_000;

/**
 * Ends a request that takes too long with 503 and refuses a body that is too large: before reading it where it says its
 * length, else once it is too long. Gives `res.locals.admit()`, which the guard calls for a person who is signed in: only
 * then do the long limits count, and an upload takes its place; it answers why it cannot.
 */
export function limitRequests({ ordinaryMs, longMs, uploadBytes, uploads }: Limits): RequestHandler {
  const places = new UploadPlaces(uploads);
  return (request, response, next) => {
    const most = isMultipart(request) ? uploadBytes : largestForm;
    const tooLarge = () => sendPlainAnswer(response, 413, `发送的内容超过 ${Math.floor(most / 1_000_000)} MB`);
    if (Number(request.get("content-length") ?? 0) > most) return tooLarge();
    countBody(request, most, tooLarge);
    let admitted = false;
    let allowed = ordinaryMs;
    const late = () => {
      // Only an upload may take its time to arrive.
      if (allowed < longMs && admitted && isLong(request) && (request.complete || places.has(response))) {
        timer = setTimeout(late, longMs - allowed);
        allowed = longMs;
        return;
      }
      const { requestId } = response.locals as { requestId?: string };
      log.warn({ requestId, path: request.path, allowed }, "request took too long");
      response.set("Retry-After", "10").set("Connection", "close");
      sendPlainAnswer(response, 503, "系统繁忙，没有在规定时间内完成，请稍后重试");
    };
    let timer = setTimeout(late, ordinaryMs);
    response.once("close", () => clearTimeout(timer));
    response.locals.admit = () => {
      admitted = true;
      (response.locals.signedIn as (() => void) | undefined)?.();
      return isMultipart(request) ? places.take(request, response) : undefined;
    };
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
  return (
    isMultipart(request) || /import|export|upload|down-?load|\/bulk$|\/(add|update|valid)batch$/i.test(request.path)
  );
}

function isMultipart(request: Pick<Request, "get">): boolean {
  return /^multipart\/form-data/i.test(request.get("content-type") ?? "");
}
