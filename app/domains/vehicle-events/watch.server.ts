import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import { db, inTransaction, newKey, perDatabase } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { onTold, shareDuty, tellOthers } from "~/kit/data/db/told.server";
import { log } from "~/kit/ground/log.server";
import { settings } from "~/kit/ground/settings.server";
import { fencesInForce, forgetFences, type InForce, setStanding } from "./in-force.server";
import { type Passage, passageOf } from "./passage";
import { type Fix, isInForce, type WatchedFence } from "./rules";
import { metresOutside } from "~/transit/geo/shape-geometry";
import { type Standing, step } from "./step";

export interface ReportedPosition extends Fix {
  /** When the bus reported last before; this position is too late where that was later. */
  before: number | null;
}

type Write = (trx: Transaction<DB>) => Promise<unknown>;

/** The last positions of each bus, oldest first. */
const trails = perDatabase(() => new Map<string, readonly Fix[]>());
const trailLength = 3;
/** Milliseconds without a report after which nobody knows whether a vehicle is still where it was. */
const lostAfter = 15 * 60_000;
let turn: Promise<unknown> = Promise.resolve();

/** One process judges the positions that all take, since what a bus does follows from several of them. */
const isElsewhere = shareDuty("fences", () => {
  forgetFences();
  trails().clear();
  return watchFences([]);
});
onTold("positions", () => isElsewhere() || watchFences([]));

/** Has the fences act on positions of buses, in the order of their times; late ones are left out. A fault of this is ours alone: it is logged, and the positions stay. */
export function watchFences(positions: readonly ReportedPosition[]): Promise<void> {
  const mine = turn.then(() => (isElsewhere() ? handOver(positions) : watchAll(positions)));
  turn = mine.catch((error: unknown) => {
    forgetFences();
    log.error({ err: error }, "fences could not act on positions");
  });
  return turn as Promise<void>;
}

/** Leaves positions to the process that judges. */
async function handOver(positions: readonly ReportedPosition[]): Promise<void> {
  if (positions.length === 0) return;
  const column = <K extends keyof ReportedPosition>(name: K) => positions.map((one) => one[name]);
  const times = (name: "at" | "before") => column(name).map((time) => (time === null ? null : new Date(time)));
  await sql`insert into fence_position (bus_uuid, at, lng, lat, kmh, before)
    select * from unnest(${column("busUuid")}::text[], ${times("at")}::timestamptz[], ${positions.map(({ place }) => place[0])}::float8[],
      ${positions.map(({ place }) => place[1])}::float8[], ${column("kmh")}::real[], ${times("before")}::timestamptz[])`.execute(
    db(),
  );
  await tellOthers("positions");
}

const [triesForOthers, betweenTriesMs] = [4, 25];

/** Judges these, with those that other processes have handed over: where a bus was reported elsewhere just before, that position is waited for. */
async function watchAll(positions: readonly ReportedPosition[]): Promise<void> {
  let all = positions;
  for (let tries = 0; tries === 0 || (misses(all) && tries < triesForOthers); tries++) {
    if (tries > 1) await sleep(betweenTriesMs);
    if (all.length === 0 || misses(all)) all = [...all, ...(await takeHandedOver())];
  }
  await watch(all);
}

/** Whether a bus was reported between what is known of it and one of these. */
function misses(positions: readonly ReportedPosition[]): boolean {
  const known = trails();
  const times = new Set(positions.map(({ busUuid, at }) => `${busUuid} ${at}`));
  return positions.some(({ busUuid, before }) => {
    const last = known.get(busUuid)?.at(-1)?.at;
    return last !== undefined && before !== null && before > last && !times.has(`${busUuid} ${before}`);
  });
}

async function takeHandedOver(): Promise<ReportedPosition[]> {
  const { rows } = await sql<{
    busUuid: string;
    at: Date;
    lng: number;
    lat: number;
    kmh: number | null;
    before: Date | null;
  }>`
    delete from fence_position returning bus_uuid, at, lng, lat, kmh, before`.execute(db());
  return rows.map(({ busUuid, at, lng, lat, kmh, before }) => ({
    busUuid,
    at: at.getTime(),
    place: [lng, lat],
    kmh,
    before: before?.getTime() ?? null,
  }));
}

async function watch(positions: readonly ReportedPosition[]): Promise<void> {
  if (positions.length === 0) return;
  const inForce = await fencesInForce();
  const writes: Write[] = [];
  const known = trails();
  for (const { before, ...fix } of [...positions].sort((a, b) => a.at - b.at)) {
    const trail = known.get(fix.busUuid) ?? [];
    const lastAt = Math.max(before ?? 0, trail.at(-1)?.at ?? 0);
    if (fix.at <= lastAt) continue;
    if (lastAt > 0 && fix.at - lastAt > lostAfter) writes.push(...endLost(inForce, fix.busUuid, lastAt));
    const now = [...trail, fix].slice(-trailLength);
    known.set(fix.busUuid, now);
    writes.push(...stepAll(inForce, fix, now));
  }
  if (writes.length > 0)
    await inTransaction(async (trx) => {
      for (const write of writes) await write(trx);
    });
}

