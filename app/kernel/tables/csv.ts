/** One line of a CSV file (RFC 4180), with its CRLF. */
export const csvLine = (values: readonly string[]) => `${values.map(csvField).join(",")}\r\n`;

function csvField(value: string): string {
  const text = defused(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A spreadsheet runs a text that begins like a formula; an apostrophe before it makes it a text. A plain number stays one. */
function defused(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}
