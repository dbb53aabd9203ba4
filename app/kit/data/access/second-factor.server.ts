import { sql } from "kysely";
import { db, type Database, inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { recordOwnChange } from "./own-change.server";
import { decrypt, encrypt, keyedDigest } from "./encrypt.server";
import { judgeOwnGuess, requireOwnPassword, WrongGuess } from "./own-guess.server";
import type { SecurityEventKind } from "./security-event-kinds";
import { noteSecurityEvent, recordSecurityEvent, type EventActor } from "./security-events.server";
import { endSessionsOf } from "./session.server";
import { isTimedCode, stepOf } from "./totp.server";
import type { Viewer } from "./viewer";
import { randomBytes, randomInt } from "node:crypto";
import { hashSalted } from "./passwords.server";

export async function findSecondFactor(userId: string): Promise<{ since: Date; codesLeft: number } | undefined> {
  const found = await db()
    .selectFrom("secondFactor")
    .select("createdAt")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return found && { since: found.createdAt, codesLeft: await countRecoveryCodes(userId) };
}

/** Whether a role that the person holds asks for a second factor. */
export async function isSecondFactorRequired(userId: string): Promise<boolean> {
  const found = await sql`select from user_role join role r using (role_id)
    where user_id = ${userId} and r.second_factor and r.enabled and r.deleted_at is null limit 1`.execute(db());
  return found.rows.length > 0;
}

/** Whether this is the person's code of now, taken once, or one of their recovery codes, which is used up by it. */
export async function acceptCode(actor: EventActor & { userId: string }, typed: string): Promise<boolean> {
  const { userId } = actor;
  const code = typed.toLowerCase().replace(/[\s-]/g, "");
  if (isTimedCode(code)) return acceptTimedCode(userId, code);
  if (!recoveryCodePattern.test(code) || !(await spendRecoveryCode(userId, code))) return false;
  noteSecurityEvent(actor, "recovery-code-used", `还剩 ${await countRecoveryCodes(userId)} 个`);
  return true;
}

async function acceptTimedCode(userId: string, code: string): Promise<boolean> {
  const found = await db()
    .selectFrom("secondFactor")
    .select("sealedSecret")
    .where("userId", "=", userId)
    .executeTakeFirst();
  const secret = found && decrypt(found.sealedSecret);
  const step = secret && stepOf(secret, code);
  if (!step) return false;
  const taken = await db()
    .updateTable("secondFactor")
    .set({ lastStep: step })
    .where("userId", "=", userId)
    .where("lastStep", "<", step)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

interface Proof {
  password: string;
  /** A code of what is in force, or a recovery code. */
  code?: string;
}

/** Puts a secret in force, in place of one that was, ends the person's other sessions and answers ten recovery codes. `newCode` shows that the secret arrived. */
export async function turnOn(
  viewer: Viewer,
  sent: Proof & { secret: string; newCode: string },
  address: string,
): Promise<string[]> {
  const { userId, sessionId } = viewer;
  const step = stepOf(sent.secret, sent.newCode.replace(/\s/g, ""));
  if (!step) throw problem.field("newCode", "动态码不正确，请核对手机的时间，再输入现在显示的 6 位数字");
  const replacing = (await findSecondFactor(userId)) !== undefined;
  await prove(viewer, sent, address, replacing);
  const [sealedSecret, createdAt] = [encrypt(sent.secret), new Date()];
  const made = await makeRecoveryCodes(userId);
  return inTransaction(async (trx) => {
    await trx
      .insertInto("secondFactor")
      .values({ userId, sealedSecret, lastStep: step, createdAt })
      .onConflict((known) => known.column("userId").doUpdateSet({ sealedSecret, lastStep: step, createdAt }))
      .execute();
    await note(trx, viewer, "second-factor-on", replacing ? "更换了验证器" : "已开启");
    await endSessionsOf(trx, userId, "second-factor-on", { except: sessionId });
    await replaceRecoveryCodes(trx, userId, made);
    return made.codes;
  });
}

export async function turnOff(viewer: Viewer, sent: Proof, address: string): Promise<void> {
  if (await isSecondFactorRequired(viewer.userId)) throw problem.used("您的角色要求两步验证，不能关闭");
  await prove(viewer, sent, address, true);
  await inTransaction(async (trx) => {
    await removeSecondFactor(trx, viewer.userId);
    await note(trx, viewer, "second-factor-off", "已关闭");
  });
}

export async function renewRecoveryCodes(viewer: Viewer, sent: Proof, address: string): Promise<string[]> {
  await prove(viewer, sent, address, true);
  const made = await makeRecoveryCodes(viewer.userId);
  return inTransaction(async (trx) => {
    await recordSecurityEvent(trx, viewer, "recovery-codes-made");
    await replaceRecoveryCodes(trx, viewer.userId, made);
    return made.codes;
  });
}

/** Takes a person's second factor away; answers false where there was none. */
export async function removeSecondFactor(on: Database, userId: string): Promise<boolean> {
  const gone = await on.deleteFrom("secondFactor").where("userId", "=", userId).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** The code is judged only beside a right password: a wrong one must not use a code up. */
async function prove(viewer: Viewer, { password, code = "" }: Proof, address: string, withCode: boolean) {
  await judgeOwnGuess(viewer, address, "password", async () => {
    await requireOwnPassword(viewer, password, { path: "password" });
    if (withCode && !(await acceptCode(viewer, code))) throw new WrongGuess("code", "动态码", "second-factor-wrong");
  });
}

async function note(trx: Database, viewer: Viewer, kind: SecurityEventKind, words: string): Promise<void> {
  const { version } = await trx
    .selectFrom("appUser")
    .select("version")
    .where("userId", "=", viewer.userId)
    .executeTakeFirstOrThrow();
  await recordOwnChange(trx, viewer, version, { after: { secondFactor: words } });
  await recordSecurityEvent(trx, viewer, kind, words);
}

const symbols = "abcdefghjkmnpqrstuvwxyz23456789";
const [howMany, groups, groupLength, saltLength] = [10, 3, 4, 16];

const recoveryCodePattern = /^(?:[a-z2-9]{4}){3}$/;

interface MadeCodes {
  codes: string[];
  hashes: Buffer[];
}

/** Makes ten codes to show; their hashes have one salt, so that a typed one is hashed once. */
async function makeRecoveryCodes(userId: string): Promise<MadeCodes> {
  const codes = Array.from({ length: howMany }, newCode);
  const salt = randomBytes(saltLength);
  const hashes: Buffer[] = [];
  for (const code of codes) hashes.push(await hashOf(userId, code.replaceAll("-", ""), salt));
  return { codes, hashes };
}

/** Gives a person these codes in place of all that they had: only their hashes are kept. */
async function replaceRecoveryCodes(on: Database, userId: string, { hashes }: MadeCodes): Promise<void> {
  await on.deleteFrom("recoveryCode").where("userId", "=", userId).execute();
  await on
    .insertInto("recoveryCode")
    .values(hashes.map((codeHash) => ({ userId, codeHash })))
    .execute();
}

/** Whether this was one of the person's codes, which it then is no more. */
async function spendRecoveryCode(userId: string, code: string): Promise<boolean> {
  const kept = await db().selectFrom("recoveryCode").select("codeHash").where("userId", "=", userId).executeTakeFirst();
  if (!kept) return false;
  const spent = await db()
    .deleteFrom("recoveryCode")
    .where("userId", "=", userId)
    .where("codeHash", "=", await hashOf(userId, code, kept.codeHash.subarray(0, saltLength)))
    .executeTakeFirst();
  return spent.numDeletedRows === 1n;
}

async function countRecoveryCodes(userId: string): Promise<number> {
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
