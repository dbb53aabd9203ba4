import type { RequestHandler } from "express";
import { limitRate } from "~/kit/ground/limit-rate";
import { networkOf } from "~/kit/ground/network-of";
import { sendPlainAnswer } from "./plain-answer.server";

const judged =
  /^\/(login(\/code)?|modify-password|confirm-password|second-factor(\/[\w-]+)?|user\/login|api\/base\/login\/login|api\/user\/v1\.0\/(changepassword|confirmpassword))(\.data)?\/*$/i;

/** Refuses passwords that one address sends faster than the people of a dispatch room do, before anything is read or computed for them. */
export function limitGuesses(): RequestHandler {
  const isWithin = limitRate({ atOnce: 10, perSecond: 5 });
  return (request, response, next) => {
    const guess = request.method === "POST" && judged.test(request.path);
    if (!guess || isWithin(networkOf(request.ip ?? ""))) return next();
    response.set("Retry-After", "5");
    sendPlainAnswer(response, 429, "登录过于频繁，请过几秒再试");
  };
}
