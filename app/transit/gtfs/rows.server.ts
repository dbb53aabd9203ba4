import { parse } from "csv-parse";
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from "yauzl";
import { beyond, gtfsLimits, unpackingFault } from "~/kit/ground/files/limits";
import { GtfsFileError } from "./feed";

export interface GtfsLimits {
  /** Bytes of all tables together after unpacking. */
  unpackedBytes: number;
  /** Rows of any one table. */
  rows: number;
  files: number;
}

export type Row = Readonly<Record<string, string>>;

/** What no timetable here has, but for where it stands. */
const untakenColumns = ["pickup_type", "drop_off_type", "block_id", "stop_headsign"];

/** The tables of a GTFS archive; close it after use. */
export class GtfsArchive {
  /** Of the tables read, which of those columns hold something: "stop_times.txt pickup_type". */
  readonly columns = new Set<string>();

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    private readonly limits: GtfsLimits,
  ) {}

  /** Opens a file path or the bytes themselves; tables may lie in one folder inside the archive. */
  static async open(source: string | Buffer, limits: GtfsLimits): Promise<GtfsArchive> {
    const options = { lazyEntries: true, autoClose: false } as const;
    let zip: ZipFile | undefined;
    try {
      zip = await (typeof source === "string" ? openPromise(source, options) : fromBufferPromise(source, options));
      return new GtfsArchive(zip, await listTables(zip, limits), limits);
    } catch (error) {
      zip?.close();
      if (error instanceof GtfsFileError || isSystemError(error)) throw error;
      throw new GtfsFileError("不是有效的 GTFS 压缩包（zip），请重新下载或重新压缩", { cause: error });
    }
  }

  has(table: string): boolean {
    return this.entries.has(table);
  }

  get tables(): string[] {
    return [...this.entries.keys()];
  }

  close(): void {
    this.zip.close();
  }

  /** Rows of a table by column name, trimmed, with their line numbers; an absent table has none. */
  async *rows(table: string, columns: readonly string[]): AsyncGenerator<{ row: Row; line: number }> {
    const entry = this.entries.get(table);
    if (!entry) return;
    const stream = await this.zip.openReadStreamPromise(entry).catch((error: unknown) => {
      throw damaged(table, error);
    });
    const parser = parse({
      bom: true,
      trim: true,
      columns: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
      max_record_size: gtfsLimits.recordLetters,
    });
    const feeding = feed(stream, parser, table);
    let count = 0;
    try {
      for await (const { record, info } of parser as AsyncIterable<{ record: Row; info: { lines: number } }>) {
        if (count++ === 0) requireColumns(table, record, columns);
        for (const name of untakenColumns) if (record[name]) this.columns.add(`${table} ${name}`);
        if (count > this.limits.rows)
          throw new GtfsFileError(`${beyond.gtfsRows(table, this.limits.rows)}，请拆分后导入`);
        for (const column of columns) requireShort(table, info.lines, column, record[column]);
        yield { row: record, line: info.lines };
      }
    } catch (error) {
      if (error instanceof GtfsFileError) throw error;
      throw damaged(table, error);
    } finally {
      stream.destroy();
      parser.destroy();
      await feeding;
    }
  }
}

async function listTables(zip: ZipFile, limits: GtfsLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.files)
    throw new GtfsFileError(`${beyond.entries(zip.entryCount, limits.files)}，这不是正常的 GTFS 文件`);
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const table = entry.fileName.split("/").at(-1)!;
    if (!table.endsWith(".txt") || entry.fileName.startsWith("__MACOSX/")) continue;
    if (entry.isEncrypted()) throw new GtfsFileError("压缩包有密码，请解除密码后再上传");
    bytes += entry.uncompressedSize;
    if (!entries.has(table)) entries.set(table, entry);
  }
  const fault = unpackingFault(bytes, zip.fileSize, limits.unpackedBytes);
  if (fault) throw new GtfsFileError(`${fault}，请检查文件，或拆分后导入`);
  return entries;
}

/** Hands the stream's text to the parser; its failures reach whoever reads the parser. */
async function feed(stream: AsyncIterable<Buffer>, parser: ReturnType<typeof parse>, table: string): Promise<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new GtfsFileError(`${table} 不是 UTF-8 编码，请转换编码后重新压缩`);
    }
  };
  try {
    for await (const bytes of stream) {
      if (parser.destroyed) return;
      if (!parser.write(decode(bytes))) await waitForDrain(parser);
    }
    parser.write(decode());
    parser.end();
  } catch (error) {
    if (!parser.destroyed) parser.destroy(error as Error);
  }
}

function waitForDrain(parser: ReturnType<typeof parse>): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      parser.off("drain", go);
      parser.off("close", go);
      resolve();
    };
    parser.on("drain", go);
    parser.on("close", go);
  });
}

function requireColumns(table: string, row: Row, columns: readonly string[]): void {
  const missing = columns.filter((column) => !(column in row));
  if (missing.length) throw new GtfsFileError(`${table} 缺少列 ${missing.join("、")}，请补全后重新上传`);
}

/** The columns that are asked for hold ids, numbers and times. */
function requireShort(table: string, line: number, column: string, text = ""): void {
  if (text.length > gtfsLimits.idLetters)
    throw new GtfsFileError(`${beyond.gtfsId(table, line, column, gtfsLimits.idLetters)}，请检查引号和逗号`);
}

function damaged(table: string, cause: unknown): GtfsFileError {
  const { code, lines } = cause as { code?: string; lines?: number };
  if (code?.startsWith("CSV_"))
    return new GtfsFileError(`${table} 第 ${lines ?? "?"} 行格式有误，请检查引号和逗号`, { cause });
  return new GtfsFileError(`压缩包里的 ${table} 已损坏，请重新下载或重新压缩`, { cause });
}

function isSystemError(error: unknown): boolean {
  return /^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? "");
}
