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

/** Reads a cell as Excel and people mean it, before the field's own rule is asked. */
export function readCell(column: SheetColumn, cell: SheetCell | undefined): CellReading {
  if (typeof cell === "string" && errorWord.test(cell.trim()))
    return fault(`单元格是公式错误 ${cell.trim()}，请改正公式，或直接填写内容`);
  const text = typeof cell === "string" ? cell.trim().replace(mark, "") : cell;
  if (text === null || text === undefined || text === "") return { is: "empty" };
  if (text === outside || text === tooLongForCell) return { is: "kept" };
  if (column.reference) return readCode(text);
  if (column.read) return plain(text, (said) => column.read!(said));
  if (column.bits) return readBits(column, text);
  switch (column.kind) {
    case "number":
      return readNumber(column, text);
    case "date":
      return readDate(text);
    case "check":
      return readCheck(text);
    case "choice":
      return readChoice(column, text);
    default:
      return plain(text, (said) => said);
  }
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

function plain(cell: NonNullable<SheetCell>, make: (text: string) => unknown): CellReading {
  const text = textOf(cell);
  return text === undefined ? fault(lostDigits) : value(make(text));
}

export const lostDigits = "这个数字超过 15 位，Excel 已经丢失末尾的数字；请把单元格格式改为“文本”后重新填写";

export const hasLostDigits = (cell: SheetCell) => typeof cell === "number" && Math.abs(cell) >= 1e15;

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
  const clock = (all: number) =>
    `${String(Math.floor(all / 60)).padStart(2, "0")}:${String(all % 60).padStart(2, "0")}`;
  if (minutes >= 0 && minutes < 2 * 1440) return clock(minutes);
  const ofDay = ((minutes % 1440) + 1440) % 1440;
  return ofDay ? `${dayOf(date)} ${clock(ofDay)}` : dayOf(date);
}

const firstDay = Date.UTC(1899, 11, 30);

/** Excel keeps 15 digits; what stands behind them is noise of its arithmetic. */
export const exact = (number: number) => Number(number.toPrecision(15));
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** The code of a record, or the code with its name behind it as our own lists offer it. */
function readCode(cell: NonNullable<SheetCell>): CellReading {
  const code = textOf(cell);
  return code === undefined ? fault(lostDigits) : { is: "code", code };
}

function readNumber({ field, header }: SheetColumn, cell: NonNullable<SheetCell>): CellReading {
  if (typeof cell === "number") return value(exact(cell));
  if (typeof cell !== "string") return fault(`${header}应为数字`);
  let text = cell.normalize("NFKC").replace(/\s/g, "");
  const unit = field.unit?.normalize("NFKC");
  if (unit && text.endsWith(unit)) text = text.slice(0, -unit.length);
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) text = text.replaceAll(",", "");
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return value(Number(text));
  const axis = axisOf(field.rule);
  if (!axis) return fault(`“${short(cell)}”不是数字`);
  const degrees = readDegrees(cell, axis);
  return degrees === null ? fault(`“${short(cell)}”不是${header}，请写成例如 ${degreeExamples[axis]}`) : value(degrees);
}

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
