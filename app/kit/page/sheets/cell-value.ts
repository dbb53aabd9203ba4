/** Whether a number format shows a date or a time. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined)
    return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  const [positive = ""] = code.replace(/\\.|_.|\*.|"[^"]*"/g, "").split(";");
  return /[ymdhs年月日时分秒]/i.test(
    positive.replace(/\[(?![hms]+\])[^\]]*\]/gi, "").replace(/general|standard/gi, ""),
  );
}

const day = 86_400_000;

/** A workbook's day number as a time in UTC; days count from 1900 (with its 29 February that never was) or from 1904, a time of day or a duration from no day at all. */
export function dateOf(serial: number, { from1904, isTime = false }: { from1904: boolean; isTime?: boolean }): Date {
  if (isTime) return new Date(Math.round((serial - 25_569) * day));
  const days = from1904 ? serial + 1462 : serial >= 1 && serial < 60 ? serial + 1 : serial;
  return new Date(Math.round((days - 25_569) * day));
}

/** A text as it was typed: a workbook writes characters that XML cannot hold as `_x000D_`. */
export function plainText(text: string): string {
  return text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}
