import { hash, hashRaw, verify } from "@node-rs/argon2";
import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { limitConcurrency } from "~/kit/ground/limit-concurrency";
import { BusyProblem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";

export const longestPassword = 128;

/** One core stays free for everybody's pages. */
const atOnce = Math.max(1, availableParallelism() - 1);
const enterToVerify = limitConcurrency(atOnce, 100, () => new BusyProblem("现在登录的人太多，请过几秒再试"));
const enterToHash = limitConcurrency(1, Infinity, () => new BusyProblem("系统繁忙，请稍后再试"));

/** argon2id with the library's defaults (OWASP's second recommendation). */
export async function hashPassword(password: string): Promise<string> {
  const leave = await enterToHash();
  return hash(password).finally(leave);
}

/** The same argon2id of a secret that is looked up by its hash, with the salt of its kind. Throws BusyProblem where too many wait. */
export async function hashSalted(secret: Buffer, salt: Buffer): Promise<Buffer> {
  const leave = await enterToVerify();
  return hashRaw(secret, { salt }).finally(leave);
}

let decoy: Promise<string> | undefined;

/** Whether the password fits the hash; without a hash it spends the same time and answers false, so that unknown accounts cannot be told. Throws BusyProblem where too many wait. */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const leave = await enterToVerify();
  try {
    const against = storedHash ?? (await (decoy ??= hash("no account has this")));
    const fits = await verify(against, password).catch(() => false);
    return storedHash !== undefined && fits;
  } finally {
    leave();
  }
}

/** Until when a password made now opens an account that must change it. */
export function firstPasswordEnd(): Date | null {
  const days = settings().FIRST_PASSWORD_DAYS;
  return days > 0 ? new Date(Date.now() + days * 86_400_000) : null;
}

const letters = "abcdefghjkmnpqrstuvwxyz";
const digits = "23456789";

/** A password to print or show once: four groups without look-alike characters, about 75 bits. */
export function generatePassword(): string {
  const group = (from: string, length: number) => Array.from({ length }, () => from[randomInt(from.length)]).join("");
  return [group(letters, 5), group(digits, 4), group(letters, 5), group(digits, 3)].join("-");
}
