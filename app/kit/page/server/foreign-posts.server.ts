import type { RequestHandler } from "express";
import { hasOwnOrigin } from "~/kit/data/access/same-origin";
import { isApiPath, sendPlainAnswer } from "./plain-answer.server";

/**
 * Refuses a page's post from another site with 403; Remix compares Origin and Host itself and would call it our fault.
 * The Origin of our own posts goes no further, because behind a proxy that changes the Host it would look like another's.
 */
export const refuseForeignPosts: RequestHandler = (request, response, next) => {
  if (["GET", "HEAD", "OPTIONS"].includes(request.method) || isApiPath(request.originalUrl)) return next();
  if (!hasOwnOrigin((name) => request.get(name), `${request.protocol}:`))
    return sendPlainAnswer(response, 403, "请求来自其他网站，已拒绝");
  if (request.get("sec-fetch-site")) delete request.headers.origin;
  next();
};
