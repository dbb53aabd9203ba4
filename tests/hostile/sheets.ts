import { crc32, deflateRawSync } from "node:zlib";
import type { HostileFile } from "./hostile-file";
import { listOfContents, manyEntries, type Part, repeated, zip } from "./packed";
import { claimed } from "../kit/picture";

const kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const related = (...all: [id: string, kind: string, target: string][]) =>
  `<Relationships>${all.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${kinds}/${kind}" Target="${target}"/>`).join("")}</Relationships>`;

/** `copied`: what is made of it when errors are written in may be otherwise than when it is read. */
type Sheet = Omit<HostileFile, "reader"> & { copied?: true };

/** A workbook of one sheet; whatever `more` names takes the place of what is usual. */
function book(sheet: string | Part, more: Record<string, string | Part> = {}): Buffer {
  return zip({
    "_rels/.rels": related(["r1", "officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": '<workbook><sheets><sheet name="甲" sheetId="1" r:id="s1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": related(
      ["s1", "worksheet", "worksheets/sheet1.xml"],
      ["s2", "sharedStrings", "sharedStrings.xml"],
      ["s3", "styles", "styles.xml"],
    ),
    "xl/worksheets/sheet1.xml":
      typeof sheet === "string" ? `<worksheet><sheetData>${sheet}</sheetData></worksheet>` : sheet,
    ...more,
  });
}

const packed = (text: string): Part => ({
  packed: deflateRawSync(text),
  size: Buffer.byteLength(text),
  crc: crc32(text),
});
const open = "<worksheet><sheetData>";
const close = "</sheetData></worksheet>";
const rows = (count: number, row: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => row(at + 1)).join("");
const valued = '<row r="1"><c r="A1"><v>1</v></c></row>';
const one = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';

const workbooks: Sheet[] = [
  {
    name: "fifty million empty rows.xlsx",
    make: () => book(repeated(open, "<row/>".repeat(500_000), 98, close)),
    says: /40 倍|行数（包括空行）/,
  },
  {
    name: "two million empty rows.xlsx",
    copied: true,
    make: () => book("<row/>".repeat(2_000_000)),
    says: /行数（包括空行）超过 1,048,576 行/,
  },
  {
    name: "empty cells.xlsx",
    make: () => book(repeated(open, `<row>${"<c/>".repeat(16_000)}</row>`.repeat(30), 100, close)),
    says: /40 倍|超过 6,000,000 个/,
  },
  {
    name: "empty cells within every packing.xlsx",
    make: () => book(rows(1_000_000, (at) => `<row r="${at}">${'<c s="1"/>'.repeat(8)}<c r="I${at}"/></row>`)),
    says: /超过 6,000,000 个|秒|^read: /,
    costly: true,
  },
  {
    name: "the last cell.xlsx",
    copied: true,
    make: () => book('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
    says: /XFD 列有内容/,
  },
  {
    name: "a cell beyond.xlsx",
    make: () => book(`<row r="1"><c r="${"Z".repeat(300)}1"><v>1</v></c></row>`),
    says: /位置无效/,
  },
  { name: "a row beyond.xlsx", make: () => book('<row r="1e300"><c><v>1</v></c></row>'), says: /行数/ },
  {
    name: "shared texts.xlsx",
    make: () =>
      book(one, { "xl/sharedStrings.xml": repeated("<sst>", "<si><t>长</t></si>".repeat(10_000), 1_000, "</sst>") }),
    says: /40 倍|文字过多/,
  },
  {
    name: "shared texts within every packing.xlsx",
    make: () =>
      book(one, {
        "xl/sharedStrings.xml": `<sst>${rows(900_000, (at) => `<si><t>第${at * 7919}段文字</t></si>`)}</sst>`,
      }),
    says: /^read: 1 rows|秒|MB|文字过多/,
    costly: true,
  },
  {
    name: "one endless shared text.xlsx",
    make: () => book(one, { "xl/sharedStrings.xml": `<sst><si><t>${"长".repeat(4e6)}</t></si></sst>` }),
    says: /有一段文字超过/,
  },
  {
    name: "laughs.xlsx",
    copied: true,
    make: () =>
      book("<row/>", {
        "xl/workbook.xml": '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><workbook>&b;</workbook>',
      }),
    says: /已损坏/,
  },
  {
    name: "no such part.xlsx",
    make: () => book(one, { "xl/_rels/workbook.xml.rels": related(["s9", "worksheet", "nowhere.xml"]) }),
    says: /没有工作表/,
  },
  {
    name: "relations in a ring.xlsx",
    make: () => book(one, { "_rels/.rels": related(["r1", "officeDocument", "_rels/.rels"]) }),
    says: /这是压缩包，不是 Excel/,
  },
  {
    name: "relations without end.xlsx",
    make: () =>
      book(one, {
        "xl/_rels/workbook.xml.rels":
          rows(600_000, (at) => `<Relationship Id="r${at}" Type="t" Target="t${at}"/>`).replace(
            /^/,
            "<Relationships>",
          ) + "</Relationships>",
      }),
    says: /关系超过 10,000 个/,
  },
  {
    name: "formats of brackets.xlsx",
    make: () =>
      book(one, {
        "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${"[".repeat(1e6)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`,
      }),
    says: /^read: /,
  },
  {
    name: "sheets.xlsx",
    make: () =>
      book(one, {
        "xl/workbook.xml": `<workbook><sheets>${rows(5_000, (at) => `<sheet name="${at}" r:id="s1"/>`)}</sheets></workbook>`,
      }),
    says: /超过 100 个/,
  },
  { name: "two hundred thousand parts.xlsx", make: () => manyEntries(200_000), says: /部件/ },
  {
    name: "a million merged cells.xlsx",
    copied: true,
    make: () =>
      book(
        `${valued}</sheetData><mergeCells>${rows(1_000_000, (at) => `<mergeCell ref="C${at}:D${at}"/>`)}</mergeCells><sheetData>`,
      ),
    says: /^read: 1 rows|秒/,
    costly: true,
  },
  {
    name: "a rule over every cell.xlsx",
    copied: true,
    make: () =>
      book(
        `${valued}</sheetData><dataValidations><dataValidation sqref="A1:XFD1048576"/></dataValidations><sheetData>`,
      ),
    says: /^read: 1 rows/,
  },
  {
    name: "all rows with a style.xlsx",
    copied: true,
    make: () => book(rows(1_048_576, (at) => `<row r="${at}" s="1" customFormat="1"/>`)),
    says: /^read: 0 rows|秒/,
    costly: true,
  },
  {
    name: "as deep as an ocean.xlsx",
    copied: true,
    make: () => book(`<row>${"<a>".repeat(100_000)}${"</a>".repeat(100_000)}</row>${valued}`),
    says: /^read: 1 rows/,
  },
  {
    name: "64,000 styles.xlsx",
    copied: true,
    make: () =>
      book(valued, { "xl/styles.xml": `<styleSheet><cellXfs>${"<xf/>".repeat(64_000)}</cellXfs></styleSheet>` }),
    says: /^read: 1 rows/,
  },
  {
    name: "styles without end.xlsx",
    copied: true,
    make: () =>
      book(one, {
        "xl/styles.xml": repeated("<styleSheet><cellXfs>", "<xf/>".repeat(10_000), 1_000, "</cellXfs></styleSheet>"),
      }),
    says: /40 倍|超过 6,000,000 个/,
  },
  {
    name: "a size that lies.xlsx",
    copied: true,
    make: () => book({ ...packed(`${open}${one}${close}`), size: 9 }),
    says: /已损坏/,
  },
  {
    name: "a sum that lies.xlsx",
    copied: true,
    make: () => book({ ...packed(`${open}${one}${close}`), crc: 9 }),
    says: /已损坏/,
  },
  {
    name: "a part twice.xlsx",
    make: () => book(one, { "xl/Worksheets/sheet1.xml": open + close }),
    says: /两个部件都叫/,
  },
  { name: "a name that climbs.xlsx", make: () => book(one, { "../../climbed.xml": "<a/>" }), says: /已损坏/ },
  { name: "cut short.xlsx", make: () => book(one).subarray(0, 500), says: /已损坏/ },
];

