import type { Request, RequestHandler, Response } from "express";
import { isWithinRate } from "~/kit/data/db/shared-rate.server";
import { runBeside } from "~/kit/ground/faults.server";
import { limitRate } from "~/kit/ground/limit-rate";
import { networkOf } from "~/kit/ground/network-of";
import { sendPlainAnswer } from "./plain-answer.server";

const judged =
  /^\/(login(\/code)?|modify-password|confirm-password|second-factor(\/[\w-]+)?|user\/login|api\/base\/login\/login|api\/user\/v1\.0\/(changepassword|confirmpassword))(\.data)?\/*$/i;

const rate = { atOnce: 10, perSecond: 5 };

/** Refuses passwords that one address sends faster than the people of a dispatch room do, over all processes, before anything is computed for them. The login page's answer leads back to it with the account still typed. */
export function limitGuesses(): RequestHandler {
  // Whoever is too fast for this process alone does not reach the database.
  const isWithinHere = limitRate(rate);
  const isWithin = async (network: string) =>
    isWithinHere(network) && (await isWithinRate("guess", rate, network).catch(() => true));
  return (request, response, next) => {
    if (request.method !== "POST" || !judged.test(request.path)) return next();
    runBeside(
      "a guess",
      isWithin(networkOf(request.ip ?? "")).then((within) => (within ? next() : refuseGuess(request, response))),
    );
  };
}

function refuseGuess(request: Request, response: Response): void {
  response.set("Retry-After", "5");
  const refuse = (userAccount = "") =>
    sendPlainAnswer(response, 429, "登录过于频繁，请过几秒再试", {
      text: `同一网络在几秒内登录的次数太多，这次没有核对密码，也没有计为失败。请等 5 秒${userAccount ? `，再返回登录页面输入密码，账号 ${userAccount} 已保留` : "再试"}。`,
      ...(userAccount && { again: { label: "返回登录", fields: { userAccount, again: "1" } } }),
    });
  if (/^\/login\/*$/i.test(request.path)) void readAccount(request).then(refuse, () => refuse());
  else refuse();
}

const [mostBytes, mostMs] = [8_000, 1_000];

/** What was typed as account into a small form that arrives at once; empty where it does not. */
async function readAccount(request: Request): Promise<string> {
  const isForm = request.get("content-type")?.startsWith("application/x-www-form-urlencoded");
  if (!isForm || !(Number(request.get("content-length")) <= mostBytes)) return "";
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("too slow")), mostMs).unref());
  const whole = async () => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    return Buffer.concat(pieces).toString();
  };
  return (new URLSearchParams(await Promise.race([whole(), late])).get("userAccount") ?? "").trim().slice(0, 64);
}
