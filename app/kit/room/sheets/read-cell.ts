import { outside } from "~/kit/data/access/outside";
import type { SheetCell } from "~/kit/page/sheets/sheet";
import { tooLongForCell } from "~/kit/page/sheets/template";
import { axisOf } from "~/kit/page/forms/place-rules";
import { degreeExamples, readDegrees } from "~/transit/geo/degrees";
import type { SheetColumn } from "./column";

/** What a cell says: a value for the field's rule, the code of a record, nothing, or why it cannot be read. */
export type CellReading =
  | { is: "value"; value: unknown }
  | { is: "code"; code: string }
  | { is: "empty" | "kept" }
  | { is: "fault"; message: string };

/** Reads a cell as Excel and people mean it, before the field's own rule is asked; `shown` is what Excel shows of a number or a day, where that is not what it is. */
export function readCell(column: SheetColumn, cell: SheetCell | undefined, shown?: string): CellReading {
  if (typeof cell === "string" && errorWord.test(cell.trim()))
    return fault(`单元格是公式错误 ${cell.trim()}，请改正公式，或直接填写内容`);
  const text = typeof cell === "string" ? cell.trim().replace(mark, "") : cell;
  if (text === null || text === undefined || text === "") return { is: "empty" };
  if (text === outside || text === tooLongForCell) return { is: "kept" };
  if (isNothing(column, text)) return { is: "empty" };
  if (column.reference) return readCode(text, shown);
  if (column.read) return plain(text, shown, (said) => column.read!(said));
  if (column.bits) return readBits(column, text);
  if (column.field.kind === "time" || column.field.isClock) return readTime(text, shown);
  switch (column.kind) {
    case "number":
      return readNumber(column, text, shown);
    case "date":
      return readDate(text);
    case "check":
      return readCheck(text);
    case "choice":
      return readChoice(column, text);
    default:
      return plain(text, shown, (said) => said);
  }
}

/** What people write where there is no number, no day and no other record; in a text it is a word. */
function isNothing({ kind, reference }: SheetColumn, cell: NonNullable<SheetCell>): boolean {
  return (
    typeof cell === "string" &&
    (reference !== undefined || kind === "number" || kind === "date") &&
    /^(?:[-－—–_/／]+|无|暂无|n\/?a)$/i.test(cell.normalize("NFKC").trim())
  );
}

const errorWords = "#(?:N/A|REF!|VALUE!|DIV/0!|NAME\\?|NULL!|NUM!)$";
const errorWord = new RegExp(`^${errorWords}`);
/** Our texts for spreadsheets have it before what begins like a formula. */
const mark = new RegExp(`^'(?='*[=+\\-@＝＋－＠]|'*${errorWords})`);

/** A cell whose text is read back as it is: one apostrophe more stands before what would lose one, and before what spreadsheets call an error. */
export const asText = (cell: SheetCell): SheetCell =>
  typeof cell === "string" && (mark.test(cell) || errorWord.test(cell)) ? `'${cell}` : cell;

const fault = (message: string): CellReading => ({ is: "fault", message });
const value = (given: unknown): CellReading => ({ is: "value", value: given });

function plain(cell: NonNullable<SheetCell>, shown: string | undefined, make: (text: string) => unknown): CellReading {
  const read = asShown(cell, shown);
  return read.fault !== undefined ? fault(read.fault) : value(make(read.text));
}

/** A cell as a text, as it is shown where that is how people write it: 123 shown as 000123 is 000123. What Excel has made of a text without their knowing is told. */
export function asShown(
  cell: NonNullable<SheetCell>,
  shown: string | undefined,
): { text: string; fault?: undefined } | { text?: undefined; fault: string } {
  const text = textOf(cell);
  if (text === undefined) return { fault: lostDigits };
  if (typeof cell === "string" && /^\d(?:\.\d+)?e\+\d{1,3}$/i.test(text))
    return { fault: `“${text}”是表格软件改写过的长数字，末尾的数字已丢失；请按原来的内容重新填写` };
  if (shown === undefined || typeof cell === "string") return { text };
  if (cell instanceof Date)
    return { fault: `Excel 把它当成了日期（显示“${shown}”，实际是 ${text}）；请把单元格格式改为“文本”后重新填写` };
  const digits = shown.replaceAll(",", "");
  if (/e[+-]?\d+$/i.test(shown))
    return { fault: `单元格显示“${shown}”，实际是 ${text}；请把单元格格式改为“文本”后重新填写` };
  // Separators and decimals of a number: the number is meant, but for the zeros before it.
  if (/^-?\d+(\.\d+)?$/.test(digits)) {
    if (/^0\d/.test(digits) && Number(digits) === cell) return { text: digits };
    return { text };
  }
  if (shown.replace(/\D/g, "").replace(/^0+(?=\d)/, "") === text) return { text: shown };
  return { fault: `单元格显示“${shown}”，实际是 ${text}；请把单元格格式改为“文本”后重新填写` };
}

