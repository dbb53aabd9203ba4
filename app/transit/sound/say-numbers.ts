const digits = "零一二三四五六七八九";

/** 438 as 四三八. */
export function digitByDigit(number: string): string {
  return [...number].map((digit) => digits[Number(digit)] ?? "").join("");
}

/** 438 as 四百三十八; of more than eight figures one by one. */
export function asAmount(number: string): string {
  const [whole = "", part] = number.split(".");
  if (whole.length > 8) return digitByDigit(whole);
  const value = Number(whole);
  const [high, low] = [Math.floor(value / 10_000), value % 10_000];
  const upper = high > 0 ? `${belowTenThousand(high)}万` : "";
  const lower = low > 0 ? (high > 0 && low < 1000 ? "零" : "") + belowTenThousand(low) : "";
  const read = (upper + lower || "零").replace(/^一十/, "十");
  return part ? `${read}点${digitByDigit(part)}` : read;
}

function belowTenThousand(value: number): string {
  let read = "";
  for (const [unit, word] of [
    [1000, "千"],
    [100, "百"],
    [10, "十"],
    [1, ""],
  ] as const) {
    const digit = Math.floor(value / unit) % 10;
    if (digit > 0) read += digits[digit]! + word;
    else if (read !== "" && !read.endsWith("零") && value % unit > 0) read += "零";
  }
  return read;
}

/** A number of things: two of them are 两. */
export function asCount(number: string): string {
  return number === "2" ? "两" : asAmount(number);
}

/** A number that names something: of three figures and more, one by one. */
export function asName(number: string): string {
  return number.length <= 2 && !/^0\d/.test(number) ? asAmount(number) : digitByDigit(number);
}

export function asTime(hours: string, minutes: string): string {
  const past = Number(minutes);
  const hour = hours === "2" || hours === "02" ? "两点" : `${asAmount(String(Number(hours)))}点`;
  if (past === 0) return `${hour}整`;
  return `${hour}${past < 10 ? "零" : ""}${asAmount(String(past))}分`;
}
