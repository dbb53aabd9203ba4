import { z } from "zod";
import { plainPhone } from "~/kit/page/forms/rules";

/** Codes that devices and cards carry, as people paste them: full-width digits and spaces between groups are taken. */
const pasted = () => z.string().overwrite((value) => value.normalize("NFKC").replace(/\s+/g, ""));

/** Fifteen digits are an IMEI with its check digit; makers that have none give up to sixteen letters and digits. */
export const imei = pasted()
  .regex(/^[0-9A-Za-z]{1,16}$/, "IMEI 是 15 位数字；没有 IMEI 的设备填 1 到 16 位字母或数字的唯一码")
  .refine((value) => !/^\d{15}$/.test(value) || checkDigitHolds(value), "IMEI 的校验位不对，请核对这 15 位数字");

export const terminalPhone = pasted().regex(
  /^(\d{12}|\d{20})$/,
  "终端手机号是 12 位（2013 版）或 20 位（2019 版）数字",
);
export const simPhone = z
  .string()
  .overwrite(plainPhone)
  .regex(/^(\d{11}|\d{13})$/, "SIM 卡号是 11 位或 13 位数字");
export const iccid = pasted().regex(/^\d{19,20}$/, "ICCID 是 19 或 20 位数字");

export const timeZone = z
  .string()
  .trim()
  .regex(/^[+-](0\d|1[0-4]):[0-5]\d$/, "时区写作 +08:00");

/** Luhn: every second digit from the right counts double. */
function checkDigitHolds(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const counted = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}
