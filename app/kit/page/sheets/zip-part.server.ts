import { type Entry, openPromise, type ZipFile } from "yauzl";
import { crc32 } from "node:zlib";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { sizeText } from "~/kit/data/files/size-text";
import { beyond, sheetLimits, unpackingFault } from "~/kit/ground/files/limits";
import { SheetFileError, type SheetLimits } from "./sheet";

export type Attributes = Readonly<Record<string, string | undefined>>;

/** What a part of a workbook is read with; names come without their prefix. */
export interface PartReader {
  open(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The parts of a workbook, none unpacked before it is read. */
export class Parts {
  private unpacked = 0;
  private elements = 0;

  private constructor(
    readonly zip: ZipFile,
    readonly entries: ReadonlyMap<string, Entry>,
    private readonly limits: SheetLimits,
  ) {}

  static async open(file: string, limits: SheetLimits): Promise<Parts> {
    const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch((cause: unknown) => {
      throw damaged(cause);
    });
    try {
      if (zip.entryCount > sheetLimits.parts)
        throw new SheetFileError(
          "too-big",
          `工作簿里有 ${zip.entryCount} 个部件，超过 ${sheetLimits.parts} 个，请删去多余的工作表和图片后再上传`,
        );
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        if (entry.isEncrypted()) throw new SheetFileError("locked", "文件设有密码，请解除密码后再上传");
        const name = entry.fileName.toLowerCase();
        if (entries.has(name))
          throw new SheetFileError("damaged", `工作簿里有两个部件都叫“${entry.fileName}”，请用 Excel 另存一份再上传`);
        entries.set(name, entry);
      }
      return new Parts(zip, entries, limits);
    } catch (error) {
      zip.close();
      throw error instanceof SheetFileError ? error : damaged(error);
    }
  }

  has(part: string): boolean {
    return this.entries.has(part.toLowerCase());
  }

  close(): void {
    this.zip.close();
  }

  /** Reads one part piece by piece, handing its elements to `reader`; yields after each piece, so that whoever reads may take what has come. */
  async *read(part: string, reader: PartReader): AsyncGenerator<void> {
    const { uncompressedSize = 0 } = this.entries.get(part.toLowerCase()) ?? {};
    let quiet = 0;
    let unpackedHere = 0;
    const parser = parserFor(
      reader,
      () => (quiet = 0),
      () => this.count(),
    );
    this.unpacked += uncompressedSize;
    try {
      const fault = unpackingFault(this.unpacked, this.zip.fileSize, this.limits.unpackedBytes);
      if (fault) throw new SheetFileError("too-big", `工作簿${fault}，请删去多余的内容，拆分后上传`);
      let decoder: TextDecoder | undefined;
      for await (const bytes of this.bytes(part)) {
        decoder ??= new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8");
        unpackedHere += bytes.length;
        quiet += bytes.length;
        // The parser gathers a text until it ends; one that does not end would gather all there is.
        if (quiet > sheetLimits.quietBytes)
          throw new SheetFileError(
            "too-big",
            `工作簿里有一段文字超过 ${sizeText(sheetLimits.quietBytes)}，请删去后再上传`,
          );
        parser.write(decoder.decode(bytes, { stream: true }));
        yield;
      }
      if (unpackedHere > 0) parser.close();
    } catch (error) {
      throw error instanceof SheetFileError ? error : damaged(error);
    } finally {
      this.unpacked -= uncompressedSize - unpackedHere;
    }
  }

  /** The bytes of one part, unpacked and compared with their sum; none where it is missing. */
  async *bytes(part: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(part.toLowerCase());
    if (!entry) return;
    const stream = await this.zip.openReadStreamPromise(entry).catch((cause: unknown) => {
      throw damaged(cause);
    });
    let sum = 0;
    try {
      for await (const bytes of stream as AsyncIterable<Buffer>) {
        sum = crc32(bytes, sum);
        yield bytes;
      }
      if (sum !== entry.crc32) throw new Error("the sum is wrong");
    } catch (error) {
      throw error instanceof SheetFileError ? error : damaged(error);
    } finally {
      stream.destroy();
    }
  }

  /** Reads a small part whole. */
  async readAll(part: string, reader: PartReader): Promise<void> {
    for await (const _ of this.read(part, reader));
  }

  private count(): void {
    const { elements } = this.limits;
    if (++this.elements > elements)
      throw new SheetFileError("too-big", `${beyond.elements(elements)}，请删去多余的空行和格式后再上传`);
  }
}

function parserFor(reader: PartReader, heard: () => void, opened: () => void): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on("opentag", (tag: SaxesTagPlain) => {
    heard();
    opened();
    reader.open(local(tag.name), tag.attributes);
  });
  if (reader.text) parser.on("text", (text) => (heard(), reader.text!(text)));
  if (reader.text) parser.on("cdata", (text) => (heard(), reader.text!(text)));
  parser.on("closetag", (tag: SaxesTagPlain) => {
    heard();
    reader.close?.(local(tag.name));
  });
  return parser;
}

/** An attribute by its name without prefix (`r:id`). */
export function attribute(attributes: Attributes, name: string): string | undefined {
  return attributes[name] ?? Object.entries(attributes).find(([full]) => full.endsWith(`:${name}`))?.[1];
}

function local(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}

export function damaged(cause: unknown): SheetFileError {
  return new SheetFileError("damaged", "工作簿已损坏，无法读取；请用 Excel 打开后另存一份再上传", { cause });
}
