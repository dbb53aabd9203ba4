import Flatbush from "flatbush";
import { sql } from "kysely";
import type { FenceRow } from "~/domains/fences/room";
import { db, perDatabase } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { growBox, type LngLat } from "~/transit/geo/lng-lat";
import { shapeOf } from "~/transit/geo/shape";
import { boxOfShape } from "~/transit/geo/shape-geometry";
import type { WatchedFence } from "./rules";
import { margin, type Standing } from "./step";

export interface InForce {
  fences: Map<string, WatchedFence>;
  /** By which somebody may come on the way between two places. */
  near(from: LngLat, to: LngLat): WatchedFence[];
  standings: Map<string, Map<string, Standing>>;
}

const checkEvery = 1000;
const loadEvery = 60_000;

type FencesInMemory = InForce & { stamp: string; checkedAt: number; loadedAt: number };

const memory = perDatabase((): { kept?: FencesInMemory } => ({}));

/** The fences with a rule, and how buses stand to them; looked at again each second whether a fence has changed, and each minute for the lines that buses have been given. */
export async function fencesInForce(): Promise<InForce> {
  const [now, { kept }] = [Date.now(), memory()];
  if (kept && now - kept.checkedAt < checkEvery) return kept;
  const stamp = await stampOfFences();
  if (kept && kept.stamp === stamp && now - kept.loadedAt < loadEvery) return Object.assign(kept, { checkedAt: now });
  const loaded = await loadFences();
  await endOfOthers([...loaded.keys()]);
  const anew = { ...indexed(loaded), standings: await loadStandings(kept), stamp, checkedAt: now, loadedAt: now };
  memory().kept = anew;
  return anew;
}

export function forgetFences(): void {
  delete memory().kept;
}

async function stampOfFences(): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat(count(*), ' ', sum(version), ' ', max(updated_at), ' ', max(deleted_at)) as stamp from fence`.execute(
    db(),
  );
  return rows[0]!.stamp;
}

type Columns = Pick<
  FenceRow,
  | "fenceUuid"
  | "shape"
  | "lng"
  | "lat"
  | "radius"
  | "coords"
  | "width"
  | "limitSpeed"
  | "stopMinutes"
  | "timeWindows"
  | "weekdays"
  | "beginDate"
  | "endDate"
  | "scopeAll"
  | "busUuids"
> & { ruleType: WatchedFence["ruleType"]; busesOfLines: string[] };

async function loadFences(): Promise<Map<string, WatchedFence>> {
  const { rows } = await sql<Columns>`
    select fence_uuid, shape, lng, lat, radius, coords, width, rule_type, limit_speed, stop_minutes, time_windows, weekdays, begin_date, end_date, scope_all, bus_uuids,
      array(select bus_uuid::text from bus_line where not scope_all and line_uuid = any(line_uuids) and valid @> ${today()}::date) as buses_of_lines
    from fence where enabled and rule_type is not null and deleted_at is null`.execute(db());
  return new Map(
    rows.flatMap(({ scopeAll, busUuids, busesOfLines, ...fence }) => {
      const shape = shapeOf(fence);
      const buses = scopeAll ? null : new Set([...busUuids, ...busesOfLines]);
      return shape ? [[fence.fenceUuid, { ...fence, shape, buses }]] : [];
    }),
  );
}

function indexed(fences: Map<string, WatchedFence>): Pick<InForce, "fences" | "near"> {
  const list = [...fences.values()];
  if (list.length === 0) return { fences, near: () => [] };
  const index = new Flatbush(list.length);
  for (const { shape } of list) {
    const { minLng, minLat, maxLng, maxLat } = growBox(boxOfShape(shape), margin);
    index.add(minLng, minLat, maxLng, maxLat);
  }
  index.finish();
  return {
    fences,
    near: ([x1, y1], [x2, y2]) =>
      index.search(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)).map((at) => list[at]!),
  };
}

/** Ends what was going on in a fence that was deleted, switched off or given another rule. */
async function endOfOthers(inForce: string[]): Promise<void> {
  await sql`update vehicle_event set ended_at = greatest(began_at, now())
    where ended_at is null and not exists (select from fence where fence.fence_uuid = vehicle_event.fence_uuid and rule_type = kind and fence_uuid = any(${inForce}))`.execute(
    db(),
  );
  await sql`delete from fence_watch where not fence_uuid = any(${inForce})`.execute(db());
}

async function loadStandings(before?: Pick<InForce, "standings">): Promise<InForce["standings"]> {
  const { rows } = await sql<{
    busUuid: string;
    fenceUuid: string;
    phase: "open" | "minded";
    since: Date;
    lng: number;
    lat: number;
    topKmh: number | null;
  }>`
    select bus_uuid, fence_uuid, 'minded' as phase, since, lng, lat, null::real as top_kmh from fence_watch
    union all select bus_uuid, fence_uuid, 'open', began_at, lng, lat, top_speed from vehicle_event where ended_at is null
    order by phase`.execute(db());
  const standings: InForce["standings"] = new Map();
  // "minded" comes before "open", which takes its place.
  for (const { busUuid, fenceUuid, phase, since, lng, lat, topKmh } of rows) {
    const hint = before?.standings.get(busUuid)?.get(fenceUuid)?.hint;
    setStanding(standings, busUuid, fenceUuid, { phase, since: since.getTime(), place: [lng, lat], topKmh, hint });
  }
  for (const [busUuid, ofBus] of before?.standings ?? [])
    for (const [fenceUuid, standing] of ofBus)
      if (standing.phase === "none" && !standings.get(busUuid)?.has(fenceUuid))
        setStanding(standings, busUuid, fenceUuid, standing);
  return standings;
}

export function setStanding(standings: InForce["standings"], busUuid: string, fenceUuid: string, standing?: Standing) {
  const ofBus = standings.get(busUuid) ?? new Map<string, Standing>();
  if (standing) standings.set(busUuid, ofBus.set(fenceUuid, standing));
  else if (ofBus.delete(fenceUuid) && ofBus.size === 0) standings.delete(busUuid);
}
