import type { RequestHandler } from "express";
import { own } from "~/kit/ground/faults.server";
import { sendPlainAnswer } from "./plain-answer.server";

/** What a request leaves behind in callbacks of libraries ends this request when it fails, and nobody else's. */
export const ownFaults: RequestHandler = (request, response, next) => {
  const what = `${request.method} ${request.path.slice(0, 300)}`;
  own({ what, end: () => sendPlainAnswer(response, 500, "系统错误"), isOver: () => response.closed }, next);
};
