import { randomBytes, randomInt } from "node:crypto";
import { db, type Database } from "~/kit/data/db/pool.server";
import { keyedDigest } from "./encrypt.server";
import { hashSalted } from "./passwords.server";

const symbols = "abcdefghjkmnpqrstuvwxyz23456789";
const [howMany, groups, groupLength, saltLength] = [10, 3, 4, 16];

export const recoveryCodePattern = /^(?:[a-z2-9]{4}){3}$/;

export interface MadeCodes {
  codes: string[];
  hashes: Buffer[];
}

/** Makes ten codes to show; their hashes have one salt, so that a typed one is hashed once. */
export async function makeRecoveryCodes(userId: string): Promise<MadeCodes> {
  const codes = Array.from({ length: howMany }, newCode);
  const salt = randomBytes(saltLength);
  const hashes: Buffer[] = [];
  for (const code of codes) hashes.push(await hashOf(userId, code.replaceAll("-", ""), salt));
  return { codes, hashes };
}

/** Gives a person these codes in place of all that they had: only their hashes are kept. */
export async function replaceRecoveryCodes(on: Database, userId: string, { hashes }: MadeCodes): Promise<void> {
  await on.deleteFrom("recoveryCode").where("userId", "=", userId).execute();
  await on
    .insertInto("recoveryCode")
    .values(hashes.map((codeHash) => ({ userId, codeHash })))
    .execute();
}

/** Whether this was one of the person's codes, which it then is no more. */
export async function spendRecoveryCode(userId: string, code: string): Promise<boolean> {
  const kept = await db().selectFrom("recoveryCode").select("codeHash").where("userId", "=", userId).executeTakeFirst();
  if (!kept) return false;
  const spent = await db()
    .deleteFrom("recoveryCode")
    .where("userId", "=", userId)
    .where("codeHash", "=", await hashOf(userId, code, kept.codeHash.subarray(0, saltLength)))
    .executeTakeFirst();
  return spent.numDeletedRows === 1n;
}

export async function countRecoveryCodes(userId: string): Promise<number> {
  const found = await db().selectFrom("recoveryCode").select("codeHash").where("userId", "=", userId).execute();
  return found.length;
}

async function hashOf(userId: string, code: string, salt: Buffer): Promise<Buffer> {
  return Buffer.concat([salt, await hashSalted(keyedDigest(`${userId}:${code}`), salt)]);
}

function newCode(): string {
  const group = () => Array.from({ length: groupLength }, () => symbols[randomInt(symbols.length)]).join("");
  return Array.from({ length: groups }, group).join("-");
}
