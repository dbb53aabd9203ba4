import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { sql } from "kysely";
import { groupBy } from "~/kit/ground/group-by";
import type { Database } from "~/kit/data/db/pool.server";
import type { RoadEdge } from "~/transit/roads/edge";
import type { TurnRule } from "~/transit/roads/turn-rule";
import { type EdgeRow, toEdge, toRow } from "./edge-row.server";
import { digestsOf, edgesOfWays, insertEdges, type RoadPlan, touchNetwork } from "./store-roads.server";
import { storedRules, writeTurns } from "./turns.server";

/** A way as it was before an import, and by a digest what the import made of it; "" where it is none any more. */
type WayBefore = [wayId: number, left: string, edges: PackedEdge[]];
type TurnBefore = [relationId: number, before: TurnRule[] | null, left: TurnRule[] | null];
type PackedEdge = Omit<EdgeRow, "shape"> & { shape: string };

interface Part {
  ways: WayBefore[];
  turns: TurnBefore[];
}

const waysAtOnce = 5000;
const [packing, unpacking] = [promisify(gzip), promisify(gunzip)];

/** Days for which an import can be taken back. */
export const keptFor = 180;

/** Keeps what a plan is about to replace, in the transaction that carries it out, and lets go what was kept of old imports. */
export async function keepBefore(trx: Database, importId: string, { write, replace, turns }: RoadPlan): Promise<void> {
  await sql`delete from map_import_before where import_id in
    (select import_id from import_batch where door = 'map' and finished_at < now() - make_interval(days => ${keptFor}))`.execute(
    trx,
  );
  const left = new Map(
    write.map((way) => [way[0]!.wayId, shortDigest(way.map((edge) => toRow(edge).digest).join(""))]),
  );
  const ids = [...new Set([...replace, ...left.keys()])];
  const stored = groupBy(await storedRules(trx), ({ relationId }) => relationId);
  const relations = [...new Set([...turns.remove, ...turns.write.keys()])];
  const ruled = relations.map((id): TurnBefore => [id, stored.get(id) ?? null, turns.write.get(id) ?? null]);
  for (let part = 0; part === 0 || part * waysAtOnce < ids.length; part++) {
    const some = ids.slice(part * waysAtOnce, (part + 1) * waysAtOnce);
    const before = groupBy(await edgesOfWays(trx, some), ({ wayId }) => wayId);
    const kept: Part = {
      ways: some.map((id) => [id, left.get(id) ?? "", (before.get(id) ?? []).map(packedEdge)]),
      turns: part === 0 ? ruled : [],
    };
    const packed = await packing(JSON.stringify(kept));
    await trx.insertInto("mapImportBefore").values({ importId, part, packed }).execute();
  }
}

/** Whether anything is kept of what an import replaced. */
export async function hasBefore(on: Database, importId: string): Promise<boolean> {
  const found = await sql`select from map_import_before where import_id = ${importId} limit 1`.execute(on);
  return found.rows.length > 0;
}

/** The ways that an import has changed. */
export async function waysChangedBy(on: Database, importId: string): Promise<number[]> {
  const ways: number[] = [];
  for await (const part of partsOf(on, importId)) ways.push(...part.ways.map(([id]) => id));
  return ways;
}

/** Puts ways and rules of turning back as they were before an import, but for those that are not as it left them any more; answers how many of either. */
export async function takeBackRoads(trx: Database, importId: string): Promise<{ ways: number; kept: number }> {
  await sql`select 1 from road_network_state for update`.execute(trx);
  const counts = { ways: 0, kept: 0 };
  for await (const { ways, turns } of partsOf(trx, importId)) {
    const now = await digestsOf(
      trx,
      ways.map(([id]) => id),
    );
    const due = ways.filter(([id, left]) => (now.has(id) ? shortDigest(now.get(id)!) : "") === left);
    await sql`delete from road_edge where way_id = any(${due.map(([id]) => id)}::bigint[])`.execute(trx);
    await insertEdges(
      trx,
      due.flatMap(([, , edges]) => edges.map(unpackedEdge)),
    );
    const stored = groupBy(await storedRules(trx), ({ relationId }) => relationId);
    const ruled = turns.filter(([id, , left]) => JSON.stringify(stored.get(id) ?? null) === JSON.stringify(left));
    await writeTurns(trx, {
      write: new Map(ruled.flatMap(([id, before]) => (before ? [[id, before] as const] : []))),
      remove: ruled.map(([id]) => id),
    });
    counts.ways += due.length;
    counts.kept += ways.length - due.length + turns.length - ruled.length;
  }
  await trx.deleteFrom("mapImportBefore").where("importId", "=", importId).execute();
  await touchNetwork(trx);
  return counts;
}

async function* partsOf(on: Database, importId: string): AsyncGenerator<Part> {
  for (let part = 0; ; part++) {
    const found = await on
      .selectFrom("mapImportBefore")
      .select("packed")
      .where("importId", "=", importId)
      .where("part", "=", part)
      .executeTakeFirst();
    if (!found) return;
    yield JSON.parse((await unpacking(found.packed)).toString("utf8")) as Part;
  }
}

function packedEdge(edge: RoadEdge): PackedEdge {
  const { digest: _digest, bounds: _bounds, shape, ...row } = toRow(edge);
  return { ...row, shape: shape.toString("base64") };
}

const unpackedEdge = ({ shape, ...row }: PackedEdge): RoadEdge =>
  toEdge({ ...row, shape: Buffer.from(shape, "base64") });

/** Digests of a way's edges one behind the other are long. */
const shortDigest = (digests: string): string => createHash("sha256").update(digests).digest("base64url").slice(0, 22);
