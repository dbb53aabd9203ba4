import { sql } from "kysely";
import { type Database, db } from "~/kit/data/db/pool.server";
import type { RoadEdge } from "~/transit/roads/edge";
import { edgeColumns, type EdgeRow, forBuses, toEdge, toRow } from "./edge-row.server";
import { joinWay } from "./join-way";
import type { RoadCounts } from "./schema";
import { planTurns, type TurnPlan, type TurnsOfFile, writeTurns } from "./turns.server";

/**
 * The roads of one file, also those closed to buses: edges with those of a way together, ways of which the file holds only part
 * (their node ids), ways that are no road (any more), and rules of turning. `former`: the numbers that an editor's own ways
 * had in the file, under which earlier imports kept them.
 */
export interface RoadsOfFile {
  former?: ReadonlyMap<number, number>;
  edges: readonly RoadEdge[];
  cut: ReadonlyMap<number, ArrayLike<number>>;
  closed: readonly number[];
  turns: TurnsOfFile;
}

/** What a file would change: ways to be written anew with all their edges, ways to be removed, counts of ways, rules of turning. */
export interface RoadPlan {
  write: RoadEdge[][];
  replace: number[];
  ways: RoadCounts;
  turns: TurnPlan;
}

/** Compares a file's roads with the stored ones; ways that the file does not mention stay as they are. */
export async function planRoads(roads: RoadsOfFile, on: Database = db()): Promise<RoadPlan> {
  const ways = byWay(roads.edges);
  const whole = new Set([...ways.keys()].filter((way) => !roads.cut.has(way)));
  const turns = await planTurns(roads.turns, whole, on);
  const plan: RoadPlan = { write: [], replace: [], ways: { new: 0, changed: 0, unchanged: 0, closed: 0 }, turns };
  const shared = roads.cut.size > 0 ? sharedNodes(roads.edges) : new Set<number>();
  const renumbered = await keptUnderFormer(on, ways, roads.former);
  plan.replace.push(...renumbered.values());
  for (const some of batches([...ways.keys()], 5000)) {
    const stored = await digestsOf(on, some);
    const doubtful: number[] = [];
    for (const wayId of some) {
      const known = stored.get(wayId);
      if (known === undefined) {
        plan.write.push(ways.get(wayId)!);
        plan.ways[renumbered.has(wayId) ? "changed" : "new"]++;
      } else if (known === digestOf(ways.get(wayId)!)) plan.ways.unchanged++;
      else doubtful.push(wayId);
    }
    const before = byWay(await edgesOfWays(on, doubtful));
    for (const wayId of doubtful) {
      const refs = roads.cut.get(wayId);
      const joined = joinWay(before.get(wayId) ?? [], ways.get(wayId)!, refs && { refs, shared });
      if (digestOf(joined) === stored.get(wayId)) plan.ways.unchanged++;
      else {
        plan.write.push(joined);
        plan.replace.push(wayId);
        const closes = before.get(wayId)!.some(isOpen) && !joined.some(isOpen);
        plan.ways[closes ? "closed" : "changed"]++;
      }
    }
  }
  for (const some of batches(roads.closed, 5000)) {
    const gone = [...(await digestsOf(on, some)).keys()];
    plan.replace.push(...gone);
    plan.ways.closed += gone.length;
  }
  return plan;
}

/** Ways of an editor's own that an earlier import kept under the file's number, where they still begin at the same place: number now, number then. */
async function keptUnderFormer(
  on: Database,
  ways: ReadonlyMap<number, readonly RoadEdge[]>,
  former: ReadonlyMap<number, number> = new Map(),
): Promise<Map<number, number>> {
  const kept = new Map<number, number>();
  for (const some of batches([...former], 5000)) {
    const before = byWay(
      await edgesOfWays(
        on,
        some.map(([, then]) => then),
      ),
    );
    for (const [now, then] of some) {
      const [first, was] = [ways.get(now)?.[0], before.get(then)?.[0]];
      if (first && was && beginsAt(first) === beginsAt(was)) kept.set(now, then);
    }
  }
  return kept;
}

const beginsAt = ({ coords: [lng = 0, lat = 0] }: RoadEdge) => `${lng.toFixed(7)} ${lat.toFixed(7)}`;

