import svgCaptcha from "svg-captcha";
import { db, newKey } from "~/kit/data/db/pool.server";
import { digest } from "./encrypt.server";

const livesSeconds = 180;

/** A new captcha as an SVG picture in a data address; its answer works once, for three minutes. */
export async function createCaptcha(): Promise<{ captchaId: string; image: string; expiresIn: number }> {
  const { text, data } = svgCaptcha.create({ size: 4, noise: 2, ignoreChars: "0o1ilI", width: 120, height: 40 });
  const captchaId = newKey();
  await db().deleteFrom("loginCaptcha").where("expiresAt", "<", new Date()).execute();
  await db()
    .insertInto("loginCaptcha")
    .values({
      captchaId,
      answerHash: answerHash(captchaId, text),
      expiresAt: new Date(Date.now() + livesSeconds * 1000),
    })
    .execute();
  return {
    captchaId,
    image: `data:image/svg+xml;base64,${Buffer.from(data).toString("base64")}`,
    expiresIn: livesSeconds,
  };
}

/** Whether the code answers the captcha; right or wrong, the captcha is used up. */
export async function verifyCaptcha(captchaId: string | undefined, code: string | undefined): Promise<boolean> {
  if (!captchaId || !code) return false;
  const used = await db()
    .deleteFrom("loginCaptcha")
    .where("captchaId", "=", captchaId)
    .returning(["answerHash", "expiresAt"])
    .executeTakeFirst();
  return used !== undefined && used.expiresAt > new Date() && used.answerHash.equals(answerHash(captchaId, code));
}

function answerHash(captchaId: string, text: string): Buffer {
  return digest(`${captchaId}:${text.trim().toLowerCase()}`);
}
