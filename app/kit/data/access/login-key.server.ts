import { constants, generateKeyPair, privateDecrypt } from "node:crypto";
import { promisify } from "node:util";
import { db, newKey } from "~/kit/data/db/pool.server";
import { isWithinRate } from "~/kit/data/db/shared-rate.server";
import { networkOf } from "~/kit/ground/network-of";
import { BusyProblem } from "~/kit/ground/problem";
import { encrypt, decrypt } from "./encrypt.server";

const hour = 3_600_000;

const rate = { atOnce: 60, perSecond: 2 };
let making: ReturnType<typeof newLoginKey> | undefined;

/** The public key (SPKI PEM) that a client may encrypt its password with (RSA-OAEP, SHA-256, base64); a new one every hour, each valid for two. Throws BusyProblem where an address asks too often. */
export async function loginKey(address: string): Promise<{
  keyId: string;
  publicKey: string;
  algorithm: "RSA-OAEP-SHA256";
  expiresIn: number;
}> {
  if (!(await isWithinRate("login-key", rate, networkOf(address))))
    throw new BusyProblem("获取登录公钥太频繁，请过几秒再试");
  const current = await db()
    .selectFrom("loginKey")
    .select(["keyId", "publicKey", "expiresAt"])
    .where("expiresAt", ">", new Date(Date.now() + hour))
    .executeTakeFirst();
  // However many ask meanwhile, one pair is computed.
  const key = current ?? (await (making ??= newLoginKey().finally(() => (making = undefined))));
  return {
    keyId: key.keyId,
    publicKey: key.publicKey,
    algorithm: "RSA-OAEP-SHA256",
    expiresIn: Math.floor((key.expiresAt.getTime() - Date.now()) / 1000),
  };
}

/** The password that a client encrypted; undefined when the key is unknown or too old, or the text is not ours. */
export async function decryptPassword(keyId: string, encrypted: string): Promise<string | undefined> {
  const key = await db()
    .selectFrom("loginKey")
    .select("sealedPrivateKey")
    .where("keyId", "=", keyId)
    .where("expiresAt", ">", new Date())
    .executeTakeFirst();
  const pem = key && decrypt(key.sealedPrivateKey);
  if (!pem) return undefined;
  try {
    return privateDecrypt(
      { key: pem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
      Buffer.from(encrypted, "base64"),
    ).toString("utf8");
  } catch {
    return undefined;
  }
}

async function newLoginKey() {
  const pair = await promisify(generateKeyPair)("rsa", {
    modulusLength: 3072,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  await db().deleteFrom("loginKey").where("expiresAt", "<", new Date()).execute();
  const key = { keyId: newKey(), publicKey: pair.publicKey, expiresAt: new Date(Date.now() + 2 * hour) };
  await db()
    .insertInto("loginKey")
    .values({ ...key, sealedPrivateKey: encrypt(pair.privateKey) })
    .execute();
  return key;
}
