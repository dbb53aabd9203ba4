import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { buildBusNetwork, type BusNetwork } from "~/transit/osm/bus-routes";
import type { RouteRelation } from "~/transit/osm/route-relation";
import { today } from "~/kit/ground/time/today.server";
import { publishDraft, saveVersionDraft } from "~/domains/line-versions/queries.server";
import { applyBusRoutes, previewBusRoutes } from "../queries.server";
import { superViewer } from "~/kit/room/sheets/drive.sample";
import { createLine, deleteLines, updateLine } from "~/domains/lines/queries.server";
import { isLongRun } from "../../../../tests/kit/long-run";

let orgId: string;
beforeAll(async () => {
  orgId = (
    await db().selectFrom("organisation").select("orgId").where("deletedAt", "is", null).executeTakeFirstOrThrow()
  ).orgId;
});

let taken = 1_000_000;
interface Plan {
  ref: string;
  /** Of six stops and five ways, those that the file holds. */
  holds?: (index: number) => boolean;
  bend?: number;
  first?: number;
}

/** Both directions of a line along a parallel, six stops 600 m apart; ids begin at `first`. */
function file({ ref, holds = () => true, bend = 0, first = (taken += 1000) }: Plan): BusNetwork & { first: number } {
  const lat = 30 + (first % 1_000_000) / 1e6;
  const places = Array.from({ length: 6 }, (_, n) => ({ lng: 110 + n * 0.006, lat: n === 2 ? lat + bend : lat }));
  const relation = (id: number, back: boolean): RouteRelation => {
    const order = back ? [5, 4, 3, 2, 1, 0] : [0, 1, 2, 3, 4, 5];
    return {
      id,
      mode: "bus",
      ref,
      name: `${ref}: ${back ? "东站 => 西站" : "西站 => 东站"}`,
      from: back ? "东站" : "西站",
      to: back ? "西站" : "东站",
      network: "试公交",
      operator: "",
      roundtrip: false,
      openingHours: "06:00-22:00",
      oneDirection: true,
      masterId: null,
      masterRef: "",
      masterName: "",
      masterRoutes: [],
      otherMembers: 0,
      stops: order.map((n) => ({
        type: "node" as const,
        id: first + 10 + n,
        kind: "platform" as const,
        side: "" as const,
        order: null,
        onRequest: false,
        boarding: "both" as const,
        platform: null,
        place: holds(n) ? { ...places[n]!, name: `${ref}站${n}`, nameEn: "", road: "试路" } : null,
      })),
      ways: order.slice(1).map((n, at) => {
        const [a, b] = [Math.min(n, order[at]!), Math.max(n, order[at]!)];
        const shape = {
          nodes: [first + 10 + a, first + 10 + b],
          coords: [a, b].map((one) => [places[one]!.lng, places[one]!.lat] as const),
          oneway: 0 as const,
          whole: true,
        };
        return { id: first + 100 + a, side: "" as const, shape: holds(a) && holds(b) ? shape : null };
      }),
    };
  };
  return { ...buildBusNetwork([relation(first, false), relation(first + 1, true)]), first };
}

const apply = (one: BusNetwork, by = superViewer) => applyBusRoutes(by, one, { orgId });
const stored = async (ref: string) =>
  (
    await sql<{
      lineUuid: string;
      lineName: string;
      standing: string;
      validFrom: string | null;
      stations: number;
      far: number | null;
      completeness: string | null;
    }>`
      select l.line_uuid, l.line_name, v.state as standing, lower(v.valid) as valid_from, v.completeness->>'text' as completeness,
        (select count(*) from line_station where version_uuid = v.version_uuid) as stations, (select max(distance) from line_station where version_uuid = v.version_uuid) as far
      from line l join line_classify c on c.main_uuid = l.line_uuid join line_version v using (classify_sid)
      where l.source like ${`%/${ref}`} and l.deleted_at is null and c.deleted_at is null and v.deleted_at is null order by v.valid`.execute(
      db(),
    )
  ).rows;

it("puts a whole line in force from today, and the same file again changes nothing", async () => {
  const one = file({ ref: "A1" });
  expect((await previewBusRoutes(superViewer, one)).lines.new).toMatchObject([
    { name: "A1路", detail: expect.stringContaining("上行 6 站") },
  ]);
  expect(await apply(one)).toMatchObject({ lines: { new: 1, changed: 0 }, stations: { new: 6 } });
  expect(await stored("A1")).toMatchObject([
    { lineName: "A1路", standing: "effective", validFrom: today(), stations: 12, completeness: null },
  ]);
  expect((await stored("A1"))[0]!.far).toBeCloseTo(2.887, 1);
  const count = async () =>
    (
      await sql<{
        n: number;
      }>`select (select count(*) from history) + (select count(*) from line_version) + (select count(*) from station) as n`.execute(
        db(),
      )
    ).rows[0]!.n;
  const before = await count();
  expect(await apply(one)).toMatchObject({
    lines: { new: 0, changed: 0, unchanged: 1 },
    stations: { new: 0, changed: 0, unchanged: 6 },
  });
  expect(await count()).toBe(before);
});

