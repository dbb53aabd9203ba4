import { writeArchive } from "~/kit/ground/files/write-archive.server";
import { createYielder } from "~/kit/ground/yield-regularly";
import { type SheetCell, columnName } from "./sheet";
import { escapeText, rowXml } from "./write-cells";
import { stylesXml } from "./write-styles";

export interface BookRow {
  cells: readonly SheetCell[];
  /** Left out: those of the columns. */
  styles?: readonly number[];
  lines?: number;
}

export interface BookSheet {
  name: string;
  columns: readonly { width: number; style: number }[];
  rows: AsyncIterable<BookRow> | Iterable<BookRow>;
  /** `dataValidation` elements. */
  validations?: readonly string[];
  /** Notes on the cells of the first row, in their order. */
  remarks?: readonly string[];
}

/** A workbook's bytes, written as they are taken; first rows stay in sight. Whoever stops taking ends the rows, too. */
export function writeBook(sheets: readonly BookSheet[]): AsyncGenerator<Uint8Array> {
  const small = [...smallParts(sheets)].map(([name, xml]) => ({ name, content: Buffer.from(declared + xml) }));
  const large = sheets.map((sheet, at) => ({
    name: `xl/worksheets/sheet${at + 1}.xml`,
    content: () => gathered(sheetXml(sheet)),
    level: 1,
  }));
  return writeArchive([...small, ...large]);
}

const declared = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const pieceLetters = 2 ** 16;
const mostRows = 1_048_576;

async function* sheetXml({ columns, rows, validations = [], remarks = [] }: BookSheet): AsyncGenerator<string> {
  yield `${declared}<worksheet xmlns="${main}" xmlns:r="${office}/relationships"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns
    .map(
      ({ width, style }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${style}" customWidth="1"/>`,
    )
    .join("")}</cols><sheetData>`;
  const usual = columns.map(({ style }) => style);
  let row = 0;
  for await (const { cells, styles, lines } of rows) {
    if (++row > mostRows) throw new Error(`a sheet holds ${mostRows} rows, and there are more`);
    yield rowXml(row, cells, styles ?? usual, lines);
  }
  yield "</sheetData>";
  if (validations.length > 0)
    yield `<dataValidations count="${validations.length}">${validations.join("")}</dataValidations>`;
  yield `<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>${remarks.length > 0 ? '<legacyDrawing r:id="rId1"/>' : ""}</worksheet>`;
}

async function* gathered(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const letOthers = createYielder();
  let together = "";
  for await (const piece of pieces) {
    together += piece;
    await letOthers();
    if (together.length < pieceLetters) continue;
    yield Buffer.from(together);
    together = "";
  }
  yield Buffer.from(together);
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006";
const packaged = "http://schemas.openxmlformats.org/package/2006";
const typed = "application/vnd.openxmlformats-officedocument.spreadsheetml";

function* smallParts(sheets: readonly BookSheet[]): Generator<[name: string, xml: string]> {
  const numbered = sheets.map((sheet, at) => ({ ...sheet, at: at + 1 }));
  const remarked = numbered.filter(({ remarks = [] }) => remarks.length > 0);
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${typed}.${type}+xml"/>`;
  yield [
    "[Content_Types].xml",
    `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>${override("workbook", "sheet.main")}${override("styles", "styles")}${numbered.map(({ at }) => override(`worksheets/sheet${at}`, "worksheet")).join("")}${remarked.map(({ at }) => override(`comments${at}`, "comments")).join("")}</Types>`,
  ];
  yield ["_rels/.rels", relations([["officeDocument", "xl/workbook.xml"]])];
  yield [
    "xl/workbook.xml",
    `<workbook xmlns="${main}" xmlns:r="${office}/relationships"><bookViews><workbookView/></bookViews><sheets>${numbered
      .map(({ name, at }) => `<sheet name="${escapeText(name)}" sheetId="${at}" r:id="rId${at}"/>`)
      .join("")}</sheets></workbook>`,
  ];
  yield [
    "xl/_rels/workbook.xml.rels",
    relations([
      ...numbered.map(({ at }) => ["worksheet", `worksheets/sheet${at}.xml`] as const),
      ["styles", "styles.xml"],
    ]),
  ];
  yield ["xl/styles.xml", stylesXml];
  for (const { at, remarks = [], columns } of remarked) {
    const { comments, drawing } = remarkParts(remarks, columns);
    yield [`xl/comments${at}.xml`, comments];
    yield [`xl/drawings/vmlDrawing${at}.vml`, drawing];
    yield [
      `xl/worksheets/_rels/sheet${at}.xml.rels`,
      relations([
        ["vmlDrawing", `../drawings/vmlDrawing${at}.vml`],
        ["comments", `../comments${at}.xml`],
      ]),
    ];
  }
}

const relations = (targets: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships xmlns="${packaged}/relationships">${targets
    .map(
      ([type, target], at) =>
        `<Relationship Id="rId${at + 1}" Type="${office}/relationships/${type}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

function remarkParts(
  remarks: readonly string[],
  columns: readonly { width: number }[],
): { comments: string; drawing: string } {
  const noted = remarks.map((text, at) => ({ text, at })).filter(({ text }) => text !== "");
  return {
    comments: `<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author></author></authors><commentList>${noted
      .map(
        ({ text, at }) =>
          `<comment ref="${columnName(at)}1" authorId="0"><text><t xml:space="preserve">${escapeText(text)}</t></text></comment>`,
      )
      .join("")}</commentList></comments>`,
    drawing: `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${noted.map(({ text, at }) => box(text, at, columns)).join("")}</xml>`,
  };
}

const boxWidth = 240;
const lettersOfLine = 17;

function box(text: string, at: number, columns: readonly { width: number }[]): string {
  let right = at + 1;
  for (let room = 0; room < boxWidth; right++) room += 7 * (columns[right]?.width ?? 8);
  const lines = text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lettersOfLine)), 0);
  return `<v:shape id="_x0000_s${1025 + at}" type="#_x0000_t202" style="position:absolute;width:${boxWidth}px;height:${20 * (lines + 1)}px;z-index:${at + 1};visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${at + 1}, 8, 0, 4, ${right}, 0, ${lines + 1}, 4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>0</x:Row><x:Column>${at}</x:Column></x:ClientData></v:shape>`;
}
