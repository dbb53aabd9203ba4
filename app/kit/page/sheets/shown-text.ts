import { format } from "numfmt";
import { isDateFormat } from "./cell-value";

/** What a cell's format makes of its number. */
export interface CellFormat {
  kind: "general" | "number" | "date" | "time";
  /** The format's code, where it has one. */
  code?: string;
}

/** The formats that have a number and no code, as Excel shows them in Chinese (ECMA-376, 18.8.30). */
const codes: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "yyyy/m/d",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy/m/d h:mm",
  27: 'yyyy"年"m"月"',
  28: 'm"月"d"日"',
  29: 'm"月"d"日"',
  30: "m-d-yy",
  31: 'yyyy"年"m"月"d"日"',
  32: 'h"时"mm"分"',
  33: 'h"时"mm"分"ss"秒"',
  34: 'h"时"mm"分"',
  35: 'h"时"mm"分"ss"秒"',
  36: 'yyyy"年"m"月"',
  37: "#,##0",
  38: "#,##0",
  39: "#,##0.00",
  40: "#,##0.00",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mmss.0",
  48: "##0.0E+0",
  50: 'yyyy"年"m"月"',
  51: 'm"月"d"日"',
  52: 'yyyy"年"m"月"',
  53: 'm"月"d"日"',
  54: 'm"月"d"日"',
  55: 'h"时"mm"分"',
  56: 'h"时"mm"分"ss"秒"',
  57: 'yyyy"年"m"月"',
  58: 'm"月"d"日"',
};

/** A cell format by its number and, where the workbook has one, its code. */
export function formatOf(id: number, own: string | undefined): CellFormat {
  const code = own ?? codes[id];
  if (isDateFormat(id, own)) return { kind: code && !showsDay(code) ? "time" : "date", code };
  // Excel writes its General in the language of whoever saved the file.
  return code === undefined || /^(general|standard|g\/通用格式|@)$/i.test(code)
    ? { kind: "general" }
    : { kind: "number", code };
}

function showsDay(code: string): boolean {
  const plain = code.replace(/\\.|_.|\*.|"[^"]*"|\[(?![hms]+\])[^\]]*\]/gi, "").split(";")[0]!;
  return /[yd年月日]/i.test(plain) || (/m/i.test(plain) && !/[hs时秒]/i.test(plain)) || /年|月|日/.test(code);
}

/** A number as Excel shows it; undefined where its format says nothing of its own, or cannot be followed. */
export function shownText({ kind, code }: CellFormat, number: number): string | undefined {
  if (kind === "general" || code === undefined) return undefined;
  try {
    return format(code, number).trim();
  } catch {
    return undefined;
  }
}

/** Whether what is shown of a number says no other thing than the number, the day or the time itself. */
export const isAsStored = (kind: CellFormat["kind"], text: string, number: number) =>
  kind === "number" ? text === String(number) : kind === "time" || /\d{4}/.test(text);
