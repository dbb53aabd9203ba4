import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { holding } from "../../../tests/kit/holding";
import { startBuiltJobs } from "../../../tests/kit/jobs";
import type { Visitor } from "../../../tests/kit/visit";
import { may } from "./policy";
import { askAgain } from "./queries.server";
import { isCovered, partOf } from "./stretches";
import { orgNamed } from "../../../tests/kit/organisations";

const tools = "/line/line-tools";
let person: Visitor;
beforeAll(async () => {
  person = await visitorWith(may.read, may.write, "line.read", "line.write");
  await startBuiltJobs();
});

it("says beside what is to be reviewed how much was never checked", async () => {
  const list = await person.get(tools);
  expect(list.$("main a:contains(开始检查)").attr("href")).toBe(`${tools}/batches`);
  expect(list.$("main a.primary").length).toBe(0);
  const review = await person.get(list.$("tbody a").first().attr("href")!);
  expect(review.text).toMatch(/还有待复核\s*0 个方向，另有 \d+ 个没有检查/);
});

it("checks and matches many lines, and takes a proposal only once it is chosen", async () => {
  const { rows: torn } = await sql`
    update line_path set gaps = jsonb_set(gaps, '{0,broken}', 'true') where direction = 2 and version_uuid in (
      select v.version_uuid from line_version v join line_classify c using (classify_sid) join line l on l.line_uuid = c.main_uuid
      where l.line_name = ${demoNames.lines.first} and v.deleted_at is null) returning version_uuid`.execute(db());
  expect(torn.length).toBeGreaterThan(0);
  const started = await (await person.get(`${tools}/batches`)).submit({ scope: "all" });
  const page = await person.settled(started.location!);
  expect(page.text).toContain("已完成");
  const rows = page
    .$("tbody tr")
    .map((_, row) => page.$(row).text())
    .get();
  const good = (direction: string) =>
    rows.some((row) => row.includes(`${demoNames.lines.first} ${direction}`) && row.includes("路径合格"));
  expect([good("上行"), good("下行")]).toEqual([true, false]);
  const { lineUuid, classifySid } = await db()
    .selectFrom("line")
    .innerJoin("lineClassify as c", "c.mainUuid", "line.lineUuid")
    .select(["line.lineUuid", "c.classifySid"])
    .where("lineName", "=", demoNames.lines.withBreak)
    .executeTakeFirstOrThrow();
  const drafts = () =>
    db()
      .selectFrom("lineVersion")
      .select("versionUuid")
      .where("classifySid", "=", classifySid)
      .where("state", "=", "draft")
      .where("deletedAt", "is", null)
      .execute();
  expect(await drafts()).toEqual([]);
  const broken = page
    .$("tbody tr")
    .filter((_, row) => page.$(row).find('[value^="accept:"]').length > 0 && page.$(row).html()!.includes(lineUuid));
  expect(broken.length).toBeGreaterThan(0);
  expect(broken.first().text()).toContain("有可信度低的站间，请先查看");
  const taken = await (
    await page.submit({}, { press: `[value="${broken.first().find('[value^="accept:"]').attr("value")}"]` })
  ).follow();
  expect(taken.text).toContain("已采用，保存在草稿中");
  expect(await drafts()).toHaveLength(1);
  const list = await person.get(tools);
  expect([list.$("main a.primary").text(), list.$("tbody").text()]).toEqual([
    "从问题最多的开始复核",
    expect.stringContaining("合格"),
  ]);
});

it("is paused, goes on and is cancelled; pressed twice it stays so", async () => {
  const { location } = await (await person.get(`${tools}/batches`)).submit({ scope: "all" });
  const steer = async (press: string) => {
    const page = await person.get(location!);
    await Promise.all([page.submit({}, { press }), page.submit({}, { press })]);
  };
  const counted = () =>
    db()
      .selectFrom("matchBatch")
      .select(["state", "done", "total"])
      .where("batchId", "=", location!.split("/").at(-1)!)
      .executeTakeFirstOrThrow();
  // While no direction can be written down, the batch cannot come to its end.
  await holding("lock table match_batch_line in exclusive mode", () => steer("暂停"));
  expect((await person.settled(location!)).text).toContain("已暂停");
  await new Promise((resolve) => setTimeout(resolve, 500));
  const paused = await counted();
  expect([paused.state, paused.done < paused.total]).toEqual(["paused", true]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await counted()).toEqual(paused);
  await steer("继续");
  expect((await person.settled(location!)).text).toContain("已完成");
  expect(await counted()).toEqual({ state: "done", done: paused.total, total: paused.total });
});

it("shows a person only the lines of their own organisations, and starts nothing where there are none", async () => {
  const orgId = await orgNamed("调度中心");
  const outsider = await enter(await account({ permissions: [may.read, may.write], dataScope: "own", orgId }));
  expect((await outsider.get(tools)).text).toContain("今天没有生效的线路路径");
  const refused = await (await outsider.get(`${tools}/batches`)).submit({ scope: "all" });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("没有需要匹配的线路")]);
  const first = (await person.get(`${tools}?keyword=${encodeURIComponent(demoNames.lines.first)}`))
    .$("tbody a")
    .first()
    .attr("href")!;
  expect((await outsider.get(first)).status).toBe(404);
  expect((await (await visitorWith(may.read)).get(first)).$('[data-hotkey="r"]').length).toBe(0);
});

