import { z } from "zod";

const invisible = "含有不可见的控制字符，请删除后再试";
const garbled = "含有乱码 \ufffd，请检查文字的编码";
const notOneLine = "含有换行或不可见的字符，请删除后再试";

/** Trimmed text of so many characters, without control characters; line breaks are allowed. */
export const text = (most: number) =>
  z.string().trim().max(most, `最多 ${most} 个字`).refine(hasNoControls, invisible).refine(isDecoded, garbled);

/** A table or a list pasted into a form. */
export const pasted = z.string().max(300_000, "粘贴的内容最多 30 万字，请改为上传文件");

/** The same in one line: no line breaks, nothing that cannot be seen, and plain letters and digits for full-width ones. */
export const lineText = (most: number) => text(most).overwrite(foldWidth).refine(isOneLine, notOneLine);

/** A text kept as it is sent, even spaces at its ends. */
export const rawText = (label: string, most: number) =>
  z
    .string({ error: `请输入${label}` })
    .max(most, `最多 ${most} 个字`)
    .refine(hasNoControls, invisible)
    .refine(isDecoded, garbled);

const present = (label: string, most: number, fold = foldWidth) =>
  z
    .string({ error: `请输入${label}` })
    .overwrite(fold)
    .min(1, `请输入${label}`)
    .max(most, `最多 ${most} 个字`)
    .refine(hasNoControls, invisible)
    .refine(isDecoded, garbled);

/** Text that must be there, in one line: `label` is what to enter. */
export const requiredText = (label: string, most: number) => present(label, most).refine(isOneLine, notOneLine);

export const requiredLines = (label: string, most: number) => present(label, most);

/** A code that people type: NFKC, so that full-width digits are the plain ones. */
export const code = (label: string, most: number) =>
  present(label, most, (value) => value.normalize("NFKC").trim())
    .refine(isOneLine, notOneLine)
    .refine((value) => !/^\d(?:\.\d+)?E\+\d{1,3}$/i.test(value), "像是被表格软件改写过的长数字，请核对原来的编号");

export const phone = z
  .string()
  .overwrite(plainPhone)
  .regex(/^\+?\d[\d-]{2,19}$/, "电话是 3 到 20 位数字，可含短横线");

export const mobile = z
  .string()
  .overwrite(plainPhone)
  .regex(/^1[3-9]\d{9}$/, "请输入 11 位手机号");

/** A phone number as it is kept: plain digits, a Chinese mobile without country code and marks, others with their short hyphens. */
export function plainPhone(typed: string): string {
  const plain = typed
    .normalize("NFKC")
    .replace(/[\s()\u200b\u202a-\u202e]/g, "")
    .replace(/[\u2010-\u2015\u2212]/g, "-");
  const digits = plain.replace(/^(?:\+|00)86/, "").replace(/-/g, "");
  return /^1[3-9]\d{9}$/.test(digits) ? digits : plain;
}

/** Full-width letters, digits and spaces are the plain ones; Chinese punctuation stays. */
export function foldWidth(typed: string): string {
  return typed
    .normalize("NFC")
    .replace(/[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u3000]/g, (sign) => sign.normalize("NFKC"))
    .trim();
}

/** Format signs (zero width, direction of writing) and line ends of every kind cannot be seen in a name. */
function isOneLine(value: string): boolean {
  return !/[\t\n\r\u0080-\u009f]|\p{Cf}|\p{Zl}|\p{Zp}/u.test(value);
}

function isDecoded(value: string): boolean {
  return !value.includes("\ufffd");
}

/** Half a surrogate pair counts too: it has no UTF-8, so it could not be stored as sent. */
export function hasNoControls(value: string): boolean {
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u.test(value);
}
