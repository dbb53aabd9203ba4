import { columnName, type SheetCell } from "./sheet";
import { dateStyle } from "./write-styles";

/** A row of a sheet as XML; `styles` are those of its columns, texts stay texts whatever they begin with. */
export function rowXml(row: number, cells: readonly SheetCell[], styles: readonly number[], lines = 1): string {
  let xml = `<row r="${row}"${lines > 1 ? ` ht="${15 * lines}" customHeight="1"` : ""}>`;
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at];
    if (cell === null || cell === undefined || cell === "") continue;
    const style = styles[at] ?? 0;
    const begin = `<c r="${letters(at)}${row}" s="`;
    if (typeof cell === "string") xml += `${begin}${style}" t="inlineStr">${textXml(cell)}</c>`;
    else if (typeof cell === "number") xml += Number.isFinite(cell) ? `${begin}${style}"><v>${cell}</v></c>` : "";
    else if (typeof cell === "boolean") xml += `${begin}${style}" t="b"><v>${cell ? 1 : 0}</v></c>`;
    else xml += dateXml(begin, cell, style);
  }
  return `${xml}</row>`;
}

const names: string[] = [];
const letters = (at: number) => (names[at] ??= columnName(at));

const textXml = (text: string) => {
  const preserved = text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32;
  return `<is><t${preserved ? ' xml:space="preserve"' : ""}>${escapeText(text)}</t></is>`;
};

const day = 86_400_000;

function dateXml(begin: string, date: Date, style: number): string {
  const time = date.getTime();
  if (Number.isNaN(time)) return "";
  const days = time / day + 25_569;
  // A spreadsheet has no day before 1900 or after 9999, and a 29 February 1900 that never was.
  if (days < 2 || days >= 2_958_466) return `${begin}${style}" t="inlineStr">${textXml(date.toISOString())}</c>`;
  return `${begin}${dateStyle(style, time % day === 0)}"><v>${days < 61 ? days - 1 : days}</v></c>`;
}

/** A text for XML; what XML cannot hold, and what would be read as such, as `_x000D_`. */
export function escapeText(text: string): string {
  if (!unusual.test(text)) return text;
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4})/g, "_x005F_")
    .replace(noXml, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const unusual = /[<>&"\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]|_x/;
const noXml =
  /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
