import ExcelJS from "exceljs";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../../tests/kit/accounts";
import { startBuiltJobs } from "../../../../tests/kit/jobs";
import type { Answer, Visitor } from "../../../../tests/kit/visit";
import { may } from "../policy";

const path = "/line/line-import";
let person: Visitor;
let orgId: string;
let stops: { staUuid: string; staName: string; staSelfCode: string; lng: number; lat: number }[];

beforeAll(async () => {
  person = await visitorWith(may.read, may.write, "line.read", "line.write", "station.read");
  orgId = (
    await sql<{
      orgId: string;
    }>`select org_id from organisation where deleted_at is null order by org_code limit 1`.execute(db())
  ).rows[0]!.orgId;
  stops = (
    await sql<(typeof stops)[number]>`
      select s.sta_uuid, s.sta_name, s.sta_self_code, s.lng, s.lat from line_station ls join station s using (sta_uuid)
      where ls.direction = 1 and version_uuid = (select version_uuid from line_station join line_version using (version_uuid)
        where direction = 1 and state = 'effective' group by 1 order by count(*) desc limit 1) order by serial`.execute(
      db(),
    )
  ).rows;
  await startBuiltJobs();
});

async function read(name: string, content: string | Uint8Array): Promise<Answer> {
  const body = new FormData();
  body.append("file", new File([content as BlobPart], name));
  const sent = await person.visit(path, { method: "POST", headers: { "sec-fetch-site": "same-origin" }, body });
  expect([sent.status, sent.errorAt("file")]).toEqual([303, ""]);
  return person.settled(sent.location!);
}

const confirming = { form: "main form:not([action])" };
const choosing = { form: "form[action$='/choose']" };
const confirmed = async (page: Answer) =>
  person.settled((await page.submit(page.field("orgId") === undefined ? {} : { orgId }, confirming)).location!);

const counted = (page: Answer, kind: string) =>
  page
    .$("main table")
    .first()
    .find("tbody tr")
    .toArray()
    .filter((row) => page.$(row).find("th").text() === kind)
    .flatMap((row) =>
      page
        .$(row)
        .find("td")
        .toArray()
        .map((cell) => Number(page.$(cell).text())),
    );

const versionsOf = async (lineName: string) =>
  (
    await sql<{ state: string; direction: number; codes: string }>`
      select v.state, ls.direction, string_agg(s.sta_self_code, ',' order by ls.serial) as codes
      from line l join line_classify c on c.main_uuid = l.line_uuid join line_version v using (classify_sid) join line_station ls using (version_uuid) join station s using (sta_uuid)
      where l.line_name = ${lineName} and v.deleted_at is null group by v.state, ls.direction, v.version_uuid order by v.state desc, ls.direction`.execute(
      db(),
    )
  ).rows;

const codesOf = (some: typeof stops) => some.map(({ staSelfCode }) => staSelfCode).join();

function table(lineName: string, lineId: string, some: typeof stops): string[] {
  return some.map(({ staName, staSelfCode }, at) => [lineName, lineId, "上行", at + 1, staName, staSelfCode].join(","));
}

const header = "线路名称,线路编号,方向,站序,站名,站点编号";
const csv = (...lines: string[][]) => [header, ...lines.flat()].join("\r\n");

