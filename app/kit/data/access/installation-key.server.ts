import { createHash, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { sql } from "kysely";
import { inTransaction } from "~/kit/data/db/pool.server";
import { secrets } from "~/kit/ground/secrets.server";
import { settings } from "~/kit/ground/settings.server";
import { decrypt, encrypt, sealWith } from "./encrypt.server";

interface KeptKey {
  fingerprint: Buffer;
  salt: Buffer | null;
  sealed: Buffer | null;
}

/** A program that cannot open what the database holds must not go on: second factors would fail one after another. */
class ForeignKey extends Error {
  override name = "SettingsError";
}

/**
 * The key that what this installation seals is sealed with, for the rest of the process: that of `secrets.json`, or with SHARED_KEY the one
 * that lies sealed in the database, the same for all hosts; the first host with SHARED_KEY puts its own there. Answers what whoever starts it should read.
 * Throws, in words, where the database belongs to another key.
 */
export async function agreeOnKey(): Promise<string[]> {
  const own = Buffer.from(secrets().draftKey, "base64");
  const { SHARED_KEY } = settings();
  return inTransaction(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('installation key'))`.execute(trx);
    const { rows } = await sql<KeptKey>`select fingerprint, salt, sealed from installation_key`.execute(trx);
    const [kept] = rows;
    const keep = async ({ fingerprint, salt, sealed }: KeptKey) => {
      await sql`insert into installation_key (fingerprint, salt, sealed) values (${fingerprint}, ${salt}, ${sealed})
        on conflict (only_one) do update set fingerprint = excluded.fingerprint, salt = excluded.salt, sealed = excluded.sealed`.execute(
        trx,
      );
    };
    const isForeign = kept !== undefined && !kept.fingerprint.equals(fingerprintOf(own));
    if (!SHARED_KEY) {
      if (kept?.sealed && isForeign)
        throw new ForeignKey(
          "这个数据库由几台主机共用，密钥已用 SHARED_KEY 封存。请在本机设置同样的 SHARED_KEY 再启动。",
        );
      if (!kept || (isForeign && !kept.sealed))
        await keep({ fingerprint: fingerprintOf(own), salt: null, sealed: null });
      return isForeign ? [strangerWords] : [];
    }
    if (kept?.salt && kept.sealed) {
      const opened = decrypt(kept.sealed, await derive(SHARED_KEY, kept.salt, 32));
      if (!opened)
        throw new ForeignKey("设置 SHARED_KEY 不正确: 它打不开这个数据库里的密钥。请用其他主机上同样的 SHARED_KEY。");
      sealWith(Buffer.from(opened, "base64"));
      return [];
    }
    if (isForeign)
      throw new ForeignKey(
        "这个数据库的密钥还在另一台主机的 secrets.json 里。请先在那台主机上设置 SHARED_KEY 并重新启动，再启动这一台。",
      );
    const salt = randomBytes(16);
    const sealed = encrypt(own.toString("base64"), await derive(SHARED_KEY, salt, 32));
    await keep({ fingerprint: fingerprintOf(own), salt, sealed });
    return [];
  });
}

const strangerWords =
  "注意：这个数据库以前由另一份 secrets.json 使用。两步验证、未保存的表单和终端鉴权码是用那一份封存的，现在打不开。请恢复那一份；几台主机共用一个数据库时，请在每台上设置同样的 SHARED_KEY。";

const fingerprintOf = (key: Buffer) => createHash("sha256").update("fingerprint").update(key).digest();

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
