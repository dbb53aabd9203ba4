import { sql } from "kysely";
import { takeReports } from "~/domains/reports/queries.server";
import { mostReports } from "~/domains/reports/schema";
import { closeDatabase, db } from "~/kit/data/db/pool.server";
import { seedFleet } from "../kit/fleet";
import { atMost, type Figure, mean, reported } from "./figure";
import { findDatabaseServer, usageBelow } from "./processes";
import type { Stage } from "./stage";

const vehicles = Number(process.env.FENCE_VEHICLES ?? 20_000);
const fences = Number(process.env.FENCES ?? 2000);
const rounds = Number(process.env.FENCE_ROUNDS ?? 6);
const [west, south, span] = [116, 39, 1];
/** A step of ten seconds at 36 km/h, in degrees of longitude. */
const stride = 100 / 86_000;

interface Cost {
  program: number;
  database: number;
}

/** Positions of all vehicles taken in again and again, without fences and with them in turns: the CPU of each. */
export async function* fenceFigures(stage: Stage): AsyncGenerator<Figure> {
  const databaseUrl = await stage.city("fences");
  Object.assign(process.env, stage.environment(databaseUrl, "warn"));
  try {
    const { terminals } = await seedFleet(vehicles, 1000);
    await seedFences();
    const base = await findDatabaseServer(databaseUrl);
    const costs: Record<"with" | "without", Cost[]> = { with: [], without: [] };
    for (let round = -2; round < 2 * rounds; round++) {
      const kind = round % 2 === 0 ? "with" : "without";
      await sql`update fence set enabled = ${kind === "with"}, version = version + 1 where fence_num like 'BX%'`.execute(
        db(),
      );
      await new Promise((seen) => setTimeout(seen, 1100));
      const cost = await takeAll(
        terminals.map(({ deviceNo }) => deviceNo),
        round + 2,
        base,
      );
      if (round >= 0) costs[kind].push(cost);
    }
    const each = (kind: "with" | "without", of: keyof Cost) => mean(costs[kind].map((cost) => cost[of]));
    const what = `${vehicles} positions, ${fences} fences`;
    const { rows } = await sql<{ count: number }>`select count(*) from vehicle_event`.execute(db());
    yield reported(`${what}: events`, rows[0]!.count, "events");
    yield reported(`${what}: CPU of the program without fences`, each("without", "program"), "ms");
    yield reported(`${what}: CPU of the database without fences`, each("without", "database"), "ms");
    yield atMost(
      `${what}: CPU of the program for fences`,
      each("with", "program") - each("without", "program"),
      1000,
      "ms",
    );
    yield atMost(
      `${what}: CPU of the database for fences`,
      each("with", "database") - each("without", "database"),
      2000,
      "ms",
    );
  } finally {
    await closeDatabase();
  }
}

/** Circles, a quarter of each rule, over the area that vehicles drive in. */
const seedFences = () =>
  sql`
  insert into fence (fence_uuid, fence_num, fence_name, use_type, org_id, enabled, shape, lng, lat, radius, bounds, rule_type, limit_speed, stop_minutes, scope_all, search_grams)
  select md5('BX' || n), 'BX' || n, '围栏' || n, 6, first.org_id, false, 1, place.lng, place.lat, 200, box(point(place.lng - 0.003, place.lat - 0.003), point(place.lng + 0.003, place.lat + 0.003)),
    (array[10, 20, 30, 40])[n % 4 + 1], case when n % 4 = 2 then 30 end, case when n % 4 = 3 then 1 end, true, '{}'
  from generate_series(1, ${fences}::int) n, lateral (select ${west}::float8 + (n % 50) * ${span / 50}::float8 as lng, ${south}::float8 + (n / 50) * ${span / 40}::float8 as lat) place,
    (select org_id from organisation where org_pid is null order by sort limit 1) first`.execute(db());

/** Each vehicle on a road of its own from west to east, one in ten of them standing. */
async function takeAll(devices: readonly string[], round: number, base: number): Promise<Cost> {
  const reports = devices.map((devSelfCode, place) => {
    const isStanding = place % 10 === 0;
    return {
      devSelfCode,
      reportedAt: new Date(Date.now() - 3_600_000 + round * 30_000).toISOString(),
      lng: west + ((place * 0.618) % span) + (isStanding ? 0 : round * stride),
      lat: south + (place / devices.length) * span,
      speed: isStanding ? 0 : 36,
    };
  });
  const before = [process.cpuUsage(), usageBelow(base)] as const;
  for (let from = 0; from < reports.length; from += mostReports) {
    const { errors } = await takeReports(reports.slice(from, from + mostReports));
    if (errors.length > 0) throw new Error(errors[0]!.message);
  }
  const { user, system } = process.cpuUsage(before[0]);
  return { program: (user + system) / 1000, database: usageBelow(base).cpuMs - before[1].cpuMs };
}
