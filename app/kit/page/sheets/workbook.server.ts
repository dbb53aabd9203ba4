import path from "node:path/posix";
import { beyond, sheetLimits } from "~/kit/ground/files/limits";
import { type CellFormat, formatOf } from "./shown-text";
import { SheetFileError, type SheetLimits } from "./sheet";
import { attribute, type Parts } from "./zip-part.server";

export interface SheetName {
  name: string;
  hidden: boolean;
  filled?: boolean;
}

/** A workbook's sheets and what their cells refer to. */
export interface Workbook {
  part: string;
  sheets: (SheetName & { part: string })[];
  from1904: boolean;
  stylesPart: string | undefined;
  stringsPart: string | undefined;
}

/** Reads which sheets a workbook has; throws SheetFileError where the archive is something else. */
export async function readWorkbook(parts: Parts, limits: SheetLimits): Promise<Workbook> {
  const [book] = [...(await relations(parts, "")).values()]
    .filter(({ type }) => type === "officeDocument")
    .map(({ target }) => target);
  if (!book || !parts.has(book) || !/\.xml$/i.test(book) || !/(^|\/)xl\//i.test(book))
    throw new SheetFileError("not-a-sheet", otherThing(parts));
  const related = await relations(parts, book);
  const found: Workbook = { part: book, sheets: [], from1904: false, stylesPart: undefined, stringsPart: undefined };
  for (const { type, target } of related.values()) {
    if (type === "styles") found.stylesPart = target;
    if (type === "sharedStrings") found.stringsPart = target;
  }
  await parts.readAll(book, {
    open(name, attributes) {
      if (name === "workbookPr") found.from1904 = /^(1|true)$/.test(attributes.date1904 ?? "");
      if (name !== "sheet") return;
      const part = related.get(attribute(attributes, "id") ?? "");
      // Charts and macro sheets have no cells.
      if (part?.type === "worksheet")
        found.sheets.push({
          name: attributes.name ?? "",
          hidden: (attributes.state ?? "visible") !== "visible",
          part: part.target,
        });
    },
  });
  if (found.sheets.length > limits.sheets)
    throw new SheetFileError(
      "too-big",
      `工作簿有 ${found.sheets.length} 个工作表，超过 ${limits.sheets} 个，请删去多余的工作表`,
    );
  if (found.sheets.length === 0) throw new SheetFileError("not-a-sheet", "工作簿里没有工作表，请检查文件");
  return found;
}

/** The sheet of this name; without one the first that is not hidden. */
export function chosenSheet({ sheets }: Workbook, name: string | undefined): Workbook["sheets"][number] {
  const chosen =
    name === undefined ? (sheets.find(({ hidden }) => !hidden) ?? sheets[0]) : sheets.find((one) => one.name === name);
  if (!chosen) throw new SheetFileError("no-such-sheet", `工作簿里没有工作表“${name}”，请重新选择`);
  return chosen;
}

/** The formats of a workbook's cells, by the number that cells have of them. */
export async function readFormats(parts: Parts, part: string | undefined): Promise<CellFormat[]> {
  const formats: CellFormat[] = [];
  const codes = new Map<number, string>();
  let inCells = false;
  if (!part) return formats;
  await parts.readAll(part, {
    open(name, attributes) {
      if (name === "numFmt") codes.set(Number(attributes.numFmtId), (attributes.formatCode ?? "").slice(0, 255));
      else if (name === "cellXfs") inCells = true;
      else if (name === "xf" && inCells) {
        const id = Number(attributes.numFmtId ?? 0);
        formats.push(formatOf(id, codes.get(id)));
      }
    },
    close(name) {
      if (name === "cellXfs") inCells = false;
    },
  });
  return formats;
}

/** What a part names by id: its kind and its place in the archive. */
async function relations(parts: Parts, part: string): Promise<Map<string, { type: string; target: string }>> {
  const folder = path.dirname(part);
  const found = new Map<string, { type: string; target: string }>();
  await parts.readAll(path.join(folder, "_rels", `${path.basename(part)}.rels`), {
    open(name, { Id, Type = "", Target = "", TargetMode }) {
      if (name !== "Relationship" || !Id || TargetMode === "External") return;
      if (found.size >= sheetLimits.parts)
        throw new SheetFileError("too-big", `${beyond.partRelations(sheetLimits.parts)}，请用 Excel 另存一份再上传`);
      found.set(Id, {
        type: Type.slice(Type.lastIndexOf("/") + 1),
        target: Target.startsWith("/") ? Target.slice(1) : path.join(folder, Target),
      });
    },
  });
  return found;
}

function otherThing(parts: Parts): string {
  if (parts.has("xl/workbook.bin"))
    return "这是二进制工作簿（.xlsb），请在 Excel 中另存为“Excel 工作簿（.xlsx）”再上传";
  if (parts.has("content.xml")) return "这是 OpenDocument 文件（.ods），请另存为“Excel 工作簿（.xlsx）”再上传";
  if (parts.has("word/document.xml")) return "这是 Word 文档，请上传 Excel 工作簿（.xlsx）或 CSV 文件";
  return "这是压缩包，不是 Excel 工作簿；请解压后上传其中的 .xlsx 或 CSV 文件";
}
