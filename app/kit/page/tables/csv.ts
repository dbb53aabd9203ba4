/** One line of a CSV file (RFC 4180), with its CRLF. */
export const csvLine = (values: readonly string[]) => `${values.map(csvField).join(",")}\r\n`;

function csvField(value: string): string {
  const text = asTyped(defused(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A spreadsheet runs a text that begins like a formula; an apostrophe before it makes it a text. A plain number stays one. */
export function defused(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

/** A spreadsheet drops the zeros before a code and rounds a number of many digits, such as an ID card's; a tab behind it makes it a text there. */
function asTyped(text: string): string {
  return /^(0\d+|\d{12,})$/.test(text) ? `${text}\t` : text;
}
