import { z } from "zod";
import type { Choice } from "~/kit/page/forms/field";
import { chosenFrom, date, recordKey, yesOrNo } from "~/kit/page/forms/rules";
import { type Column, defineTable, type FilterField, type TableDeclaration } from "~/kit/page/tables/define-table";
import type { Field, Fields } from "./fields";
import { recordUrl, type Room } from "./room";

type RoomWithFields<Row extends object> = Room<Row> & { fields: Fields };
type Look<Row> = Partial<Column<Row>> & { id: string };
type ListFilter = FilterField & { rule?: z.ZodType };

interface RecordTableDeclaration<Row> {
  /** The name of a field, or of another part of the row; the first links to the record. Heading and words are the field's. */
  columns: readonly (string | Look<Row>)[];
  /** Names of fields, and filters of the list's own with their rule. */
  filters: readonly (string | (Omit<ListFilter, "label"> & { label?: string; rule?: z.ZodType }))[];
  /** What `?keyword=` finds, in words; without it the list has no keyword. */
  keyword?: string;
  sortBy: string;
  pageSize?: TableDeclaration<Row, z.ZodObject>["pageSize"];
}

/** The list of a room's records: columns and filters named by field say nothing again that the field has said. */
export function recordTable<Row extends object>(room: RoomWithFields<Row>, declared: RecordTableDeclaration<Row>) {
  const columns = declared.columns.map((one, nth) => columnOf(room, typeof one === "string" ? { id: one } : one, nth));
  const filters = declared.filters.map((one) => filterOf(room.fields, typeof one === "string" ? { name: one } : one));
  if (declared.keyword)
    filters.unshift({
      name: "keyword",
      label: room.noun,
      placeholder: declared.keyword,
      width: 190,
      rule: z.string().trim().max(64).optional(),
    });
  return defineTable<Row>()({
    columns,
    filters: z.object(Object.fromEntries(filters.map(({ name, rule }) => [name, rule!]))),
    filterFields: filters.filter(({ label }) => label !== "").map(({ rule: _, ...field }) => field),
    sortBy: declared.sortBy,
    rowKey: (row) => String(row[room.key]),
    ...(declared.pageSize && { pageSize: declared.pageSize }),
  });
}

function columnOf<Row extends object>(room: RoomWithFields<Row>, look: Look<Row>, nth: number): Column<Row> {
  const field = room.fields[look.id];
  const relation = Object.values(room.fields).find(({ as }) => as === look.id);
  const words = (row: Row) => (field ? textOf(field, row[look.id as keyof Row]) : undefined);
  const linked =
    nth === 0 && !look.cell
      ? {
          cell: (row: Row) => <a href={recordUrl(room, row)}>{words(row) ?? String(row[look.id as keyof Row])}</a>,
          csv: (row: Row) => words(row) ?? String(row[look.id as keyof Row] ?? ""),
        }
      : {};
  return {
    ...(look.id === "updatedAt" && { header: "更新时间", width: 130, sortable: true, kind: "time", aside: true }),
    ...(field && {
      header: field.unit ? `${field.label}（${field.unit}）` : field.label,
      ...(field.kind === "number" && { align: "right" }),
      ...(field.choices && /state$/i.test(look.id) && { kind: "state" }),
      ...((field.choices || field.say || field.kind === "check") && { cell: words }),
    }),
    ...(relation && { header: relation.label, sortable: true }),
    ...linked,
    ...look,
  } as Column<Row>;
}

function textOf(field: Field, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (field.say) return field.say(value as never, {});
  if (field.choices) return field.choices.find((choice) => choice.value === value)?.label ?? String(value);
  return typeof value === "boolean" ? (value ? "是" : "否") : String(value);
}

const yesAndNo = (say: (on: boolean) => string): Choice[] =>
  [true, false].map((on) => ({ value: String(on), label: say(on) }));

function chosenRule({ refers, choices = [] }: Field): z.ZodType {
  if (refers) return chosenKey;
  const words = choices.map(({ value }) => value).filter((value) => typeof value === "string");
  return words.length > 0
    ? z.enum(words as [string, ...string[]], { error: "请从列表中选择" }).optional()
    : chosenFrom(choices as { value: number; label: string }[]);
}
const chosenKey = z.preprocess((value) => (value === "" ? undefined : value), recordKey.optional());

/** How a list is narrowed by a field: choices by one of them, ticks by yes or no, keys by one key, texts by a part. */
function filterOf(fields: Fields, given: Omit<ListFilter, "label"> & { label?: string }): ListFilter {
  const field = fields[given.name];
  if (!field && !given.rule) throw new Error(`the filter ${given.name} is no field: give its rule`);
  if (!field) return { label: "", ...given };
  const choices = field.choices?.map(({ value, label }) => ({ value: String(value), label }));
  const asked: Partial<ListFilter> =
    field.kind === "check"
      ? {
          kind: "choice",
          choices: yesAndNo((on) => field.say?.(on as never, {}) ?? (on ? "是" : "否")),
          rule: yesOrNo,
        }
      : field.kind === "choice"
        ? { kind: "choice", choices, rule: chosenRule(field) }
        : field.kind === "date"
          ? { kind: "date", rule: date.optional() }
          : { kind: "text", rule: z.string().trim().max(64).optional() };
  return { label: field.label, ...asked, ...given };
}