const texts: Sheet[] = [
  { name: "a field without end.csv", make: () => `a,b\n1,"${"x".repeat(30e6)}`, says: /有一行过长|引号/ },
  { name: "a million columns.csv", copied: true, make: () => `${"a,".repeat(1e6)}\n1\n`, says: /最多 256 列/ },
  { name: "quotes.csv", copied: true, make: () => `a,b\n${'"'.repeat(9e6)}\n`, says: /有一行过长|引号/ },
  { name: "lines of nothing.csv", copied: true, make: () => `a\n${"\n".repeat(20e6)}`, says: /^read: 1 rows/ },
  {
    name: "lines of commas.csv",
    copied: true,
    make: () => `a\n${`${",".repeat(200)}\n`.repeat(100_000)}`,
    says: /^read: 1 rows/,
    costly: true,
  },
];

const others: HostileFile[] = [
  { name: "contents.zip", reader: "type", make: listOfContents, says: /application\/zip/ },
  { name: "entries.zip", reader: "type", make: () => manyEntries(200_000), says: /application\/zip/ },
  {
    name: "tags.mp3",
    reader: "type",
    make: () => Buffer.concat([Buffer.from("ID3\x04\0\0\x7f\x7f\x7f\x7f", "latin1"), Buffer.alloc(5e6)]),
    says: /^read: /,
  },
  { name: "a wide picture.png", reader: "picture", make: () => claimed(60_000, 60_000), says: /60000×60000/ },
  {
    name: "segments.jpg",
    reader: "picture",
    make: () => Buffer.concat([Buffer.from("ffd8", "hex"), Buffer.alloc(4e6, Buffer.from("ffe00002", "hex"))]),
    says: /已损坏/,
  },
  {
    name: "no picture.png",
    reader: "picture",
    make: () => "<svg xmlns='http://www.w3.org/2000/svg'/>",
    says: /请选择 JPEG/,
  },
];

export const hostileSheets: HostileFile[] = [
  ...[...workbooks, ...texts].map((file): HostileFile => ({ ...file, reader: "sheet" })),
  ...[...workbooks, ...texts]
    .filter(({ copied }) => copied)
    .map((file): HostileFile => ({ ...file, name: `copied ${file.name}`, reader: "copy", says: /./ })),
  ...others,
];
