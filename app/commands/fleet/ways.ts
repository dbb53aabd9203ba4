import type { Drive } from "~/domains/reports/queries.server";
import type { Jt808Number } from "./jt808-line";

/** How terminals speak: all of them in one way, or every second in the other. */
export const ways = ["http", "808", "mixed"] as const;
export type Ways = (typeof ways)[number];

interface DividedWay {
  http: Drive[];
  jt808: { drive: Drive; as: Jt808Number }[];
}

/** Which terminals speak how. JT/T 808 is spoken by those that have a number for it, as 2013 and 2019 in turns where the number fits both. */
export function waysOf(drives: readonly Drive[], asked: Ways): DividedWay {
  const divided: DividedWay = { http: [], jt808: [] };
  drives.forEach((drive, place) => {
    const as = asked === "808" || (asked === "mixed" && place % 2 === 1) ? numberOf(drive, place) : undefined;
    if (as) divided.jt808.push({ drive, as });
    else if (asked !== "808") divided.http.push(drive);
  });
  if (divided.jt808.length + divided.http.length === 0)
    throw new Error("这些车辆的终端都没有终端手机号，不能使用 JT/T 808");
  return divided;
}

function numberOf({ terminalPhone, devSelfCode }: Drive, place: number): Jt808Number | undefined {
  const digits = (terminalPhone ?? devSelfCode).replace(/^0+/, "");
  if (!/^\d{1,20}$/.test(digits)) return undefined;
  const version = digits.length > 12 || place % 4 === 1 ? 2019 : 2013;
  return { phone: digits.padStart(version === 2019 ? 20 : 12, "0"), version };
}
