import { type RawBuilder, sql, type Transaction } from "kysely";
import { outside } from "~/kit/data/access/outside";
import { inScope, shownWithin } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { type FieldError, problem } from "~/kit/ground/problem";

interface Parties {
  ownerType?: string | null;
  ownerUuid?: string | null;
  busUuids?: readonly string[];
  lineUuids?: readonly string[];
}

/** The keys of the owner, buses and lines that a fence names by key, number or name; what does not exist or is not the viewer's is refused, each by itself, unless the fence had it already. What is shown as outside stands for what it had. */
export async function resolveParties<P extends Parties>(
  trx: Transaction<DB>,
  viewer: Viewer,
  given: P,
  kept: Parties = {},
): Promise<P> {
  const { ownerType, busUuids, lineUuids } = given;
  const same = given.ownerUuid === outside && ownerType === kept.ownerType;
  const ownerUuid = same ? kept.ownerUuid : given.ownerUuid;
  const errors: FieldError[] = [];
  const owner =
    ownerType && ownerUuid && ownerUuid !== kept.ownerUuid
      ? await ownerNamed(trx, viewer, ownerType, ownerUuid)
      : undefined;
  if (owner && "message" in owner) errors.push({ path: "ownerUuid", message: owner.message });
  const buses =
    busUuids &&
    (await findNamed(
      trx,
      sql`bus`,
      sql`bus_uuid`,
      sql`bus_self_code`,
      inScope(viewer, sql`org_id`),
      busUuids,
      kept.busUuids,
    ));
  if (buses) errors.push(...unknownRows("busUuids", "没有自编号为", "的车辆，或不在您的机构范围内", buses.missing));
  const lines =
    lineUuids &&
    (await findNamed(
      trx,
      sql`line`,
      sql`line_uuid`,
      sql`line_name`,
      inScope(viewer, sql`org_id`),
      lineUuids,
      kept.lineUuids,
    ));
  if (lines) errors.push(...unknownRows("lineUuids", "没有线路", "，或不在您的机构范围内", lines.missing));
  if (errors.length > 0) throw problem.fields(errors);
  return {
    ...given,
    ...(same && { ownerUuid }),
    ...(owner && "key" in owner && { ownerUuid: owner.key }),
    ...(buses && { busUuids: buses.keys }),
    ...(lines && { lineUuids: lines.keys }),
  };
}

export async function loadPartyNames(
  viewer: Viewer,
  fence: { ownerType: string | null; ownerUuid: string | null; busUuids: readonly string[] },
): Promise<{ owner: string; buses: string }> {
  const owner = fence.ownerType && owners[fence.ownerType];
  const [called, buses] = await Promise.all([
    owner
      ? sql<{
          code: string;
        }>`select ${owner.scoped ? shownWithin(viewer, sql`org_id`, owner.code) : owner.code} as code from ${owner.table} where ${owner.key} = ${fence.ownerUuid}`.execute(
          db(),
        )
      : null,
    sql<{
      code: string;
    }>`select distinct ${shownWithin(viewer, sql`org_id`, sql`bus_self_code`)} as code from bus where bus_uuid = any(${fence.busUuids}) order by 1`.execute(
      db(),
    ),
  ]);
  return { owner: called?.rows[0]?.code ?? "", buses: buses.rows.map(({ code }) => code).join("\n") };
}

const owners: Record<
  string,
  {
    noun: string;
    table: RawBuilder<unknown>;
    key: RawBuilder<unknown>;
    code: RawBuilder<unknown>;
    names: RawBuilder<unknown>[];
    scoped: boolean;
  }
> = {
  parking: {
    noun: "编号或名称为“?”的场站",
    table: sql`depot`,
    key: sql`parking_uuid`,
    code: sql`parking_num`,
    names: [sql`parking_num`, sql`parking_name`],
    scoped: true,
  },
  line: {
    noun: "名称为“?”的线路",
    table: sql`line`,
    key: sql`line_uuid`,
    code: sql`line_name`,
    names: [sql`line_name`],
    scoped: true,
  },
  station: {
    noun: "编号为“?”的站点",
    table: sql`station`,
    key: sql`sta_uuid`,
    code: sql`sta_self_code`,
    names: [sql`sta_self_code`],
    scoped: false,
  },
};

async function ownerNamed(
  trx: Transaction<DB>,
  viewer: Viewer,
  type: string,
  text: string,
): Promise<{ key: string } | { message: string }> {
  const { noun, table, key, names, scoped } = owners[type]!;
  const named = sql.join(
    names.map((name) => sql`${name} = ${text}`),
    sql` or `,
  );
  const { rows } = await sql<{
    key: string;
  }>`select ${key} as key from ${table} where deleted_at is null and ${scoped ? inScope(viewer, sql`org_id`) : sql`true`} and (${key} = ${text} or ${named}) limit 2`.execute(
    trx,
  );
  const what = noun.replace("?", text.slice(0, 30));
  if (rows.length === 1) return { key: rows[0]!.key };
  return { message: rows.length === 0 ? `没有${what}，或不在您的机构范围内` : `有多个${what}，请改填编号` };
}

async function findNamed(
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

function unknownRows(
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
