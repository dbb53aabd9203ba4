import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { endLogs } from "~/kit/data/logs/buffer.server";
import { noteRequest } from "~/kit/data/logs/request-log.server";
import { addDays } from "~/kit/ground/time/days";
import { Random } from "../../../tests/fuzz/random";
import { type Range } from "./range";
import { type By, countAll, countRequests, sumFunctions } from "./sums.server";

const operator = vi.hoisted(() => ({ zone: "Asia/Shanghai" }));
vi.mock("~/kit/ground/settings.server", async (original) => {
  const real = await original<typeof import("~/kit/ground/settings.server")>();
  return { ...real, settings: () => ({ ...real.settings(), OPERATOR_TIME_ZONE: operator.zone }) };
});

const viewers = ["all", ["sums-1"], ["sums-0", "sums-2", "sums-3"], []].map(
  (orgScope) => ({ orgScope }) as Partial<Viewer> as Viewer,
);
const speeds = [0, 0.999, 1, 2 ** (1 / 3), 7.5, 64, 999, 40_000];

/** A request of the four months; every fourth at an hour's, often at a day's or a month's very edge, here or in UTC. */
function addRequest(random: Random, year: number): void {
  const hour = 3_600_000;
  const start = Date.UTC(year, 0, 1) - 24 * hour;
  const any = start + random.whole(0, 120 * 24 * 3600) * 1000 + random.whole(0, 999);
  const edge = Math.round(any / hour) * hour - random.pick([0, 1]);
  const midnight =
    Math.round(any / (24 * hour)) * 24 * hour - random.pick([0, 8, 5.5, -5, 1]) * hour - random.pick([0, 1]);
  const person = random.whole(1, 1400);
  noteRequest(
    {
      at: random.pick([any, any, edge, midnight]),
      method: "GET",
      path: "/sums",
      status: random.pick([200, 200, 304, 404, 500]),
      ms: random.isTrue(0.3) ? random.pick(speeds) : 3 * 1.5 ** random.whole(0, 19),
      requestId: "sums",
      viewer: random.isTrue(0.1)
        ? undefined
        : {
            userId: `sums-person-${person}`,
            userAccount: `p${person}`,
            userName: `人${person}`,
            orgId: random.isTrue(0.1) ? null : `sums-${random.whole(0, 3)}`,
          },
    },
    random.pick(["甲", "乙", "丙", "/api/x"]),
    true,
  );
}

/** What the requests themselves come to. */
const rawOf = ({ from, to }: Range, { orgScope }: Viewer) => sql`(
  select *, at at time zone ${operator.zone} as local from request_log
  where at >= ${from}::date::timestamp at time zone ${operator.zone} and at < ${addDays(to, 1)}::date::timestamp at time zone ${operator.zone}
    and ${orgScope === "all" ? sql`true` : sql`org_id = any(${orgScope})`}) as raw`;

const keys: Record<By, string> = {
  hour: "to_char(local, 'HH24')",
  day: "to_char(local, 'YYYY-MM-DD')",
  function: "function",
  organisation: "coalesce(org_id, '')",
};

async function compare(range: Range, viewer: Viewer): Promise<void> {
  const where = `${operator.zone} ${range.from} to ${range.to} ${String(viewer.orgScope)}`;
  for (const by of Object.keys(keys) as By[]) {
    const bars = (await countRequests(viewer, range, by)).filter(({ count }) => count > 0);
    const raw = await sql<{ key: string; count: number; errors: number }>`
      select ${sql.raw(keys[by])} as key, count(*) as count, count(*) filter (where status >= 400) as errors
      from ${rawOf(range, viewer)} group by 1`.execute(db());
    const told = bars.map(({ key, count, errors }) => ({ key, count, errors }));
    const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
    expect([where, by, told.sort(byKey)]).toEqual([where, by, raw.rows.sort(byKey)]);
  }
  const raw = await sql<{ name: string; count: number; people: number; errors: number; median: number; p95: number }>`
    select function as name, count(*) as count, count(distinct user_id) as people, count(*) filter (where status >= 400) as errors,
      percentile_disc(0.5) within group (order by ms) as median, percentile_disc(0.95) within group (order by ms) as p95
    from ${rawOf(range, viewer)} group by 1 order by 2 desc, function collate "C"`.execute(db());
  const sums = await sumFunctions(viewer, range);
  expect([where, sums.map(({ functionName, count, people, errors }) => [functionName, count, people, errors])]).toEqual(
    [where, raw.rows.map(({ name, count, people, errors }) => [name, count, people, errors])],
  );
  for (const [nth, { median, p95 }] of raw.rows.entries())
    for (const [told, exact] of [
      [sums[nth]!.median, median],
      [sums[nth]!.p95, p95],
    ] as const)
      expect([where, told, exact, isNear(told, exact)]).toEqual([where, told, exact, true]);
  const [one] = raw.rows;
  if (one) expect(await countAll(viewer, range, [one.name])).toBe(one.count);
}

/** Within a step, which ends a quarter higher than it begins; a tenth of a millisecond is lost in print. */
const isNear = (told: number, exact: number) =>
  Math.abs(told - exact) <= 0.1 + Math.max((2 ** (1 / 3) - 1) * Math.min(told, exact), exact < 1 ? 1 : 0);

describe("what charts count is what the requests themselves come to", () => {
  it.each([
    ["Asia/Shanghai", 2023, 1],
    ["Asia/Kolkata", 2021, 2],
    ["America/New_York", 2019, 3],
  ])("in %s, at every edge, for rows that come late too", async (zone, year, seed) => {
    operator.zone = zone;
    const random = new Random(seed);
    const day = (add: number) => addDays(`${year}-01-01`, add);
    const ranges: Range[] = [
      ...[0, 1, 14, 15, 16, 30, 31, 58].map((from) => ({ from: day(from), to: day(random.whole(from, 89)) })),
      ...[
        [0, 0],
        [0, 30],
        [1, 29],
        [0, 58],
        [15, 45],
        [30, 31],
        [-40, 300],
      ].map(([from, to]) => ({
        from: day(from!),
        to: day(to!),
      })),
    ];
    for (const times of [2500, 600]) {
      for (let i = 0; i < times; i++) addRequest(random, year);
      await endLogs();
      for (const range of ranges) for (const viewer of viewers) await compare(range, viewer);
    }
    const parts = await sql<{ parts: number }>`select count(distinct part) as parts from request_people`.execute(db());
    expect(parts.rows[0]!.parts).toBeGreaterThan(1);
  });
});
