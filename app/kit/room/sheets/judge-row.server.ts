import { createHash } from "node:crypto";
import { same } from "~/kit/data/db/record-table";
import { findIssues, findNewIssues } from "../checks.server";
import type { DeclaredRoom } from "../room";
import type { SheetColumn } from "./column";
import { type FindKey, foldCode, type KnownRecord } from "./known-records.server";
import { exact } from "./read-cell";
import { applyRules } from "./read-rows";
import type { CellError, Claims, JudgedBy, JudgedRow, ReadRow, SheetMode, Values } from "./sheet";

export interface SheetJudging extends JudgedBy {
  identity: string;
  columns: readonly SheetColumn[];
}

interface JudgedRowKeys {
  code: string;
  known: KnownRecord | undefined;
  freshKey: string | undefined;
  keysOf: ReadonlyMap<string, FindKey>;
  /** Field -> key of a record that is deleted, as the record itself holds it. */
  held: Values;
  starting: Starting;
}

interface Starting {
  values: Values;
  errors: readonly CellError[];
}

export type Draft = Omit<JudgedRow, "errors"> & { errors: CellError[]; after: Values; known: KnownRecord | undefined };

/** What a row calls its record, as the field's rule has it; empty where that is no code. */
export function readCode({ fields }: DeclaredRoom, identity: string, { values }: ReadRow): string {
  const { data } = fields[identity]!.rule.safeParse(values[identity]);
  return data === undefined || data === null ? "" : String(data);
}

/** A row by the field's rules, the room's checks and the rows before it. */
export function judgeRow(
  room: DeclaredRoom,
  unique: readonly string[],
  row: ReadRow,
  { mode, claims, keepsEmpty, identity, columns }: SheetJudging,
  { code, known, freshKey, keysOf, held, starting }: JudgedRowKeys,
): Draft {
  const errors: CellError[] = [...row.errors];
  const keys: Values = {};
  const isFolded = repeats(row, code, claims);
  for (const [name, said] of Object.entries(row.codes)) {
    const key = keysOf.get(name)?.(said) ?? held[name];
    if (key) keys[name] = key;
    else
      errors.push({
        name,
        message: notFound(
          columns.find((one) => one.name === name)!,
          said,
          keysOf.get(name)?.namesakes(said),
        ),
      });
  }
  const readable = Object.assign(keys, row.values);
  for (const { name } of errors) delete readable[name];
  if (known && keepsEmpty) for (const name of row.empty ?? []) delete readable[name];
  const ruled = applyRules(columns, readable, !known);
  errors.push(...ruled.errors, ...refuseMode(room, mode, identity, code, known));
  const own = unique.map((path) => [path, path === identity ? code : ruled.fields[path]] as const);
  // Objects of many names cost more than all rules, so the same one goes on.
  const fields = known
    ? Object.fromEntries(
        Object.entries(ruled.fields).filter(
          ([name, value]) =>
            !says(known.record[name], value) && !(name === identity && isSameCode(known.record[name], value)),
        ),
      )
    : Object.assign(ruled.fields, starting.values);
  if (!known) errors.push(...starting.errors);
  if (errors.length === 0) {
    const issues = known ? findNewIssues(room, known.record, fields) : findIssues(room, fields);
    errors.push(...issues.map(({ path, message }) => ({ name: path, message })));
  }
  const kind = isFolded ? "folded" : !known ? "new" : Object.keys(fields).length > 0 ? "changed" : "same";
  return {
    row: row.row,
    place: row.row,
    hidden: row.hidden,
    cells: row.cells,
    code,
    kind,
    fields,
    errors,
    known,
    key: known ? (known.visible ? known.key : null) : (freshKey ?? null),
    version: known?.visible ? known.version : null,
    before: known ? Object.fromEntries(Object.keys(fields).map((name) => [name, known.record[name] ?? null])) : null,
    claims: isFolded ? [] : claim(room, own, row, claims, errors),
    after: known ? { ...known.record, ...fields } : fields,
  };
}

const isSameCode = (stored: unknown, said: unknown) => foldCode(stored) === foldCode(said);

/** Cells hold 15 digits of a number, columns 17. */
const says = (stored: unknown, value: unknown) =>
  same(stored, value) || (typeof stored === "number" && typeof value === "number" && exact(stored) === value);

function refuseMode(
  { noun }: DeclaredRoom,
  mode: SheetMode,
  name: string,
  code: string,
  known: KnownRecord | undefined,
): CellError[] {
  if (!code) return [];
  if (known && !known.visible) return [{ name, message: `这个编号属于您的机构范围以外的${noun}` }];
  if (known && mode === "insert") return [{ name, message: `${noun}“${code}”已经存在，本次只新增` }];
  if (!known && mode === "update") return [{ name, message: `没有编号为“${code}”的${noun}，本次只修改` }];
  return [];
}

/** What a new record has where the file has no column for it, and what it lacks then; the same for all rows of a file. */
export function startingValues(room: DeclaredRoom, row: ReadRow | undefined): Starting {
  const values: Values = {};
  const errors: CellError[] = [];
  if (!row) return { values, errors };
  const given = new Set([
    ...Object.keys({ ...row.values, ...row.codes }),
    ...row.kept,
    ...row.errors.map(({ name }) => name),
  ]);
  for (const [name, { rule, label }] of Object.entries(room.fields)) {
    if (given.has(name)) continue;
    const parsed = rule.safeParse(undefined);
    if (!parsed.success) errors.push({ name, message: `新增${room.noun}需要“${label}”，文件中没有这一列` });
    else if (parsed.data !== undefined) values[name] = parsed.data;
  }
  return { values, errors };
}

/** Whether an earlier row with this code says the very same; else this one is kept for later ones. */
function repeats({ row, values, codes, errors }: ReadRow, code: string, claims: Claims): boolean {
  if (!code || errors.length > 0) return false;
  const said = createHash("sha256")
    .update(JSON.stringify([foldCode(code), values, codes]))
    .digest("base64");
  const first = claims.get(said);
  if (first === undefined) claims.set(said, row);
  return first !== undefined && first !== row;
}

/** What only one record may have stands once in a file. */
function claim(
  room: DeclaredRoom,
  unique: readonly (readonly [path: string, value: unknown])[],
  { row }: ReadRow,
  claims: Claims,
  errors: CellError[],
): string[] {
  const own = unique
    .filter(([, value]) => (value ?? "") !== "")
    .map(([path, value]) => [path, `${path}=${foldCode(value)}`] as const);
  for (const [path, one] of own) {
    const first = claims.get(one);
    if (first === undefined) claims.set(one, row);
    else if (first !== row) errors.push({ name: path, message: `与第 ${first} 行的${room.fields[path]!.label}重复` });
  }
  return own.map(([, one]) => one);
}

function notFound({ header, reference }: SheetColumn, said: string, namesakes = 0): string {
  const noun = reference!.table === "organisation" ? "机构" : header;
  if (namesakes > 1) return `有 ${namesakes} 个叫“${said}”的${noun}，请填写编号`;
  return `没有编号或名称为“${said}”的${noun}，或不在您的机构范围内`;
}