describe("a table of a whole network's stations", () => {
  it("makes new lines, fills those without stations by their number, and leaves a draft of those that have some; a second time changes nothing", async () => {
    await person.call("/api/line/v1.0/add", { lineName: "空表路", lineId: "K771", lineType: 1, orgId });
    const first = stops.slice(0, 6);
    const page = await read("全网.csv", csv(table("新表路", "K770", first), table("别名", "K771", first)));
    expect(page.text).toContain("线路站点表");
    expect(page.text).toContain("文件没有坐标");
    expect(counted(page, "线路")).toEqual([1, 1, 0]);
    expect(counted(page, "站点")).toEqual([0, 0, 6]);
    expect((await confirmed(page)).text).toContain("导入完成");
    const made = [{ state: "effective", direction: 1, codes: codesOf(first) }];
    expect([await versionsOf("新表路"), await versionsOf("空表路")]).toEqual([made, made]);

    const again = await read("全网.csv", csv(table("新表路", "K770", first), table("空表路", "K771", first)));
    expect(counted(again, "线路")).toEqual([0, 0, 2]);
    const fewer = await read("全网.csv", csv(table("新表路", "K770", first.slice(1))));
    expect(fewer.text).toContain("写入草稿");
    await confirmed(fewer);
    expect(await versionsOf("新表路")).toEqual([
      ...made,
      { state: "draft", direction: 1, codes: codesOf(first.slice(1)) },
    ]);
    // The import's own draft may be written over, one that a person has changed since may not.
    const corrected = await read("全网.csv", csv(table("新表路", "K770", first.slice(2))));
    await confirmed(corrected);
    expect((await versionsOf("新表路"))[1]!.codes).toBe(codesOf(first.slice(2)));
    const { lineUuid } = await db()
      .selectFrom("line")
      .select("lineUuid")
      .where("lineName", "=", "新表路")
      .executeTakeFirstOrThrow();
    await person.call("/api/line/v1.0/updateLineClassifyStationAndMap", {
      lineUuid,
      directions: [{ direction: 1, stationList: first.slice(1, 4).map(({ staUuid }) => ({ staUuid })) }],
    });
    const held = await read("全网.csv", csv(table("新表路", "K770", first.slice(3))));
    expect(held.text).toContain("有人正在编辑它的草稿，没有写入");
    expect(counted(held, "线路")).toEqual([0, 0, 1]);
  });

  it("asks which column is which where it does not know them, and makes stations that have coordinates", async () => {
    const book = new ExcelJS.Workbook();
    book.addWorksheet("说明").addRow(["请看第二张表"]);
    const sheet = book.addWorksheet("数据");
    sheet.addRow(["甲", "乙", "丙", "丁", "戊"]);
    ["表中新站一", "表中新站二", "表中新站三"].forEach((name, at) =>
      sheet.addRow(["表777路", at + 1, name, stops[0]!.lng + 0.01 * (at + 1), stops[0]!.lat]),
    );
    const page = await read("全网.xlsx", new Uint8Array(await book.xlsx.writeBuffer()));
    expect(page.text).toContain("请选择线路和站名所在的列");
    const chosen = await page.submit({ sheet: "数据", crs: "WGS84", use: "lines" }, choosing);
    const other = await person.settled(chosen.location!);
    const read2 = await person.settled(
      (
        await other.submit(
          {
            headerRow: "1",
            crs: "WGS84",
            use: "lines",
            column_line: "0",
            column_serial: "1",
            column_staName: "2",
            column_lng: "3",
            column_lat: "4",
          },
          choosing,
        )
      ).location!,
    );
    expect(counted(read2, "站点")).toEqual([3, 0, 0]);
    expect((await confirmed(read2)).text).toContain("导入完成");
    expect((await versionsOf("表777路")).map(({ state, direction }) => [state, direction])).toEqual([["effective", 1]]);
  });

  it("leaves a line out that its checks refuse at writing, and says so at the end, on the page and by call", async () => {
    const some = stops.slice(0, 4);
    const [good, bad] = [table("写入路", "K780", some), table("乱序路", "K781", some)];
    await confirmed(await read("全网.csv", csv(good, bad)));
    await sql`update line_station ls set distance = serial from line_version v join line_classify c using (classify_sid) join line on line_uuid = main_uuid
      where ls.version_uuid = v.version_uuid and line_name in ('写入路', '乱序路')`.execute(db());
    const [a, b, ...rest] = some;
    const preview = await read(
      "全网.csv",
      csv(table("写入路", "K780", some.slice(0, 3)), table("乱序路", "K781", [b!, a!, ...rest])),
    );
    expect(counted(preview, "线路")).toEqual([0, 2, 0]);
    const done = await confirmed(preview);
    expect(done.text).toContain("线路“乱序路”没有写入：第 2 站：距起点应大于前面站点的 2 公里");
    expect([counted(done, "线路"), counted(done, "线路方向")]).toEqual([
      [0, 1, 1],
      [0, 1, 1],
    ]);
    expect((await versionsOf("乱序路")).map(({ state }) => state)).toEqual(["effective"]);
    const { data } = await person.call<{ result: object }>("/api/line-import/v1.0/detail", {
      importUuid: done.url.split("/").at(-1),
    });
    expect(data.result).toMatchObject({
      lines: { changed: 1, unchanged: 1 },
      problemCount: 1,
      problems: [{ where: "", text: expect.stringContaining("线路“乱序路”没有写入") }],
    });
  });

  it("tells a station that is nowhere at its line", async () => {
    const page = await read(
      "全网.csv",
      csv(table("缺站路", "K778", [...stops.slice(0, 3), { ...stops[0]!, staName: "没有这个站", staSelfCode: "" }])),
    );
    expect(page.text).toMatch(/“缺站路”第 4 站“没有这个站”：站点库里没有这个站点，文件也没有坐标，已略去此站/);
  });

  it("takes the hours and the company of each line, with latitude first and times in any way people write them", async () => {
    const rows = ["甲", "乙", "丙", "丁"].flatMap((name, at) => [
      `时1路,一车队,600,2200,${name}时站,${28.4 + at * 0.005},118.4`,
      `时2路,没有的公司,6点半,25:10,${name}时站,${28.4 + at * 0.005},118.4`,
    ]);
    const page = await read("网.csv", `线路,公司,首班,末班,站名,纬度,经度\n${rows.join("\n")}\n`);
    const chosen = await page.submit({ crs: "WGS84", use: "lines" }, choosing);
    const preview = await person.settled(chosen.location!);
    expect(counted(preview, "线路")).toEqual([2, 0, 0]);
    expect(preview.text).toContain("没有叫“没有的公司”的机构，1 条新线路归入所选的机构");
    await confirmed(preview);
    const { rows: stored } = await sql<{ name: string; upFirst: string; upLast: string; own: boolean; org: string }>`
      select line_name as name, up_first, up_last, org_id = ${orgId} as own, (select org_name from organisation o where o.org_id = line.org_id) as org
      from line where line_name like '时_路' and deleted_at is null order by 1`.execute(db());
    expect(stored).toMatchObject([
      { name: "时1路", upFirst: "06:00", upLast: "22:00", org: "一车队" },
      { name: "时2路", upFirst: "06:30", upLast: "25:10", own: true },
    ]);
    const again = await read("网.csv", `线路,公司,首班,末班,站名,纬度,经度\n${rows.join("\n")}\n`);
    const same = await person.settled((await again.submit({ crs: "WGS84", use: "lines" }, choosing)).location!);
    expect(counted(same, "线路")).toEqual([0, 0, 2]);
  });
});