/** Carries a file's roads into the network, in the caller's transaction; other imports wait until it ends. `keep` is told first what is about to change. Answers what has changed. */
export async function mergeRoads(
  trx: Database,
  roads: RoadsOfFile,
  keep?: (plan: RoadPlan) => Promise<void>,
): Promise<{ roads: RoadCounts; turns: RoadCounts }> {
  await sql`select 1 from road_network_state for update`.execute(trx);
  const plan = await planRoads(roads, trx);
  await keep?.(plan);
  for (const some of batches(plan.replace, 10_000))
    await trx.deleteFrom("roadEdge").where("wayId", "in", some).execute();
  await insertEdges(trx, plan.write.flat());
  await writeTurns(trx, plan.turns);
  const changed = plan.write.length + plan.replace.length + plan.turns.write.size + plan.turns.remove.length;
  if (changed > 0) await touchNetwork(trx);
  return { roads: plan.ways, turns: plan.turns.counts };
}

export async function replaceRoads(trx: Database, edges: readonly RoadEdge[]): Promise<void> {
  await sql`select 1 from road_network_state for update`.execute(trx);
  await sql`delete from road_edge`.execute(trx);
  await sql`delete from road_turn`.execute(trx);
  await insertEdges(trx, edges);
  await touchNetwork(trx);
}

export async function touchNetwork(trx: Database): Promise<void> {
  await sql`
    update road_network_state set revision = revision + 1, updated_at = now(), edges = seen.edges, bounds = seen.bounds
    from (select count(*) as edges, box(point(min((bounds[1])[0]), min((bounds[1])[1])), point(max((bounds[0])[0]), max((bounds[0])[1]))) as bounds from road_edge where ${forBuses}) as seen`.execute(
    trx,
  );
}

export async function insertEdges(trx: Database, edges: readonly RoadEdge[]): Promise<void> {
  for (const some of batches(edges, 4000)) {
    const rows = some.map(toRow);
    const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
    const side = (index: number) => rows.map((row) => row.bounds[index]);
    await sql`
      insert into road_edge (edge_key, way_id, seq, from_node, to_node, shape, bounds, road_class, road_name, forward, backward, length, max_speed, digest)
      select k, w, s, f, t, p, box(point(x1, y1), point(x2, y2)), c, n, fw, bw, l, m, d
      from unnest(${column("edgeKey")}::text[], ${column("wayId")}::bigint[], ${column("seq")}::int[], ${column("fromNode")}::bigint[], ${column("toNode")}::bigint[],
        ${column("shape")}::bytea[], ${side(0)}::float8[], ${side(1)}::float8[], ${side(2)}::float8[], ${side(3)}::float8[], ${column("roadClass")}::text[],
        ${column("roadName")}::text[], ${column("forward")}::bool[], ${column("backward")}::bool[], ${column("length")}::float8[], ${column("maxSpeed")}::int[], ${column("digest")}::text[])
        as r (k, w, s, f, t, p, x1, y1, x2, y2, c, n, fw, bw, l, m, d)`.execute(trx);
  }
}

const isOpen = ({ forward, backward }: RoadEdge) => forward || backward;

function byWay(edges: readonly RoadEdge[]): Map<number, RoadEdge[]> {
  const ways = new Map<number, RoadEdge[]>();
  for (const edge of edges) {
    const way = ways.get(edge.wayId);
    if (way) way.push(edge);
    else ways.set(edge.wayId, [edge]);
  }
  return ways;
}

function sharedNodes(edges: readonly RoadEdge[]): Set<number> {
  const ways = new Map<number, number>();
  const shared = new Set<number>();
  for (const { wayId, fromNode, toNode } of edges) {
    for (const node of [fromNode, toNode]) {
      const first = ways.get(node);
      if (first === undefined) ways.set(node, wayId);
      else if (first !== wayId) shared.add(node);
    }
  }
  return shared;
}

function digestOf(way: readonly RoadEdge[]): string {
  return way.map((edge) => toRow(edge).digest).join("");
}

export async function digestsOf(on: Database, wayIds: readonly number[]): Promise<Map<number, string>> {
  const found = await sql<{ wayId: number; digest: string }>`
    select way_id, string_agg(digest, '' order by seq) as digest from road_edge where way_id = any(${wayIds}::bigint[]) group by way_id`.execute(
    on,
  );
  return new Map(found.rows.map((row) => [row.wayId, row.digest]));
}

export async function edgesOfWays(on: Database, wayIds: readonly number[]): Promise<RoadEdge[]> {
  if (wayIds.length === 0) return [];
  const rows = await on
    .selectFrom("roadEdge")
    .select(edgeColumns)
    .where("wayId", "in", wayIds)
    .orderBy("wayId")
    .orderBy("seq")
    .execute();
  return (rows as EdgeRow[]).map(toEdge);
}

function* batches<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}
