/** A row of a form as it was typed, by the names of its fields. */
export type TypedRow = Record<string, string>;

export interface RowList {
  fields: readonly string[];
  most: number;
  fresh?: TypedRow;
}

export const rowField = (list: string, at: number, name: string) => `${list}[${at}].${name}`;

/** The form after one of its row buttons (`add:1:parts`, `up:3:parts`, rows from 1); null where it was another button. */
export function editRows(form: FormData, lists: Record<string, RowList>): FormData | null {
  const [verb = "", row, list = ""] = String(form.get("do") ?? "").split(":");
  const found = Object.hasOwn(lists, list) ? lists[list] : undefined;
  if (!found || !["add", "remove", "up", "down"].includes(verb)) return null;
  const rows = rowsIn(form, list, found.fields);
  const at = Number(row) - 1;
  const changed =
    verb === "add"
      ? rows.length < found.most
        ? [...rows, { ...found.fresh }]
        : rows
      : verb === "remove"
        ? rows.filter((_, place) => place !== at)
        : moveRow(rows, at, verb === "up" ? at - 1 : at + 1);
  const next = new FormData();
  for (const [name, value] of form) if (!name.startsWith(`${list}[`) && name !== "do") next.append(name, value);
  const [first = ""] = found.fields;
  changed.forEach((one, place) =>
    // A row in which nothing is said yet is a row all the same.
    Object.entries({ [first]: "", ...one }).forEach(([name, value]) => next.append(rowField(list, place, name), value)),
  );
  return next;
}

export function moveRow<T>(rows: readonly T[], from: number, to: number): T[] {
  const moved = rows[from];
  if (moved === undefined || rows[to] === undefined) return [...rows];
  const rest = rows.filter((_, at) => at !== from);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
}

/** Rows of a record or of a refused form as controls show them: a tick is `on` or absent. */
export function typedRows(value: unknown, fields: readonly string[]): TypedRow[] {
  if (!Array.isArray(value)) return [];
  return value.map((row: Record<string, unknown> | null) =>
    Object.fromEntries(
      fields.flatMap((name) => {
        const one = row?.[name];
        if (one === undefined || one === null || one === false) return [];
        return [[name, one === true ? "on" : String(one)]];
      }),
    ),
  );
}

function rowsIn(form: FormData, list: string, fields: readonly string[]): TypedRow[] {
  const rows = new Map<number, TypedRow>();
  for (const [name, value] of form) {
    if (!name.startsWith(`${list}[`) || typeof value !== "string") continue;
    const [, at, field = ""] = /^\[(\d{1,4})\]\.(\w+)$/.exec(name.slice(list.length)) ?? [];
    if (fields.includes(field)) rows.set(Number(at), { ...rows.get(Number(at)), [field]: value });
  }
  return [...rows].sort(([one], [other]) => one - other).map(([, row]) => row);
}
