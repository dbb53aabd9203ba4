import { atMost, type Figure } from "../../bench/figure";
import { readPng, solveCaptcha } from "../../kit/captcha-solver";
import { Client } from "../../kit/client";
import type { Program } from "../program";

const pictures = 200;
const atOneAccount = 10;

/** Captchas got from the running program and answered by the solver: each at an address of its own, so that only the pictures are in its way. */
export async function captchas(program: Program): Promise<Figure[]> {
  let read = 0;
  for (let nth = 0; nth < pictures; nth++) {
    const userAccount = `captcha.${Math.floor(nth / atOneAccount)}`;
    const stranger = new Client(program.url, { address: `127.1.${Math.floor(nth / 250)}.${1 + (nth % 250)}` });
    const guess = (more: object = {}) =>
      stranger.call("/api/base/login/login", { userAccount, userPassword: "Bu-Dui-De-1", ...more });
    if (nth % atOneAccount === 0) for (let failure = 0; failure < 3; failure++) await guess();
    const path = "/api/base/login/captchaImage";
    const { data } = await stranger.call<{ captchaId: string; image: string }>(path, {}, { method: "GET" });
    const picture = readPng(Buffer.from(data.image.split(",")[1]!, "base64"));
    const { message } = await guess({ captchaId: data.captchaId, captchaCode: solveCaptcha(picture) });
    if (/账号或密码不正确/.test(message)) read += 1;
    else if (!/验证码不正确/.test(message)) throw new Error(`a captcha was answered: ${message}`);
  }
  return [atMost(`captchas read by the solver, of ${pictures}`, read, pictures / 100, "captchas")];
}
