import { createHash } from "node:crypto";
import { lineFileLimits } from "~/kit/ground/files/limits";

/** A text as a name holds it: printable, whole characters, so many at most. */
export function fitting(text: string, long: number = lineFileLimits.name): string {
  const plain = text
    .slice(0, 10_000)
    .replace(/[\u0000-\u001f\u007f]|\p{Surrogate}/gu, " ")
    .trim();
  const signs = [...plain];
  return signs.length > long ? signs.slice(0, long).join("") : plain;
}

/** A station's number has room for so much; what is longer is no number. */
export function fittingCode(code: string): string | undefined {
  const plain = fitting(code);
  return plain !== "" && plain.length <= 20 ? plain : undefined;
}

/** An index has room for so much. */
export function shortKey(key: string): string {
  return key.length <= 200 ? key : `${key.slice(0, 150)}${digest(key)}`;
}

export const digest = (text: string) => createHash("sha256").update(text).digest("hex");
