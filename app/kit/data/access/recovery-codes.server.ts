import { randomInt } from "node:crypto";
import { db, type Database } from "~/kit/data/db/pool.server";
import { keyedDigest } from "./encrypt.server";

const symbols = "abcdefghjkmnpqrstuvwxyz23456789";
const [howMany, groups, groupLength] = [10, 3, 4];

export const recoveryCodePattern = /^(?:[a-z2-9]{4}){3}$/;

/** Gives a person ten new codes in place of all that they had, and answers them: only their hashes are kept. */
export async function replaceRecoveryCodes(on: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode);
  await on.deleteFrom("recoveryCode").where("userId", "=", userId).execute();
  await on
    .insertInto("recoveryCode")
    .values(codes.map((code) => ({ userId, codeHash: hashOf(userId, code.replaceAll("-", "")) })))
    .execute();
  return codes;
}

/** Whether this was one of the person's codes, which it then is no more. */
export async function spendRecoveryCode(userId: string, code: string): Promise<boolean> {
  const spent = await db()
    .deleteFrom("recoveryCode")
    .where("userId", "=", userId)
    .where("codeHash", "=", hashOf(userId, code))
    .executeTakeFirst();
  return spent.numDeletedRows === 1n;
}

export async function countRecoveryCodes(userId: string): Promise<number> {
  const found = await db().selectFrom("recoveryCode").select("codeHash").where("userId", "=", userId).execute();
  return found.length;
}

const hashOf = (userId: string, code: string) => keyedDigest(`${userId}:${code}`);

function newCode(): string {
  const group = () => Array.from({ length: groupLength }, () => symbols[randomInt(symbols.length)]).join("");
  return Array.from({ length: groups }, group).join("-");
}
