import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import type { DB } from "~/kit/data/db/tables";
import { type FieldError, problem } from "~/kit/ground/problem";
import type { Field } from "./fields";
import { scopeOf } from "./names.server";
import { listServed } from "./registry";
import type { DeclaredRoom, Referred } from "./room";
import { isVisible } from "./source-sql.server";

type Values = Record<string, unknown>;
type Related = Pick<DeclaredRoom, "fields"> | undefined;

/** What is wrong with the records that fields name by key: one that is gone or out of the viewer's reach. The others are held against being deleted until the transaction ends; what stays as it is in `current` is not asked about. */
export async function findLost(
  trx: Transaction<DB>,
  viewer: Viewer,
  room: Related,
  values: Values,
  current: Values = {},
): Promise<FieldError[]> {
  const lost: FieldError[] = [];
  for (const [path, field, referred] of relationsOf(room)) {
    const before = keysIn(current[path]);
    const wanted = keysIn(values[path]).filter((key) => !before.includes(key));
    if (wanted.length === 0) continue;
    const living = await holdLiving(trx, viewer, referred, wanted);
    if (wanted.every((key) => living.has(key))) continue;
    lost.push({ path, message: lostWords(field, referred, Array.isArray(values[path])) });
  }
  return lost;
}

/** Throws problem.fields with what `findLost` finds. */
export async function requireRelated(...asked: Parameters<typeof findLost>): Promise<void> {
  const lost = await findLost(...asked);
  if (lost.length > 0) throw problem.fields(lost);
}

/** Which of these keys are of living records that the viewer reaches; none of them can be deleted until the transaction ends. */
export async function holdLiving(
  trx: Transaction<DB>,
  viewer: Viewer,
  { table, key }: Pick<Referred, "table" | "key">,
  keys: readonly string[],
): Promise<Set<string>> {
  const found = await sql<{ key: string }>`
    select ${sql.ref(key)} as key from ${sql.table(table)}
    where ${sql.ref(key)} = any(${[...new Set(keys)]}) and deleted_at is null and ${isVisible(scopeOf(table), viewer)} order by 1 for key share`.execute(
    trx,
  );
  return new Set(found.rows.map((row) => row.key));
}

/** What a deleted record must give up to come back: fields that may be empty, whose records are deleted by now. Throws problem.used for one that it must have. */
export async function findGivenUp(trx: Transaction<DB>, room: Related, deleted: Values): Promise<Values> {
  const givenUp: Values = {};
  for (const [path, field, { table, key, title }] of relationsOf(room)) {
    if (typeof deleted[path] !== "string") continue;
    const found = await sql<{ title: string; isDeleted: boolean }>`
      select ${sql.ref(title)}::text as title, deleted_at is not null as is_deleted from ${sql.table(table)}
      where ${sql.ref(key)} = ${deleted[path]} for key share`.execute(trx);
    const [other] = found.rows;
    if (!other?.isDeleted) continue;
    if (field.change.safeParse(null).success) givenUp[path] = null;
    else {
      const bin = listServed()
        .find(({ source }) => source.kept.table === table)
        ?.room.title.replace(/管理$/, "");
      throw problem.used(`${field.label} ${other.title} 已被删除，请先${bin ? `在${bin}的回收站` : ""}恢复`);
    }
  }
  return givenUp;
}

/** The fields whose values are keys of one room's records. */
const relationsOf = (room: Related): [path: string, field: Field, referred: Referred][] =>
  Object.entries(room?.fields ?? {}).flatMap(([path, field]) =>
    field.refers && !Array.isArray(field.refers) && !field.file ? [[path, field, field.refers as Referred]] : [],
  );

const keysIn = (value: unknown): string[] => [value].flat().filter((one): one is string => typeof one === "string");

function lostWords({ label, isOrganisation }: Field, { table }: Referred, isOfMany: boolean): string {
  if (isOrganisation) return "请从您可管理的机构中选择";
  const gone = scopeOf(table).scope ? "不存在、已删除或不在您的机构范围内" : "不存在或已删除";
  return `${isOfMany ? "有" : ""}${label}${gone}，请重新选择`;
}
