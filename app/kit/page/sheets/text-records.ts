import { SheetFileError } from "./sheet";

export interface TextRecord {
  /** As the reader counts: lines that are empty count, those inside quotes do not. */
  row: number;
  /** Where each field begins and ends, one after the other, quotes included. */
  fields: number[];
}

/** Where the records of a separated text stand, as the parser that reads them tells them apart; a mark of the encoding is none of the first. */
export function* textRecords(text: string, delimiter: string): Generator<TextRecord> {
  let at = text.startsWith("\ufeff") ? 1 : text.startsWith("\xef\xbb\xbf") ? 3 : 0;
  for (let row = 1; at < text.length; row++) {
    const fields: number[] = [];
    for (;;) {
      const end = fieldEnd(text, at, delimiter, row);
      fields.push(at, end);
      at = end;
      if (at >= text.length || !text.startsWith(delimiter, at)) break;
      at += delimiter.length;
    }
    const empty = fields.length === 2 && fields[0] === fields[1];
    if (at < text.length) at += text.startsWith("\r\n", at) ? 2 : 1;
    if (!empty) yield { row, fields };
  }
}

function fieldEnd(text: string, begins: number, delimiter: string, row: number): number {
  let at = begins;
  if (text[at] === '"')
    for (at++; ; at += 2) {
      at = text.indexOf('"', at);
      if (at < 0) throw new SheetFileError("damaged", `第 ${row} 行附近的引号没有成对，请检查后重新上传`);
      if (text[at + 1] !== '"') break;
    }
  const sign = delimiter.charCodeAt(0);
  // Behind a quote that ends too early the field goes on as it stands.
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13 || (code === sign && text.startsWith(delimiter, at))) break;
  }
  return at;
}
