import type { Viewer } from "~/kit/data/access/viewer";
import type { Database } from "~/kit/data/db/pool.server";
import { same } from "~/kit/data/db/record-table";
import { readCode } from "./judge-row.server";
import { findHeld, findKnown, findReferred, foldCode, type KnownRecord } from "./known-records.server";
import type { PartGiven, PartOfRecord } from "./part-sheet.server";
import { applyRules } from "./read-rows";
import type { CellError, JudgedBy, JudgedRow, ReadRow, Values } from "./sheet";

/** Judges rows of which each is an item of a record's list. */
export async function judgeItems(
  { served, part, owner, items }: PartGiven,
  viewer: Viewer,
  rows: readonly ReadRow[],
  { mode, claims, keepsEmpty }: JudgedBy,
  on: Database,
): Promise<JudgedRow[]> {
  const { room, source } = served;
  const codes = rows.map((row) => readCode(room, owner.name, row));
  const [known, keysOf] = await Promise.all([
    findKnown(source, viewer, owner.name, codes, [], on),
    findReferred(viewer, items, rows, { table: source.kept.table, fresh: new Map() }, on),
  ]);
  const stored = await part.read(
    viewer,
    [...known.values()].map(({ key }) => key),
    on,
  );
  const held = await findHeld(
    viewer,
    items,
    rows.map((row, at) => ({ codes: row.codes, held: stored.get(known.get(foldCode(codes[at]!))?.key ?? "") ?? [] })),
    keysOf,
  );
  return rows.map((row, at) => {
    const code = codes[at]!;
    const record = known.get(foldCode(code));
    const errors: CellError[] = [...row.errors, ...ownerErrors(code, record)];
    const keys: Values = {};
    for (const [name, said] of Object.entries(row.codes)) {
      const key = keysOf.get(name)?.(said) ?? held[at]![name];
      if (key) keys[name] = key;
      else errors.push({ name, message: `没有“${said}”，或不在您的机构范围内` });
    }
    const faulty = new Set(errors.map(({ name }) => name));
    const readable = Object.entries({ ...row.values, ...keys }).filter(([name]) => !faulty.has(name));
    const asNew = applyRules(items, Object.fromEntries(readable), true);
    const before = record && (stored.get(record.key) ?? []).find((one) => isSameItem(part, one, asNew.fields));
    const said = keepsEmpty && before ? readable.filter(([name]) => !row.empty?.includes(name)) : readable;
    const ruled = before ? applyRules(items, Object.fromEntries(said), false) : asNew;
    errors.push(...ruled.errors);
    const item = ruled.fields;
    if (errors.length === 0) errors.push(...claimItem(row, code, item), ...modeErrors(before));
    const none = part.isNone?.(item) ?? false;
    const names = Object.keys(item);
    const unchanged = none ? !before : before && names.every((name) => same(before[name], item[name]));
    return {
      row: row.row,
      place: row.row,
      hidden: row.hidden,
      code,
      claims: [],
      key: record?.key ?? null,
      version: record?.version ?? null,
      ...(errors.length > 0
        ? { kind: "wrong", cells: row.cells, fields: null, before: null, errors }
        : {
            kind: unchanged ? "same" : before ? "changed" : "new",
            cells: null,
            fields: before && !none ? { ...before, ...item } : item,
            before: before ?? null,
            errors: null,
          }),
    } as JudgedRow;
  });

  function ownerErrors(code: string, record: KnownRecord | undefined): CellError[] {
    if (code && !record) return [{ name: owner.name, message: `没有编号为“${code}”的${room.noun}` }];
    if (record && !record.visible) return [{ name: owner.name, message: `这个${room.noun}不在您的机构范围内` }];
    return code ? [] : [{ name: owner.name, message: `请填写${owner.header}` }];
  }

  function claimItem({ row }: ReadRow, code: string, item: Values): CellError[] {
    const claim = [code, ...part.named.map((name) => String(item[name] ?? ""))].join("\n");
    const first = claims.get(claim);
    if (first === undefined) claims.set(claim, row);
    return first === undefined || first === row ? [] : [{ name: owner.name, message: `与第 ${first} 行重复` }];
  }

  function modeErrors(before: Values | undefined): CellError[] {
    if (before && mode === "insert") return [{ name: owner.name, message: `${part.noun}已经存在，本次只新增` }];
    if (!before && mode === "update") return [{ name: owner.name, message: `没有这条${part.noun}，本次只修改` }];
    return [];
  }
}

export const isSameItem = ({ named }: PartOfRecord, one: Values, other: Values) =>
  named.every((name) => same(one[name], other[name]));
