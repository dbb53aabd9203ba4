import { z } from "zod";
import * as rules from "~/kit/page/forms/rules";
import { iconChoices } from "~/kit/page/forms/icon-names";
import type { ReferredTable } from "./room";
import type { FieldWord, Names } from "./words";

export interface Option {
  value: number | string;
  label: string;
}

export interface Look {
  hint?: string;
  placeholder?: string;
  unit?: string;
  wide?: boolean;
  rows?: number;
  /** A text that is a time of day, maybe after midnight: a sheet may say it in any way that people write times. */
  isClock?: true;
}

export type FieldKind = "text" | "lines" | "number" | "choice" | "check" | "date" | "time" | "file" | "own";

export type HeldBy = string | { label: string; blocking: false };

export interface FileLimits {
  /** Types by content, each with what people call it; any where nothing is said. */
  accept?: Readonly<Record<string, string>>;
  /** Bytes. */
  most: number;
}

/** One field of a record, said once: what it is called, how it is asked for, what it may hold, how it reads. */
export interface Field<
  Rule extends z.ZodType = z.ZodType,
  Change extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> extends Look {
  label: string;
  kind: FieldKind;
  /** Of a new record and of a form. */
  rule: Rule;
  /** Of a change that names the field. */
  change: Change;
  reply: Reply;
  choices?: readonly Option[];
  start?: unknown;
  /** Its words in details and histories, where they are not the value, its choice or the record it names. */
  say?: (value: never, names: Names) => string;
  /** Options that are bits of one number. */
  bits?: readonly { value: number; label: string }[];
  refers?: ReferredTable | readonly ReferredTable[];
  /** What the other room calls the records that name one of its own by this field: they keep it from being deleted, or are only told of. */
  held?: HeldBy;
  /** The output column under which rows tell what the other record is called. */
  as?: string;
  /** How that column answers. */
  named?: z.ZodType;
  file?: FileLimits;
  /** It holds the key of an organisation: living and within the viewer's scope, by create and update. */
  isOrganisation?: boolean;
}

export type Fields = Record<string, Field>;
type RulesOf<F extends Fields> = { [Name in keyof F]: F[Name]["rule"] };
type ChangesOf<F extends Fields> = { [Name in keyof F]: z.ZodOptional<F[Name]["change"]> };
type RepliesOf<F extends Fields> = { [Name in keyof F]: F[Name]["reply"] };

/** The columns that tell what records named by fields are called. */
export type NamesOf<F extends Fields> = {
  [Name in keyof F as F[Name] extends { as: infer A extends string; named: z.ZodType } ? A : never]: F[Name] extends {
    named: infer P extends z.ZodType;
  }
    ? P
    : never;
};
export const namesOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.values(fields).flatMap(({ as, named }) => (as && named ? [[as, named]] : [])),
  ) as unknown as NamesOf<F>;

const pick = <F extends Fields, P>(fields: F, part: (field: Field) => P) =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, part(one)]));

/** The shapes of some fields for a zod object: of a new record, of a change, of an answer. */
export const rulesOf = <F extends Fields>(fields: F) => pick(fields, (one) => one.rule) as RulesOf<F>;
/** The shapes of a form: a box that is not ticked is sent as nothing, and means no. */
export const formRulesOf = <F extends Fields>(fields: F) =>
  pick(fields, ({ kind, rule, change }) => (kind === "check" ? change.default(false as never) : rule)) as RulesOf<F>;
export const changesOf = <F extends Fields>(fields: F) => pick(fields, (one) => one.change.optional()) as ChangesOf<F>;
export const repliesOf = <F extends Fields>(fields: F) => pick(fields, (one) => one.reply) as RepliesOf<F>;

const emptyIsAbsent = <R extends z.ZodType>(rule: R) =>
  z.preprocess((value) => (value === "" || value === null ? undefined : value), rule);

const make = <R extends z.ZodType, P extends z.ZodType>(
  label: string,
  kind: FieldKind,
  rule: R,
  reply: P,
  look: Partial<Field>,
): Field<R, R, P> => {
  const about = describe(label, look);
  const described = rule.meta(about);
  return { ...look, label, kind, rule: described, change: described, reply: reply.meta(about) } as Field<R, R, P>;
};

/** What the description of the calls says of a field. */
function describe(label: string, { unit, hint, choices = [] }: Partial<Field>) {
  const numbered = choices.filter((one): one is { value: number; label: string } => typeof one.value === "number");
  const meaning = numbered.length > 0 && rules.meaningOf(numbered);
  return {
    title: unit ? `${label}（${unit}）` : label,
    ...meaning,
    ...(hint && { description: meaning ? `${hint}；${meaning.description}` : hint }),
  };
}

type NullableNamed<F> = F extends { as: infer A extends string; named: infer P extends z.ZodType }
  ? { as: A; named: z.ZodNullable<P> }
  : unknown;

/** The same field where it may be left empty: "", null and nothing given all store null. */
export function optional<R extends z.ZodType, P extends z.ZodType, F extends Field<R, R, P>>(
  given: F & Field<R, R, P>,
) {
  const { rule, reply, named, ...field } = given as Field<R, R, P>;
  const empty = rules.orEmpty(rule);
  return {
    ...field,
    ...(named && { named: named.nullable() }),
    rule: empty,
    change: empty,
    reply: reply.nullable(),
  } as Field<typeof empty, typeof empty, z.ZodNullable<P>> & NullableNamed<F>;
}

