import type { Response } from "express";
import { retryAfterSeconds } from "~/kit/page/refusal/retry-after";
import { type PlainPage, plainPage } from "~/kit/page/refusal/plain-page";

const apiPaths = /^\/(api|osm|base-api|user|node|logout|line-file-[^/]*)([/?]|$)/;

/** Whether an address is an API call's, which is guarded by its token alone. */
export const isApiPath = (path: string) => apiPaths.test(path);

/**
 * Answers for the server itself, where no page can be rendered: a small page, or for an API call the envelope, which
 * keeps HTTP 200 except while the service is away and for a method that nothing takes. Does nothing when an answer has begun.
 */
export function sendPlainAnswer(
  response: Response,
  status: number,
  message: string,
  more: Pick<PlainPage, "text" | "again"> = {},
): void {
  if (response.headersSent) return void response.destroy();
  response.set("Cache-Control", "no-store");
  const isBusy = status === 429 || status === 503;
  if (isBusy && !response.get("Retry-After")) response.set("Retry-After", retryAfterSeconds);
  const ref = String(response.locals.requestId ?? "");
  if (isApiPath(response.req.originalUrl)) {
    const code = status < 500 ? 400 : 500;
    response
      .status([405, 503].includes(status) ? status : 200)
      .json({ success: false, code, message, data: null, ...(code === 500 ? { ref } : { reason: "field" }) });
    return;
  }
  const links = more.again ? [] : isBusy ? [{ label: "重试", href: "" }] : [{ label: "返回首页", href: "/" }];
  response
    .status(status)
    .type("html")
    .send(plainPage(message, { ...more, ref, links }));
}