/** A time of day as people and Excel write it: 22：00, 6点半, 0600, 600, a part of a day; beyond midnight up to 47:59. */
/** A cell as a time of day, HH:MM and past midnight on; empty where it is none. */
export function clockIn(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined || cell === "") return "";
  const read = readTime(cell, undefined);
  return read.is === "value" && /^\d{2}:\d{2}$/.test(String(read.value)) ? String(read.value) : "";
}

function readTime(cell: NonNullable<SheetCell>, shown: string | undefined): CellReading {
  if (cell instanceof Date) return plain(cell, shown, (said) => said);
  if (typeof cell === "number" && cell > 0 && cell < 2 && !Number.isInteger(cell))
    return value(clockOf(Math.round(cell * 1440)));
  if (typeof cell === "number" && !Number.isInteger(cell)) return value(String(exact(cell)));
  const text = String(cell).normalize("NFKC").replace(/\s/g, "");
  const found =
    /^(\d{1,2})[:.](\d{2})(?::00)?$/.exec(text) ??
    /^(\d{1,2})[点时](\d{1,2})?分?$/.exec(text) ??
    /^(\d{1,2})点(半)$/.exec(text) ??
    /^(\d{1,2})(\d{2})$/.exec(text);
  if (!found) return value(typeof cell === "string" ? cell : text);
  const minutes = found[2] === "半" ? 30 : Number(found[2] ?? 0);
  return minutes < 60 ? value(clockOf(Number(found[1]) * 60 + minutes)) : value(text);
}

const lostDigits = "这个数字超过 15 位，Excel 已经丢失末尾的数字；请把单元格格式改为“文本”后重新填写";

const hasLostDigits = (cell: SheetCell) => typeof cell === "number" && Math.abs(cell) >= 1e15;

/** A cell as a text; undefined where Excel has lost digits of it. */
function textOf(cell: NonNullable<SheetCell>): string | undefined {
  if (typeof cell === "string") return cell;
  if (typeof cell === "boolean") return cell ? "是" : "否";
  if (cell instanceof Date) return momentText(cell);
  return hasLostDigits(cell) ? undefined : String(exact(cell));
}

/** A day, a moment, or a time of day, which Excel keeps as a part of its first days. */
function momentText(date: Date): string {
  const minutes = Math.round((date.getTime() - firstDay) / 60_000);
  if (minutes >= 0 && minutes < 2 * 1440) return clockOf(minutes);
  const ofDay = ((minutes % 1440) + 1440) % 1440;
  return ofDay ? `${dayOf(date)} ${clockOf(ofDay)}` : dayOf(date);
}

const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

const firstDay = Date.UTC(1899, 11, 30);

/** Excel keeps 15 digits; what stands behind them is noise of its arithmetic. */
export const exact = (number: number) => Number(number.toPrecision(15));
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** The code of a record, or the code with its name behind it as our own lists offer it. */
function readCode(cell: NonNullable<SheetCell>, shown: string | undefined): CellReading {
  const read = asShown(cell, shown);
  return read.fault !== undefined ? fault(read.fault) : { is: "code", code: read.text };
}

function readNumber({ field, header }: SheetColumn, cell: NonNullable<SheetCell>, shown?: string): CellReading {
  if (typeof cell === "number")
    return value(exact(field.unit === "%" && shown?.endsWith("%") ? exact(cell) * 100 : cell));
  if (typeof cell !== "string") return fault(`${header}应为数字`);
  let text = cell.normalize("NFKC").replace(/\s/g, "");
  for (const unit of unitsOf(field.unit)) if (text.toLowerCase().endsWith(unit)) text = text.slice(0, -unit.length);
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) text = text.replaceAll(",", "");
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return value(Number(text));
  const axis = axisOf(field.rule);
  if (!axis) return fault(`“${short(cell)}”不是数字`);
  const degrees = readDegrees(cell, axis);
  return degrees === null ? fault(`“${short(cell)}”不是${header}，请写成例如 ${degreeExamples[axis]}`) : value(degrees);
}

