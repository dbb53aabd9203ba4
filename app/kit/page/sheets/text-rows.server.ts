import { createReadStream } from "node:fs";
import { parse } from "csv-parse";
import iconv from "iconv-lite";
import { columnName, SheetFileError, type SheetLimits, type SheetRow } from "./sheet";
import { delimiterOf, encodingOf, firstBytes } from "./text-encoding.server";

export const lineEnds = ["\r\n", "\n", "\r"];

/** The rows of a CSV or tab-separated text that hold something, a few at a time; every cell is a text. UTF-8, UTF-16 and GBK are told apart by what the file holds. */
export async function* textRows(file: string, limits: SheetLimits): AsyncGenerator<SheetRow[]> {
  const encoding = await encodingOf(file);
  const { delimiter, declared } = delimiterOf(
    iconv.decode(await firstBytes(file, 2 ** 16), encoding, { stripBOM: true }),
  );
  const parser = parse({
    delimiter,
    record_delimiter: lineEnds,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: 2 * 2 ** 20,
  });
  // A text that was saved anew in GBK by a program that left the mark of UTF-8 before it.
  const start = encoding === "gb18030" && (await firstBytes(file, 3)).equals(utf8Mark) ? utf8Mark.length : 0;
  const bytes = createReadStream(file, { start }).on("error", (error) => parser.destroy(error));
  bytes.pipe(iconv.decodeStream(encoding, { stripBOM: true })).pipe(parser);
  let rows: SheetRow[] = [];
  let rowCount = 0;
  let cellCount = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { records: number; empty_lines: number };
    }>) {
      const row = info.records + info.empty_lines;
      // The line that declares it is none of the rows' own.
      if (declared && row === 1) continue;
      const cells = record.map((cell) => (cell === "" ? null : unquoted(cell)));
      while (cells.length > 0 && cells.at(-1) === null) cells.pop();
      if (cells.length === 0) continue;
      if (++rowCount > limits.rows) throw new SheetFileError("too-big", `文件超过 ${limits.rows} 行，请拆分后上传`);
      if (cells.length > limits.columns)
        throw new SheetFileError(
          "too-big",
          `第 ${row} 行有 ${cells.length} 列，最多 ${limits.columns} 列（到 ${columnName(limits.columns - 1)} 列），请检查分隔符或删去多余的列`,
        );
      if ((cellCount += cells.length) > limits.cells)
        throw new SheetFileError("too-big", `文件的内容超过 ${limits.cells / 10_000} 万个单元格，请拆分后上传`);
      const long = cells.findIndex((cell) => cell !== null && cell.length > limits.cellText);
      if (long >= 0)
        throw new SheetFileError(
          "too-big",
          `第 ${row} 行 ${columnName(long)} 列的文字超过 ${limits.cellText} 个字，请缩短`,
        );
      if (rows.push({ row, cells }) >= 500) {
        yield rows;
        rows = [];
      }
    }
    if (rows.length > 0) yield rows;
  } catch (error) {
    throw error instanceof SheetFileError ? error : broken(error);
  } finally {
    bytes.destroy();
    parser.destroy();
  }
}

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

/** ="000123" is how programs keep spreadsheets from taking a text for a number. */
const unquoted = (cell: string) =>
  cell.startsWith('="') && cell.endsWith('"') && cell.length > 2 ? cell.slice(2, -1).replaceAll('""', '"') : cell;

function broken(cause: unknown): unknown {
  const { code, lines } = cause as { code?: string; lines?: number };
  if (!code?.startsWith("CSV_")) return cause;
  if (code === "CSV_MAX_RECORD_SIZE")
    return new SheetFileError("too-big", "文件里有一行过长，请检查引号是否成对", { cause });
  return new SheetFileError("damaged", `第 ${lines ?? "?"} 行附近的引号没有成对，请检查后重新上传`, { cause });
}