/** The same field where a new record has `value` if nothing is said. */
export function withDefault<R extends z.ZodType, P extends z.ZodType>(field: Field<R, R, P>, value: z.output<R>) {
  const rule = emptyIsAbsent(field.rule.default(value as never));
  return { ...field, rule, start: value } as Field<typeof rule, R, P>;
}

type KeyField = Field<ReturnType<typeof rules.keyOf>, ReturnType<typeof rules.keyOf>, z.ZodString>;

function record<const A extends string>(
  label: string,
  refers: ReferredTable,
  look: Look & { as: A; held?: HeldBy },
): KeyField & { as: A; named: z.ZodString };
function record(label: string, refers: ReferredTable, look?: Look & { held?: HeldBy }): KeyField;
function record(label: string, refers: ReferredTable, look: Look & { as?: string; held?: HeldBy } = {}): KeyField {
  const field = make(label, "choice", rules.keyOf(label), z.string(), { ...look, refers });
  return look.as ? { ...field, named: z.string().meta({ title: label }) } : field;
}

const organisation = { table: "organisation", key: "orgId", title: "orgName", code: "orgCode" };

/** The kinds of fields. Texts and dates may be left empty with `optional`, and so may numbers and choices. */
export const field = {
  /** A number or letters that people know the record by, unique among living records. */
  code: (label: string, most: number, look: Look = {}) =>
    make(label, "text", rules.code(label, most), z.string(), look),
  name: (label: string, most: number, look: Look = {}) =>
    make(label, "text", rules.requiredText(label, most), z.string(), look),
  /** A text of one line that may be left empty. */
  text: (label: string, most: number, look: Look = {}) =>
    optional(make(label, "text", rules.lineText(most), z.string(), look)),
  note: (label: string, most = 255, look: Look = {}) =>
    optional(make(label, "lines", rules.text(most), z.string(), { wide: true, ...look })),
  phone: (label = "联系电话", look: Look = {}) => optional(make(label, "text", rules.phone, z.string(), look)),
  whole: (label: string, least: number, most: number, look: Look = {}) =>
    make(label, "number", rules.whole(least, most), z.number(), look),
  /** A place in an order; left empty, a new record is the last, and another keeps its place. */
  place: () => {
    const place = make("排序", "number", rules.whole(0, 9999), z.number(), { hint: "小的在前；留空排在最后" });
    return { ...place, rule: emptyIsAbsent(place.rule.optional()) };
  },
  decimal: (label: string, least: number, most: number, places: number, look: Look = {}) =>
    make(label, "number", rules.decimal(least, most, places), z.number(), look),
  choice: (label: string, options: readonly { value: number; label: string }[], look: Look = {}) =>
    make(label, "choice", rules.oneOf(options), z.number(), { ...look, choices: options }),
  /** One of some words, stored as they are; or of options whose value is a word. */
  word: (label: string, options: readonly (string | { value: string; label: string })[], look: Look = {}) => {
    const choices = options.map((one) => (typeof one === "string" ? { value: one, label: one } : one));
    const rule = z.enum(choices.map(({ value }) => value) as [string, ...string[]], { error: "请从列表中选择" });
    return make(label, "choice", rule, z.string(), { ...look, choices });
  },
  date: (label: string, look: Look = {}) => make(label, "date", rules.date, z.string().meta({ format: "date" }), look),
  check: (label: string, look: Look = {}) => withDefault(make(label, "check", z.boolean(), z.boolean(), look), false),
  /** Whether the record is in use: true or false on the wire, 启用 or 停用 in words. */
  enabled: (look: Look = {}) => ({
    ...withDefault(make("启用", "check", z.boolean(), z.boolean(), look), true),
    say: (on: boolean) => (on ? "启用" : "停用"),
  }),
  icon: (label = "图标", look: Look = {}) =>
    optional(make(label, "choice", rules.icon, z.string(), { ...look, choices: iconChoices })),
  /** The key of an organisation; rows tell its name as `orgName`. */
  organisation: (label = "所属机构", look: Look = {}) => ({
    ...record(label, organisation, { ...look, as: "orgName" }),
    isOrganisation: true,
  }),
  /** The key of a record of another room; its choices come with the page. With `as`, rows tell what it is called, where the viewer may know; with `held`, it is not deleted while one names it. */
  record,
  /** A point, both halves or none; with `wholePoint` among the room's checks. */
  point: () => ({
    lng: optional(make("经度", "own", rules.lng, z.number(), {})),
    lat: optional(make("纬度", "own", rules.lat, z.number(), {})),
  }),
  /** One attachment of the record; its column refers to `stored_file`. */
  file: (label: string, { accept, most = 20 * 2 ** 20, ...look }: Partial<FileLimits> & Look = {}) =>
    optional(
      make(label, "file", rules.recordKey, z.string(), {
        ...look,
        file: { accept, most },
        refers: { table: "storedFile", key: "fileKey", title: "fileName" },
      }),
    ),
  ruled: <R extends z.ZodType, P extends z.ZodType>(
    kind: Exclude<FieldKind, "own" | "file">,
    label: string,
    rule: R,
    reply: P,
    look: Partial<Field> = {},
  ) => make(label, kind, rule, reply, look),
  /** A field with a control of its own, which the room's form places itself. */
  own: <R extends z.ZodType, P extends z.ZodType>(label: string, rule: R, reply: P, more: Partial<Field> = {}) =>
    make(label, "own", rule, reply, more),
};

export function wordOf({ label, choices, bits, unit, say }: Field): FieldWord {
  return { label, choices, bits, unit, say } as FieldWord;
}