it("keeps a batch from those who see none of its lines, and leaves steering it to those who see all", async () => {
  const { location } = await (await person.get(`${tools}/batches`)).submit({ scope: "all" });
  await person.settled(location!);
  const batchId = location!.split("/").at(-1)!;
  const owned = await sql<{
    orgId: string;
    classifySid: string;
    direction: number;
  }>`select line.org_id, l.classify_sid, l.direction from match_batch_line l join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid where l.batch_id = ${batchId} order by 1, 2, 3`.execute(
    db(),
  );
  const [mine, theirs] = [owned.rows[0]!, owned.rows.find(({ orgId }) => orgId !== owned.rows[0]!.orgId)!];
  await sql`update match_batch_line set state = 'done', proposal = '{}' where batch_id = ${batchId}`.execute(db());
  const stateOf = async ({ classifySid, direction }: typeof mine) =>
    (
      await db()
        .selectFrom("matchBatchLine")
        .select("state")
        .where("batchId", "=", batchId)
        .where("classifySid", "=", classifySid)
        .where("direction", "=", direction)
        .executeTakeFirstOrThrow()
    ).state;

  const emptyOrg = await orgNamed("调度中心");
  const outsider = await enter(
    await account({ permissions: [may.read, may.write], dataScope: "chosen", orgIds: [emptyOrg] }),
  );
  expect((await outsider.get(`${tools}/batches`)).$("tbody a").length).toBe(0);
  expect([(await outsider.get(location!)).status, (await outsider.post(location!, { do: "cancel" })).status]).toEqual([
    404, 404,
  ]);

  const colleague = await enter(
    await account({ permissions: [may.read, may.write, "line.write"], dataScope: "chosen", orgIds: [mine.orgId] }),
  );
  const seen = await colleague.get(location!);
  const own = owned.rows.filter(({ orgId }) => orgId === mine.orgId).length;
  expect(seen.text).toContain(`${own} / ${own} 个方向`);
  for (const verb of ["accept", "reject"])
    expect((await colleague.post(location!, { do: `${verb}:${theirs.classifySid}:${theirs.direction}` })).status).toBe(
      404,
    );
  expect(await stateOf(theirs)).toBe("done");
  await colleague.post(location!, { do: `reject:${mine.classifySid}:${mine.direction}` });
  expect(await stateOf(mine)).toBe("rejected");
  await db().updateTable("matchBatch").set({ state: "paused" }).where("batchId", "=", batchId).execute();
  expect((await (await colleague.post(location!, { do: "cancel" })).follow()).text).toContain(
    "由发起人暂停、继续或取消",
  );
  expect(
    (await db().selectFrom("matchBatch").select("state").where("batchId", "=", batchId).executeTakeFirstOrThrow())
      .state,
  ).toBe("paused");
});

it("accepts no stretch that ends before it begins", async () => {
  const url = (await person.get(`${tools}?keyword=${encodeURIComponent(demoNames.lines.first)}`))
    .$("tbody a")
    .first()
    .attr("href")!;
  const refused = await (
    await person.get(`${url}/accept?from=0&to=300`)
  ).submit({ from: "500", to: "100", reason: "写反了" });
  expect([refused.status, refused.errorAt("to")]).toEqual([422, "终点应在起点之后"]);
});

it("asks again about an accepted stretch once the roads around it have changed", async () => {
  const url = (await person.get(`${tools}?keyword=${encodeURIComponent(demoNames.lines.night)}`))
    .$("tbody a")
    .first()
    .attr("href")!;
  const form = await person.get(`${url}/accept?from=0&to=300`);
  await form.submit({ reason: "夜间封路绕行" });
  const { whiteUuid, coords } = await db()
    .selectFrom("pathWhiteList")
    .select(["whiteUuid", "coords"])
    .where("reason", "=", "夜间封路绕行")
    .executeTakeFirstOrThrow();
  expect(await inTransaction((trx) => askAgain(trx))).toBe(0);
  const [lng, lat] = coords as [number, number];
  await sql`update road_edge set digest = 'changed' where bounds && box(point(${lng - 0.0004}, ${lat - 0.0004}), point(${lng + 0.0004}, ${lat + 0.0004}))`.execute(
    db(),
  );
  expect(await inTransaction((trx) => askAgain(trx))).toBe(1);
  const asked = await person.get(`${tools}/white-list/${whiteUuid}`);
  expect(asked.text).toContain("请再次确认");
  expect(
    (await person.get(`${tools}?keyword=${encodeURIComponent(demoNames.lines.night)}`)).$("tbody").text(),
  ).toContain("需再次确认");
  await asked.submit({}, { press: "仍然有效" });
  expect((await person.get(`${tools}/white-list/${whiteUuid}`)).text).not.toContain("请再次确认");
});

it("knows a stretch that lies along an accepted one, and one that does not", () => {
  const path = [
    [116, 40],
    [116.01, 40],
    [116.01, 40.01],
  ] as const;
  const part = partOf(path, 200, 1200);
  expect(part[0]![0]).toBeCloseTo(116.00235, 4);
  expect(isCovered(partOf(path, 300, 900), part)).toBe(true);
  expect(isCovered(partOf(path, 900, 1600), part)).toBe(false);
  expect(
    isCovered(
      [
        [116.005, 40.0001],
        [116.009, 40.0001],
      ],
      part,
    ),
  ).toBe(true);
  expect(
    isCovered(
      [
        [116.005, 40.0003],
        [116.009, 40.0003],
      ],
      part,
    ),
  ).toBe(false);
  const [there, back] = [
    [116, 40],
    [-64, -40],
  ] as const;
  expect(isCovered([there, back, there], path)).toBe(false);
});
