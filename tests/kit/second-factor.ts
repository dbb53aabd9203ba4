import { TOTP } from "otpauth";
import decodeQr from "qr/decode.js";
import { expect } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { testPassword } from "./accounts";
import type { Answer, Visitor } from "./visit";

/** What an authenticator app with this secret shows now. */
export const codeOf = (secret: string) => new TOTP({ secret }).generate();

/** What it shows for another: never right by chance. */
export const otherThan = (code: string) => String((Number(code) + 500_000) % 1_000_000).padStart(6, "0");

export const secretIn = (page: Answer) => page.$("code").text().replace(/\s/g, "");

/** What a phone reads from the page's picture, which is painted here at five pixels a square. */
export function scanPicture(page: Answer): string {
  const picture = page.$("main svg[role=img]");
  const [scale, size] = [5, Number(picture.attr("viewBox")?.split(" ")[2])];
  const side = size * scale;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y, run] of picture
    .find("path")
    .attr("d")!
    .matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++)
      for (let column = Number(x) * scale; column < (Number(x) + Number(run)) * scale; column++)
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
  return decodeQr({ width: side, height: side, data });
}

export const recoveryCodesIn = (page: Answer) =>
  page
    .$("main li")
    .map((_, item) => page.$(item).text())
    .get();

/** As if the time of the last code were long over: the next one of the same half minute is taken. */
export async function letTimePass(userId: string): Promise<void> {
  await db().updateTable("secondFactor").set({ lastStep: 0 }).where("userId", "=", userId).execute();
}

/** Turns a second factor on through its page. */
export async function setUp(person: Visitor): Promise<{ secret: string; codes: string[]; answer: Answer }> {
  const page = await person.get("/second-factor");
  const secret = secretIn(page);
  const answer = await page.submit({ newCode: codeOf(secret), password: testPassword });
  expect([answer.status, answer.$("h1").text()]).toEqual([200, "已开启两步验证"]);
  return { secret, codes: recoveryCodesIn(answer), answer };
}
