import { z } from "zod";

/** An ID card number as it is stored, however it was typed. */
export const idCard = z
  .string()
  .trim()
  .normalize("NFKC")
  .toUpperCase()
  .superRefine((id, context) => {
    const fault = idCardFault(id, new Date().toISOString().slice(0, 10));
    if (fault) context.addIssue({ code: "custom", message: fault });
  });

/** What is wrong with an 18-digit ID card number, or undefined: its form, its date of birth, its check digit. */
export function idCardFault(id: string, today: string): string | undefined {
  if (!/^\d{17}[\dX]$/.test(id)) return "身份证号应为 18 位：17 位数字，最后一位是数字或 X";
  const birthday = birthdayOf(id);
  if (!isDate(birthday) || birthday < "1900-01-01" || birthday > today) return "身份证号中的出生日期不存在";
  return checkDigit(id) === id[17] ? undefined : "身份证号的校验位不对，请核对";
}

/** `YYYY-MM-DD`. */
export const birthdayOf = (id: string) => `${id.slice(6, 10)}-${id.slice(10, 12)}-${id.slice(12, 14)}`;

/** 1 男, 2 女. */
export const sexOf = (id: string) => (Number(id[16]) % 2 === 1 ? 1 : 2);

/** The first three and the last four signs. */
export const maskedIdCard = (id: string) => `${id.slice(0, 3)}${"*".repeat(Math.max(0, id.length - 7))}${id.slice(-4)}`;

/** ISO 7064 MOD 11-2. */
function checkDigit(id: string): string {
  const sum = [...id.slice(0, 17)].reduce((total, digit, place) => total + Number(digit) * (2 ** (17 - place) % 11), 0);
  return "10X98765432"[sum % 11]!;
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
