import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import { secrets } from "~/kit/ground/secrets.server";

/** SHA-256 of a token, as tokens are stored. */
export function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** What only this installation can compute of a text: a guess at a short one cannot be tried with the database alone. */
export function keyedDigest(text: string): Buffer {
  return createHmac("sha256", sealingKey()).update(text).digest();
}

/** Encrypts and authenticates a text (AES-256-GCM), with the installation's own key unless another is given. */
export function encrypt(text: string, key = sealingKey()): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Opens what `encrypt` closed; undefined when it was altered or sealed with another key. */
export function decrypt(sealed: Buffer, key = sealingKey()): string | undefined {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

/** Takes the key that several hosts share in the place of this one's own. */
export function sealWith(key: Buffer): void {
  sharedKey = key;
}

let sharedKey: Buffer | undefined;

function sealingKey(): Buffer {
  return sharedKey ?? Buffer.from(secrets().draftKey, "base64");
}