/** How people write a unit behind a number. */
function unitsOf(unit: string | undefined): string[] {
  if (!unit) return [];
  const plain = unit.normalize("NFKC").toLowerCase();
  return [...new Set([plain, ...(otherUnits[plain] ?? [])])];
}

const otherUnits: Record<string, string[]> = {
  公里: ["km", "千米"],
  "公里/时": ["km/h", "公里"],
  米: ["m"],
  毫米: ["mm"],
  千克: ["kg", "公斤"],
  千瓦时: ["kwh", "度"],
  分钟: ["分", "min"],
  个: ["座", "人"],
};

function readDate(cell: NonNullable<SheetCell>): CellReading {
  if (cell instanceof Date) return value(dayOf(cell));
  const text = String(cell).normalize("NFKC").trim();
  const found =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ]0{1,2}:00(?::00)?)?$/.exec(text) ??
    /^([12]\d{3})(\d{2})(\d{2})$/.exec(text);
  if (!found) return fault(`“${short(text)}”不是日期，请填写例如 2026-05-01 的日期`);
  const [, year, month, day] = found;
  return value(`${year}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}`);
}

const yes = new Set(["是", "有", "启用", "√", "✓", "true", "yes", "y", "1"]);
const no = new Set(["否", "无", "停用", "×", "✗", "false", "no", "n", "0"]);

function readCheck(cell: NonNullable<SheetCell>): CellReading {
  const text = String(cell).normalize("NFKC").trim().toLowerCase();
  if (yes.has(text)) return value(true);
  return no.has(text) ? value(false) : fault(`请填写 是 或 否，而不是“${short(text)}”`);
}

function readChoice({ choices = [] }: SheetColumn, cell: NonNullable<SheetCell>): CellReading {
  const text = textOf(cell) ?? String(cell);
  const found =
    choices.find(({ label }) => plainOf(label) === plainOf(text)) ?? choices.find((one) => String(one.value) === text);
  if (found) return value(found.value);
  const offered = choices.slice(0, 8).map(({ label }) => label);
  return fault(`没有“${short(text)}”这一项，可选：${offered.join("、")}${choices.length > 8 ? "等" : ""}`);
}

function readBits({ bits = [] }: SheetColumn, cell: NonNullable<SheetCell>): CellReading {
  const isLabel = (word: string) => bits.some(({ label }) => plainOf(label) === plainOf(word));
  const words = (textOf(cell) ?? "")
    .split(/[、,，;；\n]+/)
    .flatMap((word) => (isLabel(word) ? [word] : word.split(/\s+/)))
    .filter(Boolean);
  const wrong = words.find((word) => !isLabel(word));
  if (wrong) return fault(`没有“${short(wrong)}”这一项，可选：${bits.map(({ label }) => label).join("、")}`);
  return value(
    bits
      .filter(({ label }) => words.some((word) => plainOf(word) === plainOf(label)))
      .reduce((sum, bit) => sum | bit.value, 0),
  );
}

const plainOf = (text: string) => text.normalize("NFKC").replace(/\s/g, "").toLowerCase();
const short = (text: string) => (text.length > 20 ? `${text.slice(0, 20)}…` : text);

/** A field's value as its cell has it, so that the same file read again changes nothing; keys of other records are their codes by then. */
export function writeCell({ write, kind, choices, bits, reference }: SheetColumn, given: unknown): SheetCell {
  if (given === null || given === undefined || given === "") return null;
  if (reference) return String(given);
  if (write) return write(given as never);
  if (bits)
    return (
      bits
        .filter((bit) => Number(given) & bit.value)
        .map(({ label }) => label)
        .join("、") || null
    );
  if (choices) return choices.find((one) => String(one.value) === String(given))?.label ?? String(given);
  if (typeof given === "boolean") return given ? "是" : "否";
  // Workbooks know no days before 1900.
  if (kind === "date" && String(given) >= "1900-03-01") return new Date(`${String(given).slice(0, 10)}T00:00:00Z`);
  return typeof given === "number" ? given : String(given);
}
