import { z } from "zod";

/** A plate as it is stored, however it was typed: full width, small letters, with spaces, hyphens or a middle dot. */
export const normalisePlate = (typed: string) => typed.normalize("NFKC").toUpperCase().replace(separators, "");

/** Spaces, hyphens and dashes, and the dots that stand in the middle of a plate. */
const separators = /[\s\-\u2010-\u2015\u2212\u00b7\u2022\u2027\u30fb.]/g;

/** Seven letters and figures, or the eight of a new energy plate. */
const platePattern =
  /^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼使领][A-HJ-NP-Z](?:[A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警港澳]|[A-HJK][A-HJ-NP-Z0-9][0-9]{4}|[0-9]{5}[A-HJK])$/;

export const plateNumber = z
  .string({ error: "请输入车牌号" })
  .overwrite(normalisePlate)
  .min(1, "请输入车牌号")
  .regex(platePattern, "车牌号格式不对，例如 京A12345 或 京AD12345");

/** A search term as it would stand in a plate, where it begins like one; own numbers keep their hyphens. */
export function plateTyped(term: string): string {
  const plate = normalisePlate(term);
  return /^\p{Script=Han}[A-Z]/u.test(plate) ? plate : term;
}