it("keeps a cut line as a draft that says so, and completes it from the neighbouring file", async () => {
  const west = file({ ref: "B2", holds: (n) => n <= 3 });
  const east = file({ ref: "B2", holds: (n) => n >= 3, first: west.first });
  await apply(west);
  expect(await stored("B2")).toMatchObject([
    { standing: "draft", stations: 8, completeness: expect.stringContaining("6 个站点中的 4 个、5 条道路中的 3 条") },
  ]);
  expect((await previewBusRoutes(superViewer, east)).lines.changed).toMatchObject([
    { detail: expect.stringContaining("补全") },
  ]);
  expect(await apply(east)).toMatchObject({ lines: { changed: 1 }, stations: { new: 2 } });
  expect(await stored("B2")).toMatchObject([
    { standing: "effective", validFrom: today(), stations: 12, completeness: null },
  ]);
  for (const again of [west, east])
    expect(await apply(again)).toMatchObject({ lines: { new: 0, changed: 0 }, stations: { new: 0, changed: 0 } });
});

it("does not cut a whole line short where a later file holds only part of it", async () => {
  const whole = file({ ref: "C3" });
  await apply(whole);
  const part = file({ ref: "C3", holds: (n) => n < 3, first: whole.first });
  expect((await previewBusRoutes(superViewer, part)).lines.unchanged).toMatchObject([
    { name: "C3路", detail: expect.stringContaining("只有其中一部分") },
  ]);
  await apply(part);
  expect(await stored("C3")).toMatchObject([{ standing: "effective", stations: 12 }]);
});

it("brings a changed line up to date where no person has touched it", async () => {
  const before = file({ ref: "D4" });
  await apply(before);
  const after = file({ ref: "D4", bend: 0.001, first: before.first });
  expect(await apply(after)).toMatchObject({ lines: { changed: 1 }, stations: { changed: 1 } });
  expect(await stored("D4")).toHaveLength(1);
  expect((await stored("D4"))[0]!.far).toBeGreaterThan(2.88);
  expect(await apply(after)).toMatchObject({ lines: { changed: 0 }, stations: { changed: 0 } });
});

it("never overwrites what a person has changed: the line's fields, its stations, a draft, a deletion", async () => {
  const hands: ((lineUuid: string) => Promise<unknown>)[] = [
    (lineUuid) => updateLine(superViewer, lineUuid, { remark: "人工核对" }),
    async (lineUuid) => {
      const stations = (
        await sql<{
          staUuid: string;
        }>`select ls.sta_uuid from line_station ls join line_version v using (version_uuid) join line_classify c using (classify_sid) where c.main_uuid = ${lineUuid} and direction = 1 order by serial limit 3`.execute(
          db(),
        )
      ).rows;
      await saveVersionDraft(superViewer, {
        lineUuid,
        directions: [
          {
            direction: 1,
            stationList: stations.map(({ staUuid }) => ({
              staUuid,
              inRadius: 50,
              outRadius: 30,
              isKey: false,
              isTimed: false,
            })),
          },
        ],
      });
    },
    (lineUuid) => deleteLines(superViewer, [lineUuid]),
  ];
  for (const [index, change] of hands.entries()) {
    const ref = `E${index}`;
    const before = file({ ref });
    await apply(before);
    const [{ lineUuid } = { lineUuid: "" }] = await stored(ref);
    await change(lineUuid);
    const again = file({ ref, bend: 0.001, first: before.first });
    const kept = await apply(again);
    expect([ref, kept.lines]).toEqual([ref, { new: 0, changed: 0, unchanged: 1 }]);
    expect(kept.problems.some(({ text }) => /有人改过|已被删除/.test(text))).toBe(true);
  }
  await publishDraft(superViewer, { lineUuid: (await stored("E1"))[0]!.lineUuid }, { validFrom: today() });
  expect((await stored("E1")).map(({ stations }) => stations)).toEqual([9]);
});

it("leaves alone what a person is saving just then", async () => {
  const before = file({ ref: "E9" });
  await apply(before);
  const [{ lineUuid } = { lineUuid: "" }] = await stored("E9");
  let typing: () => void = () => undefined;
  const begun = new Promise<void>((go) => (typing = go));
  const person = inTransaction(async (trx) => {
    await sql`update line set remark = '人工核对', version = version + 1 where line_uuid = ${lineUuid}`.execute(trx);
    typing();
    await new Promise((go) => setTimeout(go, 400));
  });
  await begun;
  const kept = await apply(file({ ref: "E9", bend: 0.001, first: before.first }));
  await person;
  expect(kept.lines).toEqual({ new: 0, changed: 0, unchanged: 1 });
  expect(kept.problems.at(-1)!.text).toContain("有人改过");
});

it("gives a line whose name another source has a name of its own, and says so", async () => {
  await createLine(superViewer, { lineName: "F6路", lineType: 1, category: "1", state: 10, orgId });
  const { problems } = await apply(file({ ref: "F6" }));
  expect((await stored("F6"))[0]!.lineName).toBe("F6路（试公交）");
  expect(problems.some(({ text }) => text.includes("F6路（试公交）"))).toBe(true);
});

it("refuses new lines without an organisation and changes nothing", async () => {
  await expect(applyBusRoutes(superViewer, file({ ref: "G7" }), { orgId: "" })).rejects.toMatchObject({
    reason: "field",
    errors: [{ path: "orgId" }],
  });
  expect(await stored("G7")).toEqual([]);
});

it.runIf(isLongRun)("writes thousands of stations in one go", async () => {
  const parts = Array.from({ length: 400 }, (_, n) => file({ ref: `Z${n}` }));
  const all = buildBusNetwork(parts.flatMap(({ relations }) => relations));
  expect(await apply(all)).toMatchObject({ lines: { new: 400 }, stations: { new: 2400 } });
  expect(await apply(all)).toMatchObject({ lines: { new: 0, changed: 0, unchanged: 400 } });
});