function stepAll(inForce: InForce, fix: Fix, trail: readonly Fix[]): Write[] {
  const ofBus = inForce.standings.get(fix.busUuid);
  const near = inForce.near(trail.at(-2)?.place ?? fix.place, fix.place);
  if (near.length === 0 && !ofBus) return [];
  const fences = new Set(near);
  for (const fenceUuid of ofBus?.keys() ?? []) {
    const fence = inForce.fences.get(fenceUuid);
    if (fence) fences.add(fence);
  }
  return [...fences].flatMap((fence) => {
    const before = ofBus?.get(fence.fenceUuid);
    const acts = (fence.buses?.has(fix.busUuid) ?? true) && isInForce(fence, fix.at, settings().OPERATOR_TIME_ZONE);
    const after = acts ? step(fence, before, fix) : undefined;
    const passed =
      acts &&
      (fence.ruleType === 10 || fence.ruleType === 30) &&
      wasOutside(before) &&
      wasOutside(after) &&
      metresOutside(fence.shape, fix.place) > 0
        ? passageOf(fence, trail)
        : undefined;
    const passing = passed ? [insertPassage(fence, fix.busUuid, passed)] : [];
    if (after === before) return passing;
    setStanding(inForce.standings, fix.busUuid, fence.fenceUuid, after);
    const end = acts ? (before?.hint?.fix.at ?? fix.at) : fix.at;
    return [...passing, ...changesOf(fence, fix.busUuid, before, after, end)];
  });
}

const wasOutside = (standing: Standing | undefined) => standing === undefined || standing.phase === "none";

/** Ends what a vehicle was seen to do before it fell silent: when it came out again, nobody knows. */
function endLost({ standings, fences }: InForce, busUuid: string, lastAt: number): Write[] {
  return [...(standings.get(busUuid) ?? [])].flatMap(([fenceUuid, { phase }]) => {
    const ruleType = fences.get(fenceUuid)?.ruleType;
    if (phase === "none" || ruleType === undefined || ruleType === 20) return [];
    setStanding(standings, busUuid, fenceUuid);
    return [
      (trx: Transaction<DB>) =>
        sql`update vehicle_event set ended_at = greatest(began_at, ${new Date(lastAt)}), is_lost = true
          where bus_uuid = ${busUuid} and fence_uuid = ${fenceUuid} and ended_at is null`.execute(trx),
      (trx: Transaction<DB>) =>
        sql`delete from fence_watch where bus_uuid = ${busUuid} and fence_uuid = ${fenceUuid}`.execute(trx),
    ];
  });
}

function insertPassage(
  { fenceUuid, ruleType, limitSpeed }: WatchedFence,
  busUuid: string,
  { began, ended, place, topKmh }: Passage,
): Write {
  return (trx) =>
    sql`insert into vehicle_event (event_uuid, fence_uuid, bus_uuid, kind, began_at, ended_at, lng, lat, limit_value, top_speed)
      select ${newKey()}, ${fenceUuid}, ${busUuid}, ${ruleType}::int, ${new Date(began)}, ${new Date(ended)}, ${place[0]}::float8, ${place[1]}::float8, ${limitSpeed}::int, ${topKmh}::real
      where not exists (select from vehicle_event where bus_uuid = ${busUuid} and fence_uuid = ${fenceUuid} and ended_at > ${new Date(began)})`.execute(
      trx,
    );
}

function changesOf(
  { fenceUuid, ruleType, limitSpeed, stopMinutes }: WatchedFence,
  busUuid: string,
  before: Standing | undefined,
  after: Standing | undefined,
  end: number,
): Write[] {
  const [was, is] = [before?.phase ?? "none", after?.phase ?? "none"];
  const pair = sql`bus_uuid = ${busUuid} and fence_uuid = ${fenceUuid}`;
  const writes: Write[] = [];
  if (was === "open" && is !== "open")
    writes.push((trx) =>
      sql`update vehicle_event set ended_at = greatest(began_at, ${new Date(end)}) where ${pair} and ended_at is null`.execute(
        trx,
      ),
    );
  if (is === "open" && was !== "open") {
    const { since, place, topKmh } = after!;
    writes.push((trx) =>
      sql`insert into vehicle_event (event_uuid, fence_uuid, bus_uuid, kind, began_at, lng, lat, limit_value, top_speed)
        select ${newKey()}, ${fenceUuid}, ${busUuid}, ${ruleType}::int, ${new Date(since)}, ${place[0]}::float8, ${place[1]}::float8, ${limitSpeed ?? stopMinutes}::int, ${topKmh}::real
        where not exists (select from vehicle_event where ${pair} and ended_at > ${new Date(since)}) on conflict do nothing`.execute(
        trx,
      ),
    );
  }
  if (is === "minded" && was === "none")
    writes.push((trx) =>
      sql`insert into fence_watch (bus_uuid, fence_uuid, since, lng, lat) values (${busUuid}, ${fenceUuid}, ${new Date(after!.since)}, ${after!.place[0]}, ${after!.place[1]})
        on conflict do nothing`.execute(trx),
    );
  if (is === "none" && was !== "none") writes.push((trx) => sql`delete from fence_watch where ${pair}`.execute(trx));
  if (is === "open" && was === "open" && after!.topKmh !== before!.topKmh)
    writes.push((trx) =>
      sql`update vehicle_event set top_speed = ${after!.topKmh} where ${pair} and ended_at is null`.execute(trx),
    );
  return writes;
}
