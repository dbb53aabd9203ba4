import { z } from "zod";
import { keysToDelete, recordKey, text, version } from "~/kit/page/forms/rules";
import {
  changesOf,
  type Field,
  type Fields,
  formRulesOf,
  namesOf,
  type NamesOf,
  repliesOf,
  rulesOf,
  wordOf,
} from "./fields";
import type { HeadFigure } from "~/kit/page/screens/object-head";
import { type FieldWord, type FieldWords, fieldWords } from "./words";

/** Where the records are that a field's keys point at, and the column that names one. */
export interface ReferredTable {
  table: string;
  key: string;
  title: string;
  /** The column that finds one in a sheet, where it is not the title. */
  code?: string;
}

export interface Room<Row> {
  /** What a person calls one record. */
  noun: string;
  /** The list's address; a record's pages lie under it by its key. */
  url: string;
  /** The key's field, which is also its parameter in the addresses of a record's pages. */
  key: Extract<keyof Row, string>;
  nameOf(row: Row): string;
  words: FieldWords;
  /** The field of the address of a record's picture, under which the table has its file's key. */
  picture?: Extract<keyof Row, string>;
  /** A record as histories and conflicts tell it, where a field's words depend on another's value. */
  forHistory?(record: Record<string, unknown>): Record<string, unknown>;
  /** Fields that hold keys of other records; histories and conflicts show names for them. */
  refers?: Record<string, ReferredTable | readonly ReferredTable[]>;
}

export interface RoomPermissions {
  read: string;
  write: string;
  remove: string;
}

/** The codes of a room: `depot.read`, `depot.write`, `depot.delete`. */
export const permissions = <P extends string>(prefix: P) =>
  ({ read: `${prefix}.read`, write: `${prefix}.write`, remove: `${prefix}.delete` }) as const;

export const recordUrl = <Row>(room: Pick<Room<Row>, "url" | "key">, row: Row) =>
  `${room.url}/${String(row[room.key])}`;

/** What a rule over several fields says of a record, new or changed: issues with their fields. */
export type Check = (record: never, context: z.core.$RefinementCtx) => void;

interface Declaration<
  K extends string,
  F extends Fields,
  More extends z.ZodRawShape,
  M extends RoomPermissions,
> extends Pick<Room<never>, "refers" | "forHistory"> {
  name: string;
  noun: string;
  title: string;
  url: string;
  key: K;
  may: M;
  fields: F;
  /** What rows have beside key, fields, version and time of change. */
  more?: More;
  /** What histories and details call the parts of a record that are no fields; `refers` says which of them hold keys. */
  words?: Record<string, FieldWord>;
  picture?: Extract<keyof More, string>;
  /** The field that names a record; with several, all of them. */
  named: Extract<keyof F, string> | readonly Extract<keyof F, string>[];
  /** The field that describes a record beside its name in the recycle bin; the code where nothing is said. */
  described?: Extract<keyof F, string>;
  /** The field of its code, unique among living records: asked anew where a deleted record comes back and it is taken. */
  code?: Extract<keyof F, string>;
  bulk?: readonly Extract<keyof F, string>[];
  /** Its records stay so few, thousands at most, that sorting them costs less than an index for each column. */
  few?: true;
  /** Its fields in parts, by their titles, as form and page show them; one part of all of them where nothing is said. */
  parts?: Parts<Extract<keyof F, string>>;
  /** What its page shows, where that is not what the form holds. */
  shown?: Parts<Extract<keyof F | keyof NoInfer<More>, string> | ShownFact>;
  /** What its list says when there are no records at all. */
  emptyText?: string;
  /** Rules over several fields; a change is checked as the record it would make. */
  checks?: readonly Check[];
  /** Pages of its own beside list, edit and detail: `routes/<name>` at `<url>/<name>`, or under a record. */
  pages?: readonly string[];
  recordPages?: readonly string[];
  /** Which of a record's pages its head leads to, beside the first and the history. */
  tabs?: Readonly<Record<string, Tab>>;
  /** What the head says beside the name, where it is not the field that describes it. */
  noteOf?(row: never): string | undefined;
  /** Three or four things that one wants to know of a record first, beside its name on all its pages. */
  figuresOf?(row: never): (RoomFigure | false | null | undefined)[];
  /** What usually comes after a new record: said with a link once it is saved. */
  nextStep?(row: never): NextStep;
  without?: readonly StandardPage[];
}

