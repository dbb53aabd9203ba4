import path from "node:path/posix";
import type { Amendment } from "./amend-sheet.server";
import { planSheet } from "./amend-plan.server";
import { RowEditor } from "./amend-rows.server";
import { emptyStyles, StyleBook } from "./amend-styles.server";
import { readSharedStrings } from "./shared-strings.server";
import { SheetFileError, type SheetLimits } from "./sheet";
import { chosenSheet, readWorkbook, type Workbook } from "./workbook.server";
import { asBytes, opened, rewritePiece, rewriteTags } from "./xml-tags.server";
import { copyZip, type NewPart } from "./zip-copy.server";
import { Parts } from "./zip-part.server";

/** Writes a copy of a workbook with the errors in one sheet; answers in which column, counted from 0. */
export async function amendWorkbook(
  file: string,
  { sheet, headerRow, header, errors }: Required<Omit<Amendment, "sheet">> & Pick<Amendment, "sheet">,
  out: string,
  limits: SheetLimits,
): Promise<number> {
  const parts = await Parts.open(file, limits);
  try {
    const book = await readWorkbook(parts, limits);
    const { part } = chosenSheet(book, sheet);
    const headers = new Set<number>();
    await readSharedStrings(parts, book.stringsPart, limits, (text, at) => {
      if (text === header) headers.add(at);
    });
    const rows = new Set([headerRow, ...errors.keys()]);
    const plan = await planSheet(parts, part, { headerRow, header, rows, headers });
    const hasStyles = book.stylesPart !== undefined && parts.has(book.stylesPart);
    const styles = new StyleBook(hasStyles ? await wholePart(parts, book.stylesPart!) : emptyStyles);
    const editor = new RowEditor({ plan, headerRow, header, errors, styles });
    await copyZip(
      parts,
      out,
      new Map<string, NewPart>([
        [part, () => rewriteTags(parts.bytes(part), editor)],
        // The styles that the rows need are known when the rows are written.
        ...(hasStyles ? [[book.stylesPart!, () => once(styles.written())] as const] : newStyles(parts, book, styles)),
      ]),
    );
    return plan.column;
  } finally {
    parts.close();
  }
}

/** What a workbook without styles needs to have some. */
function newStyles(parts: Parts, { part, stylesPart }: Workbook, styles: StyleBook): [string, NewPart][] {
  const added = stylesPart ?? path.join(path.dirname(part), "styles.xml");
  const relations = path.join(path.dirname(part), "_rels", `${path.basename(part)}.rels`);
  const relation = `Relationship Id="importStyles" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="/${added}"/>`;
  const kind = `Override PartName="/${added}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>`;
  const changed = (name: string, xml: string): [string, NewPart] => [
    name,
    async function* () {
      yield* once(withLast(await wholePart(parts, name), xml));
    },
  ];
  return [
    [added, () => once(styles.written())],
    ...(stylesPart === undefined ? [changed(relations, relation)] : []),
    changed("[Content_Types].xml", kind),
  ];
}

/** A part with one more element at its end; `xml` without what its name begins with. */
function withLast(text: string, xml: string): string {
  let depth = 0;
  return rewritePiece(text, {
    dropping: false,
    tag(tag) {
      if (tag.kind === "open") depth++;
      else if (tag.kind === "close" && --depth === 0) return `<${tag.prefix}${asBytes(xml)}${tag.text}`;
      else if (tag.kind === "empty" && depth === 0)
        return `${opened(tag)}<${tag.prefix}${asBytes(xml)}</${tag.prefix}${tag.name}>`;
      return undefined;
    },
  }).done;
}

const mostHeld = 32 * 2 ** 20;

async function wholePart(parts: Parts, part: string): Promise<string> {
  const size = parts.entries.get(part.toLowerCase())?.uncompressedSize ?? 0;
  if (size > mostHeld) throw new SheetFileError("too-big", "工作簿的格式（样式）过多，请清除多余的格式后再上传");
  const pieces: Buffer[] = [];
  for await (const bytes of parts.bytes(part)) pieces.push(bytes);
  return Buffer.concat(pieces).toString("latin1");
}

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text, "latin1");
}
