import { open, readFile } from "node:fs/promises";
import { sizeText } from "~/kit/data/files/size-text";
import { SheetFileError, type SheetLimits } from "./sheet";
import { firstBytes, wideEncoding } from "./text-encoding.server";

/** Tells workbooks, old ones and texts apart by what the file holds; throws SheetFileError for everything else. `name` is the sender's. */
export async function sheetKind(
  file: string,
  name: string,
  limits: Pick<SheetLimits, "fileBytes">,
): Promise<"workbook" | "oldWorkbook" | "text"> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    if (size === 0) throw new SheetFileError("empty", "文件是空的，请重新导出后上传");
    if (size > limits.fileBytes)
      throw new SheetFileError("too-big", `文件有 ${sizeText(size)}，超过 ${sizeText(limits.fileBytes)}，请拆分后上传`);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head.subarray(0, 4).equals(zipBegins)) return "workbook";
    if (head.subarray(0, 8).equals(oleBegins)) {
      await refuseLocked(file);
      return "oldWorkbook";
    }
    if (!isText(head))
      throw new SheetFileError("not-a-sheet", "这不是表格文件，请上传 Excel 工作簿（.xlsx）或 CSV 文件");
    if (/^\s*(<!doctype|<html|<table|<\?xml|<meta)/i.test(head.toString("latin1").replace(/^\u00ef\u00bb\u00bf/, ""))) {
      throw new SheetFileError(
        "not-a-sheet",
        "文件内容是网页或 XML，不是工作簿；请用 Excel 打开后另存为“Excel 工作簿（.xlsx）”再上传",
      );
    }
    if (/\.xls[xmb]?$/i.test(name))
      throw new SheetFileError(
        "not-a-sheet",
        "文件名是 Excel 的，内容却是文本（CSV）；请把扩展名改为 .csv，或用 Excel 另存为 .xlsx 后上传",
      );
    return "text";
  } finally {
    await handle.close();
  }
}

const zipBegins = Buffer.from("PK\u0003\u0004");
const oleBegins = Buffer.from("d0cf11e0a1b11ae1", "hex");

async function refuseLocked(file: string): Promise<void> {
  if ((await readFile(file)).includes(Buffer.from("EncryptedPackage", "utf16le")))
    throw new SheetFileError(
      "locked",
      "工作簿设有打开密码，请在 Excel 中取消密码（文件 → 信息 → 保护工作簿）后重新上传",
    );
}

/** Whether a file may be an old workbook, which takes more memory to read. */
export async function isOldWorkbook(file: string): Promise<boolean> {
  return (await firstBytes(file, oleBegins.length)).equals(oleBegins);
}

/** Text has no zero bytes, except in UTF-16. */
function isText(head: Buffer): boolean {
  if (wideEncoding(head)) return true;
  if (head.includes("%PDF-") || head.includes("\u0089PNG", 0, "latin1")) return false;
  let control = 0;
  for (const byte of head)
    if (byte === 0) return false;
    else if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) control++;
  return control <= head.length / 50;
}
