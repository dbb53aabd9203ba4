import { open, readFile } from "node:fs/promises";
import iconv from "iconv-lite";
import type { Amendment } from "./amend-sheet.server";
import type { SheetLimits } from "./sheet";
import { delimiterOf, encodingOf, firstBytes, type TextEncoding } from "./text-encoding.server";
import { textRecords } from "./text-records";

/** Writes a copy of a CSV or tab-separated text with the errors in one column; answers in which, counted from 0. */
export async function amendText(
  file: string,
  { headerRow, header, errors }: Required<Omit<Amendment, "sheet">>,
  out: string,
  _limits: SheetLimits,
): Promise<number> {
  const encoding = await encodingOf(file);
  const units = unitsOf(encoding);
  const text = units.read(await readFile(file));
  const begin = iconv.decode(await firstBytes(file, 2 ** 16), encoding, { stripBOM: true });
  const delimiter = units.of(delimiterOf(begin).delimiter);
  const called = [units.of(header), units.of(`"${header}"`)];
  let last = -1;
  let former: number | undefined;
  for (const { row, fields } of textRecords(text, delimiter)) {
    for (let at = fields.length / 2 - 1; at > last; at--) if (!isEmpty(text, fields, at)) last = at;
    if (row !== headerRow) continue;
    for (let at = 0; at < fields.length / 2 && former === undefined; at++)
      if (called.includes(text.slice(fields[2 * at], fields[2 * at + 1]))) former = at;
  }
  const column = former ?? last + 1;
  const handle = await open(out, "w");
  try {
    const write = async (piece: string) => void (await handle.writev([units.bytes(piece)]));
    let kept = 0;
    let done = "";
    for (const { row, fields } of textRecords(text, delimiter)) {
      const words = row === headerRow ? (former === undefined ? header : undefined) : errors.get(row)?.text;
      const had = fields.length / 2;
      if (!words && !(former !== undefined && row > headerRow && column < had)) continue;
      const [from, to] =
        column < had ? [fields[2 * column]!, fields[2 * column + 1]!] : [fields.at(-1)!, fields.at(-1)!];
      done +=
        text.slice(kept, from) +
        delimiter.repeat(Math.max(0, column - had + 1)) +
        quoted(units.of(words ?? ""), delimiter);
      kept = to;
      if (done.length < written) continue;
      await write(done);
      done = "";
    }
    await write(done);
    for (; kept < text.length; kept += written) await write(text.slice(kept, kept + written));
  } finally {
    await handle.close();
  }
  return column;
}

const written = 2 ** 22;

const isEmpty = (text: string, fields: readonly number[], at: number) => {
  const [from, to] = [fields[2 * at]!, fields[2 * at + 1]!];
  return from === to || (to - from === 2 && text.startsWith('""', from));
};

function quoted(text: string, delimiter: string): string {
  return text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

/** A text as units that are written back as they were read: of UTF-16 its own, of others single bytes. */
function unitsOf(encoding: TextEncoding) {
  if (encoding === "utf8" || encoding === "gb18030")
    return {
      read: (bytes: Buffer) => bytes.toString("latin1"),
      of: (text: string) => iconv.encode(text, encoding).toString("latin1"),
      bytes: (units: string) => Buffer.from(units, "latin1"),
    };
  const turned = (bytes: Buffer) => (encoding === "utf16be" ? bytes.swap16() : bytes);
  return {
    read: (bytes: Buffer) => turned(bytes.subarray(0, bytes.length & ~1)).toString("utf16le"),
    of: (text: string) => text,
    bytes: (units: string) => turned(Buffer.from(units, "utf16le")),
  };
}
