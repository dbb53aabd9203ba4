import { z } from "zod";

const normaliseVin = (typed: string) => typed.normalize("NFKC").toUpperCase().replace(/[\s-]/g, "");

/** 17 letters and figures without I, O and Q. */
const vinPattern = /^[A-HJ-NPR-Z0-9]{17}$/;

export const vehicleNumber = z
  .string({ error: "请输入车辆识别代码" })
  .overwrite(normaliseVin)
  .regex(vinPattern, "车辆识别代码是 17 位字母和数字，不含 I、O、Q");

/** Whether the ninth character is what the others sum up to; not every maker keeps the rule, so a wrong one is worth a warning only. */
export function vinChecks(vin: string): boolean {
  const sum = [...vin].reduce((total, sign, place) => total + weights[place]! * (signs.indexOf(sign) % 10), 0);
  return vin[8] === "0123456789X"[sum % 11];
}

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
/** Each sign stands where the last digit of its place is its value. */
const signs = "0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ";
