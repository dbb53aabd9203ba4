import type { SheetCell } from "~/kit/page/sheets/sheet";

/** A cell as text: numbers without what arithmetic adds, days as such. */
export function textOf(cell: SheetCell): string {
  if (cell === null) return "";
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  if (typeof cell === "boolean") return cell ? "是" : "否";
  if (typeof cell === "number") return String(Number.isInteger(cell) ? cell : Number(cell.toPrecision(15)));
  return cell.replace(/[\u0000-\u001f\u007f\u200b\ufeff]+/g, " ").trim();
}

export const isError = (value: string | null) =>
  value !== null && /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)$/.test(value);
export const shortened = (text: string) => (text.length > 20 ? `${text.slice(0, 20)}…` : text);
