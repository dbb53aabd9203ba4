import type { RequestHandler } from "express";
import { sendPlainAnswer } from "./plain-answer.server";

const methods = ["GET", "HEAD", "POST"];
const forwarded = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded"];

/** Refuses a request whose address cannot be a URL or whose method nothing here takes, and drops forwarding headers that no trusted proxy has set. */
export function refuseMalformedRequests(trustsProxy: boolean): RequestHandler {
  return (request, response, next) => {
    if (!trustsProxy) for (const name of forwarded) delete request.headers[name];
    const isUrl =
      request.originalUrl.startsWith("/") &&
      !!request.headers.host &&
      URL.canParse(`http://${request.headers.host}${request.originalUrl}`);
    if (!isUrl) return sendPlainAnswer(response, 400, "请求地址不正确");
    if (methods.includes(request.method)) return next();
    response.set("Allow", methods.join(", "));
    sendPlainAnswer(response, 405, "不支持这种请求方法");
  };
}
