import type { Viewer } from "~/kit/data/access/viewer";
import { db, type Database, newKey } from "~/kit/data/db/pool.server";
import type { FieldError } from "~/kit/ground/problem";
import { openDoubts } from "../checks.server";
import type { Served } from "../served.server";
import { type Draft, type Given, judgeRow, readCode, startingValues } from "./judge-row.server";
import { findHeld, findKnown, findReferred, findTaken, foldCode } from "./known-records.server";
import type { CellError, Fit, JudgedRow, ReadRow } from "./sheet";

/** Judges rows by the field's rules, the room's checks, what is stored and the rows before them; all errors of a row at once. */
export async function judgeRows(
  { room, source }: Served,
  viewer: Viewer,
  rows: readonly ReadRow[],
  given: Given & { fit?: Fit },
  on: Database = db(),
): Promise<JudgedRow[]> {
  const { identity, columns, fit } = given;
  const { kept } = source;
  const alone = Object.values(kept.unique).filter(({ within }) => !within);
  const unique = [...new Set([identity, ...alone.map(({ path }) => path)])].filter((path) => path in room.fields);
  const codes = rows.map((row) => readCode(room, identity, row));
  const fresh = new Map(codes.filter(Boolean).map((code) => [foldCode(code), newKey()]));
  const names = columns.map(({ name }) => name);
  const [known, keysOf] = await Promise.all([
    findKnown(source, viewer, identity, codes, names, on),
    findReferred(viewer, columns, rows, { table: kept.table, fresh }, on),
  ]);
  const held = await findHeld(
    viewer,
    columns,
    rows.map((row, at) => ({ codes: row.codes, held: [known.get(foldCode(codes[at]!))?.record ?? []].flat() })),
    keysOf,
  );
  const starting = startingValues(room, rows[0]);
  const drafts = rows.map((row, at) => {
    const code = codes[at]!;
    return judgeRow(room, unique, row, given, {
      code,
      known: known.get(foldCode(code)),
      freshKey: fresh.get(foldCode(code)),
      keysOf,
      held: held[at]!,
      starting,
    });
  });
  for (const path of unique.filter((one) => one !== identity)) {
    const wanted = drafts.filter(({ fields }) => (fields?.[path] ?? null) !== null);
    if (wanted.length === 0) continue;
    const taken = await findTaken(
      kept,
      path,
      wanted.map(({ fields }) => fields![path]),
      on,
    );
    const message = alone.find((one) => one.path === path)!.message;
    for (const { fields, key, errors } of wanted)
      if ((taken.get(foldCode(fields![path])) ?? key) !== key) errors.push({ name: path, message });
  }
  const good = drafts.filter(({ errors, kind }) => errors.length === 0 && kind !== "same");
  const unfit = await fit?.(
    viewer,
    good.map((one) => ({ after: one.after, before: one.known?.record })),
    on,
  );
  good.forEach(({ errors, after, known }, at) =>
    errors.push(...(unfit?.[at] ?? []), ...openDoubts(source, viewer, after, known?.record).map(asCellError)),
  );
  return drafts.map(finish);
}

const asCellError = ({ path, message }: FieldError): CellError => ({
  name: path,
  message: `${message}；确实如此时，请在上传时勾选“提醒已核对”`,
});

function finish({ row, place, hidden, code, key, version, claims, ...draft }: Draft): JudgedRow {
  const { kind, fields, before, cells, errors } = draft;
  const own = { row, place, hidden, code, key, version, claims };
  return errors.length > 0
    ? { ...own, kind: "wrong", fields: null, before: null, cells, errors }
    : { ...own, kind, fields, before, cells: null, errors: null };
}
