import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import type { DB } from "~/kit/data/db/tables";
import { type FieldError, problem } from "~/kit/ground/problem";
import type { RecordOrder } from "~/kit/page/tables/keys-by-record.server";
import type { Field } from "./fields";
import { scopeOf } from "./names.server";
import { findSource, listServed } from "./registry";
import type { DeclaredRoom, ReferredTable } from "./room";
import type { RecordSource, Mask } from "./source.server";
import { isVisible } from "./source-sql.server";
import type { Reference } from "./uses.server";

type Values = Record<string, unknown>;
type RelatedRoom = Pick<DeclaredRoom, "fields"> | undefined;

/** What is wrong with the records that fields name by key: one that is gone or out of the viewer's reach. The others are held against being deleted until the transaction ends; what stays as it is in `current` is not asked about. */
export async function findLost(
  trx: Transaction<DB>,
  viewer: Viewer,
  room: RelatedRoom,
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
  { table, key }: Pick<ReferredTable, "table" | "key">,
  keys: readonly string[],
): Promise<Set<string>> {
  const found = await sql<{ key: string }>`
    select ${sql.ref(key)} as key from ${sql.table(table)}
    where ${sql.ref(key)} = any(${[...new Set(keys)]}) and deleted_at is null and ${isVisible(scopeOf(table), viewer)} order by 1 for key share`.execute(
    trx,
  );
  return new Set(found.rows.map((row) => row.key));
}

/** What a deleted record must give up to come back: of the records that its fields name those that are deleted by now, or gone for good. Throws problem.used for one that it must have. */
export async function findGivenUp(trx: Transaction<DB>, room: RelatedRoom, deleted: Values): Promise<Values> {
  const givenUp: Values = {};
  for (const [path, field, { table, key, title }] of relationsOf(room)) {
    const keys = keysIn(deleted[path]);
    if (keys.length === 0) continue;
    const { rows } = await sql<{ key: string; title: string; isDeleted: boolean }>`
      select ${sql.ref(key)} as key, ${sql.ref(title)}::text as title, deleted_at is not null as is_deleted from ${sql.table(table)}
      where ${sql.ref(key)} = any(${keys}) order by 1 for key share`.execute(trx);
    const living = new Set(rows.flatMap((row) => (row.isDeleted ? [] : [row.key])));
    const left = keys.filter((one) => living.has(one));
    if (left.length === keys.length) continue;
    const without = Array.isArray(deleted[path]) ? left : null;
    if (field.change.safeParse(without).success) givenUp[path] = without;
    else throw problem.used(cannotReturn(field, table, rows.find(({ isDeleted }) => isDeleted)?.title));
  }
  return givenUp;
}

/** `title`: what it names that is in the recycle bin; nothing where it is gone for good. */
function cannotReturn({ label }: Field, table: string, title: string | undefined): string {
  if (title === undefined) return `${label}已被彻底删除，这条记录不能恢复`;
  const bin = listServed()
    .find(({ source }) => source.kept.table === table)
    ?.room.title.replace(/管理$/, "");
  return `${label} ${title} 已被删除，请先${bin ? `在${bin}的回收站` : ""}恢复`;
}

/** What rows tell of the records that fields name (`as`): what each is called, and the same to sort by; in the list's order of that room where it has one. */
export function namesOfRelated(table: string, room: Pick<DeclaredRoom, "fields">) {
  const told = relationsOf(room).flatMap(([path, { as }, referred]) => (as ? [{ path, as, ...referred }] : []));
  for (const { path, table: other } of told)
    if (other === table)
      throw new Error(`${path} names records of its own table: say \`more\` and \`joins\` for its name`);
  const shown = (mask: Mask, other: string, column: RawBuilder<unknown>) => {
    const { scope } = scopeOf(other);
    return scope ? mask(scope, column) : column;
  };
  const of = (other: string, column: string) => sql.ref(`${other}.${column}`);
  return {
    isAny: told.length > 0,
    select: (mask: Mask) =>
      sql.join(
        told.map(
          ({ path, as, table: other, key, title }) =>
            sql`(select ${shown(mask, other, of(other, title))} from ${sql.table(other)} where ${of(other, key)} = ${of(table, path)}) as ${sql.ref(as)}`,
        ),
      ),
    order: (mask: Mask): Record<string, RecordOrder> =>
      Object.fromEntries(
        told.map(({ path, as, table: other, key, title }) => {
          const says = findSource(other)?.order[title] ?? of(other, title);
          return [as, { by: of(table, path), table: other, key, says: shown(mask, other, says) }];
        }),
      ),
  };
}

/** What holds on to the records of a table: what the fields of other rooms say (`held`), and beside it `references`; what keeps them from being deleted first. */
export function withHolders(table: string, references: readonly Reference[]): Reference[] {
  const holders = listHolders(table);
  return [...holders.filter(({ blocking }) => blocking), ...references, ...holders.filter(({ blocking }) => !blocking)];
}

const listHolders = (table: string): Reference[] =>
  listServed().flatMap(({ room, source }) =>
    relationsOf(room).flatMap(([path, { held }, referred]) =>
      held && referred.table === table
        ? [holderOf(room, source, path, typeof held === "string" ? { label: held, blocking: true } : held)]
        : [],
    ),
  );

function holderOf(
  room: DeclaredRoom,
  { kept, scope }: RecordSource<object, never>,
  path: string,
  told: Pick<Reference, "blocking" | "label">,
): Reference {
  const of = (column: string) => sql.ref(`${kept.table}.${column}`);
  const names = [...new Set([[room.named].flat()[0]!, room.described ?? room.code ?? [room.named].flat()[0]!])];
  return {
    ...told,
    select: (keys) => sql`
      select ${of(path)} as used, ${of(kept.key)} as key, concat_ws(' ', ${sql.join(names.map(of))}) as title, ${scope ?? sql`null::text`} as org_id
      from ${sql.table(kept.table)} where ${of(path)} = any(${keys}) and ${of("deletedAt")} is null`,
    href: (key) => `${room.url}/${key}`,
  };
}

/** The fields whose values are keys of one room's records. */
const relationsOf = (room: RelatedRoom): [path: string, field: Field, referred: ReferredTable][] =>
  Object.entries(room?.fields ?? {}).flatMap(([path, field]) =>
    field.refers && !Array.isArray(field.refers) && !field.file ? [[path, field, field.refers as ReferredTable]] : [],
  );

const keysIn = (value: unknown): string[] => [value].flat().filter((one): one is string => typeof one === "string");

function lostWords({ label, isOrganisation }: Field, { table }: ReferredTable, isOfMany: boolean): string {
  if (isOrganisation) return "请从您可管理的机构中选择";
  const gone = scopeOf(table).scope ? "不存在、已删除或不在您的机构范围内" : "不存在或已删除";
  return `${isOfMany ? "有" : ""}${label}${gone}，请重新选择`;
}
