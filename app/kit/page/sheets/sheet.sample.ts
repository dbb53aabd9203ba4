import { once } from "node:events";
import { createWriteStream, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";

const folder = mkdtempSync(path.join(tmpdir(), "sheets-"));

/** A file of these bytes in a folder of its own. */
export function sampleFile(name: string, content: string | Buffer): { path: string; name: string } {
  const at = path.join(folder, name);
  writeFileSync(at, content);
  return { path: at, name };
}

/** A zip archive of these parts; one given as pieces is written piece by piece. */
export async function zipFile(
  name: string,
  parts: Record<string, string | Iterable<string>>,
): Promise<{ path: string; name: string }> {
  const at = path.join(folder, name);
  const zip = new ZipFile();
  for (const [part, content] of Object.entries(parts)) {
    if (typeof content === "string") zip.addBuffer(Buffer.from(content), part);
    else zip.addReadStream(Readable.from(gathered(content), { objectMode: false }), part);
  }
  zip.end();
  await once(zip.outputStream.pipe(createWriteStream(at)), "close");
  return { path: at, name };
}

/** Small pieces together, which a stream would take far longer to pass on. */
function* gathered(pieces: Iterable<string>): Generator<Buffer> {
  let together = "";
  for (const piece of pieces) {
    together += piece;
    if (together.length < 2 ** 18) continue;
    yield Buffer.from(together);
    together = "";
  }
  yield Buffer.from(together);
}

interface BookSample {
  /** What stands inside `<worksheet>`. */
  sheet: string | Iterable<string>;
  strings?: string;
  styles?: string;
  workbookPr?: string;
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
const relationships = (...all: string[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join("")}</Relationships>`;

/** A workbook of one sheet, 第一张, written by hand. */
export function bookFile(
  name: string,
  { sheet, strings = "", styles = "", workbookPr = "" }: BookSample,
): Promise<{ path: string; name: string }> {
  return zipFile(name, {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    "_rels/.rels": relationships(relationship("r1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr ${workbookPr}/><sheets><sheet name="第一张" sheetId="1" r:id="s1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships(
      relationship("s1", "worksheet", "worksheets/sheet1.xml"),
      relationship("s2", "sharedStrings", "sharedStrings.xml"),
      relationship("s3", "styles", "styles.xml"),
    ),
    "xl/sharedStrings.xml": `<sst xmlns="${main}">${strings}</sst>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}">${styles}</styleSheet>`,
    "xl/worksheets/sheet1.xml":
      typeof sheet === "string" ? `<worksheet xmlns="${main}">${sheet}</worksheet>` : wrapped(sheet),
  });
}

function* wrapped(sheet: Iterable<string>): Generator<string> {
  yield `<worksheet xmlns="${main}">`;
  yield* sheet;
  yield "</worksheet>";
}