/** `permission`: who may open what it leads to. */
export type RoomFigure = HeadFigure & { permission?: string };

/** A page and what it is for, offered to who may open it. */
export interface NextStep {
  label: string;
  href: string;
  permission: string;
}

type Parts<Part> = Readonly<Record<string, readonly Part[]>>;

/** What a page tells of a record in words of its own. */
export interface ShownFact {
  label: string;
  value(row: never): string | null;
  wide?: boolean;
}

/** A page of a record by what it is called; with the permission it asks for, where that is not the room's to read. */
/** `at` is the list of another menu entry whose page of the record the tab is. */
type Tab = string | { label: string; may: string; at?: string };

/** Pages that a room may be without; those, list, edit and detail are the kit's where the room has no file of the same name. */
export type StandardPage = "export" | "bulk" | "recycle" | "delete" | "history";

/** Declares a room: every page, call, message and file takes what its fields are called and hold from here. */
export function defineRoom<
  K extends string,
  F extends Fields,
  More extends z.ZodRawShape = Record<never, never>,
  M extends RoomPermissions = RoomPermissions,
>(declared: Declaration<K, F, More, M>) {
  const { fields, key, named, noun, checks = [], bulk = [] } = declared;
  const rules = rulesOf(fields);
  const withChecks = <S extends z.ZodType>(schema: S): S =>
    checks.reduce<z.ZodType>((checked, check) => checked.superRefine(check as never), schema) as S;
  const row = z.object({
    [key]: z.string(),
    ...repliesOf(fields),
    ...namesOf(fields),
    version: z.number(),
    updatedAt: z.string(),
    ...declared.more,
  } as unknown as RowShape<K, F, More>);
  const names = [named].flat() as string[];
  return {
    ...declared,
    words: fieldWords({
      ...Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, wordOf(one)])),
      ...declared.words,
    }),
    refers: { ...refersOf(fields), ...declared.refers },
    nameOf: (record: z.output<typeof row>) => names.map((name) => (record as Record<string, unknown>)[name]).join(" "),
    Form: withChecks(z.object({ ...formRulesOf(fields), version, reason: text(255).nullish() })),
    Add: withChecks(z.object({ ...rules, [key]: recordKey.optional() } as unknown as AddShape<K, F>)),
    Update: z.object({ ...changesOf(fields), [key]: recordKey, version } as unknown as UpdateShape<K, F>),
    Delete: keysToDelete(key, noun),
    Bulk: z.object(changesOf(Object.fromEntries(bulk.map((name) => [name, fields[name] as Field])))),
    Row: row,
    /** Phantoms: the shapes of a row and of what a new record is made from. */
    row: undefined as unknown as z.output<typeof row>,
    values: undefined as unknown as z.output<z.ZodObject<typeof rules>>,
  };
}

type RowShape<K extends string, F extends Fields, More> = { [Name in K]: z.ZodString } & {
  [Name in keyof F]: F[Name]["reply"];
} & { version: z.ZodNumber; updatedAt: z.ZodString } & NamesOf<F> &
  More;
type AddShape<K extends string, F extends Fields> = { [Name in K]: z.ZodOptional<typeof recordKey> } & {
  [Name in keyof F]: F[Name]["rule"];
};
type UpdateShape<K extends string, F extends Fields> = { [Name in K]: typeof recordKey } & {
  [Name in keyof F]: z.ZodOptional<F[Name]["change"]>;
} & { version: typeof version };

const refersOf = (fields: Fields): NonNullable<Room<never>["refers"]> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, { refers }]) => (refers ? [[name, refers]] : [])));

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- rooms of all rows stand in one list
export type DeclaredRoom<Row extends object = any> = Room<Row> & {
  name: string;
  title: string;
  may: RoomPermissions;
  fields: Fields;
  code?: string;
  described?: string;
  without?: readonly StandardPage[];
  tabs?: Readonly<Record<string, Tab>>;
  noteOf?(row: Row): string | undefined;
  nextStep?(row: Row): NextStep;
  figuresOf?(row: Row): (RoomFigure | false | null | undefined)[];
  named: string | readonly string[];
  bulk?: readonly string[];
  few?: true;
  parts?: Parts<string>;
  shown?: Parts<string | ShownFact>;
  emptyText?: string;
  checks?: readonly Check[];
  Form: z.ZodObject;
  Add: z.ZodObject;
  Update: z.ZodObject;
  Delete: z.ZodType<string[]>;
  Bulk: z.ZodObject;
  Row: z.ZodType;
};
