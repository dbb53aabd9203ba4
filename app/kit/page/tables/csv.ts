/** One line of a CSV file (RFC 4180), with its CRLF. */
export const csvLine = (values: readonly string[]) => `${values.map(csvField).join(",")}\r\n`;

function csvField(value: string): string {
  const text = asTyped(defused(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text as it was before csvLine kept spreadsheets from running or shortening it. */
export function unguardText(text: string): string {
  const typed = wouldShorten.test(text) ? text.replace(/\t$/, "") : text;
  return typed.startsWith("'") && wouldRun.test(typed) ? typed.slice(1) : typed;
}

/** A spreadsheet runs a text that begins like a formula; one apostrophe more before it makes it a text. A plain number stays one. */
export function defused(text: string): string {
  return wouldRun.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

const wouldRun = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A spreadsheet drops the zeros before a code and rounds a number of many digits, such as an ID card's; one tab more behind it makes it a text there. */
function asTyped(text: string): string {
  return wouldShorten.test(text) ? `${text}\t` : text;
}

const wouldShorten = /^(0\d+|\d{12,})\t*$/;
