import { type RawBuilder, sql, type Transaction } from "kysely";
import { outside } from "~/kit/data/access/outside";
import type { DB } from "~/kit/data/db/tables";
import type { FieldError } from "~/kit/ground/problem";

export async function findNamed(
  trx: Transaction<DB>,
  table: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  code: RawBuilder<unknown>,
  scope: RawBuilder<unknown>,
  given: readonly string[],
  kept: readonly string[] = [],
) {
  if (given.length === 0) return { keys: [], missing: [] };
  const { rows } = await sql<{
    key: string;
    code: string;
    visible: boolean;
  }>`select ${key} as key, ${code} as code, ${scope} as visible from ${table} where ${key} = any(${kept}) or deleted_at is null and ${scope} and (${key} = any(${given}) or ${code} = any(${given}))`.execute(
    trx,
  );
  const byText = new Map<string, readonly string[]>(
    rows.flatMap((row) => [[row.key, [row.key]] as const, ...(row.visible ? [[row.code, [row.key]] as const] : [])]),
  );
  const hidden = rows.filter(({ visible }) => !visible).map((row) => row.key);
  if (hidden.length > 0) byText.set(outside, hidden);
  const keys = [...new Set(given.flatMap((text) => byText.get(text) ?? []))];
  return { keys, missing: given.flatMap((text, index) => (byText.has(text) ? [] : [{ text, row: index + 1 }])) };
}

const mostNamed = 10;

export function unknownRows(
  path: string,
  before: string,
  after: string,
  missing: { text: string; row: number }[],
): FieldError[] {
  const first = missing
    .slice(0, mostNamed)
    .map(({ text, row }) => ({ path, row, message: `${before}“${text.slice(0, 32)}”${after}` }));
  return missing.length > mostNamed
    ? [...first, { path, message: `另有 ${missing.length - mostNamed} 行找不到` }]
    : first;
}
