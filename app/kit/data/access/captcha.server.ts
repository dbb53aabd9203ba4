import { randomInt } from "node:crypto";
import { db, newKey } from "~/kit/data/db/pool.server";
import { isWithinRate } from "~/kit/data/db/shared-rate.server";
import { networkOf } from "~/kit/ground/network-of";
import { BusyProblem } from "~/kit/ground/problem";
import { glyphs } from "./captcha/glyphs";
import { drawCaptcha } from "./captcha/picture";
import { toPng } from "./captcha/raster";
import { digest } from "./encrypt.server";

const livesSeconds = 180;

const rate = { atOnce: 60, perSecond: 0.2 };

/** A new captcha as a PNG picture in a data address; its answer works once, for three minutes. Throws BusyProblem where an address asks too often. */
export async function createCaptcha(address: string): Promise<{ captchaId: string; image: string; expiresIn: number }> {
  if (!(await isWithinRate("captcha", rate, networkOf(address))))
    throw new BusyProblem("获取验证码太频繁，请过几分钟再试");
  const names = Object.keys(glyphs);
  const text = Array.from({ length: randomInt(6, 8) }, () => names[randomInt(names.length)]).join("");
  const picture = toPng(drawCaptcha(text, () => randomInt(2 ** 32) / 2 ** 32));
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
    image: `data:image/png;base64,${picture.toString("base64")}`,
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

/** What no picture shows, but people may take for what it shows. */
const readAs: Record<string, string> = { "0": "d", "4": "a", "7": "t", g: "6", o: "d", q: "9", r: "p", v: "y" };

function answerHash(captchaId: string, text: string): Buffer {
  const meant = text
    .toLowerCase()
    .replace(/\s/g, "")
    .replace(/./g, (letter) => readAs[letter] ?? letter);
  return digest(`${captchaId}:${meant}`);
}
