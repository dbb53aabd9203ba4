import { utils, write } from "@e965/xlsx";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../tests/kit/accounts";
import { startBuiltJobs } from "../../../tests/kit/jobs";
import type { Answer, Visitor } from "../../../tests/kit/visit";

let person: Visitor;
/** Buttons pressed since a file was chosen. */
let presses = 0;

beforeAll(async () => {
  const rooms = ["person", "bus", "station", "line"].flatMap((room) =>
    ["read", "write", "delete"].map((may) => `${room}.${may}`),
  );
  person = await visitorWith("sheet.read", "sheet.write", ...rooms);
  await startBuiltJobs();
});

async function uploaded(templateCode: string, name: string, content: string | Buffer, mode = "both"): Promise<Answer> {
  presses = 0;
  const form = await person.get(`/excel/import?template=${templateCode}`);
  const files = { file: new File([content as BlobPart], name) };
  return pressing(form, "上传并检查", { templateCode, mode }, files);
}

async function pressing(page: Answer, press: string, changes = {}, files?: Record<string, File>): Promise<Answer> {
  presses++;
  const answer = await page.submit(changes, { press, files });
  expect([answer.status, answer.errorAt("file")]).toEqual([303, ""]);
  return person.settled(answer.location!);
}

const confirmed = async (page: Answer, changes = {}) => {
  const words = page
    .$("button.primary")
    .toArray()
    .map((one) => page.$(one).text().trim());
  return pressing(
    page,
    words.find((one) => one.startsWith("确认导入"))!,
    changes,
  );
};

const kindsOf = async (page: Answer) => {
  const found = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from sheet_row where import_id = ${/[0-9a-f]{32}/.exec(page.url)![0]} group by 1`.execute(
    db(),
  );
  return Object.fromEntries(found.rows.map(({ kind, count }) => [kind, count]));
};

async function undone(page: Answer): Promise<void> {
  const at = page.url.replace(/\?.*/, "");
  await (await person.get(`${at}/undo`)).submit({}, { press: "撤销导入" });
  expect((await person.settled(at)).text).toContain("已撤销");
}

const codesLike = async (table: string, column: string, like: string) =>
  (
    await sql<{ code: string }>`
      select ${sql.ref(column)} as code from ${sql.table(table)} where deleted_at is null and ${sql.ref(column)} like ${like} order by 1`.execute(
      db(),
    )
  ).rows.map(({ code }) => code);

const bookOf = (sheets: Record<string, unknown[][]>, merges: string[] = []): Buffer => {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(rows);
    sheet["!merges"] = merges.map((range) => utils.decode_range(range));
    utils.book_append_sheet(book, sheet, name);
  }
  return write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
};

const fleets = Array.from({ length: 20 }, (_, nth) => `第${nth + 1}运营大队`);
const plate = (nth: number) => `京K${String(10_000 + nth)}`;

describe("tables that nobody made for this program go in without an edit of theirs", () => {
  it("a fleet's list without model, fleets in words of its own, 18 rows of it wrong", async () => {
    const faulty = new Set(Array.from({ length: 18 }, (_, nth) => 7 + nth * 20));
    const rows = Array.from({ length: 400 }, (_, nth) => [
      nth + 1,
      `TF${String(nth).padStart(4, "0")}`,
      faulty.has(nth) ? "无牌" : plate(nth),
      fleets[nth % 20],
      `专${nth % 30}路`,
    ]);
    const content = bookOf(
      { 车辆: [["某某公交集团车辆明细表"], ["截至十一月"], ["序号", "车号", "牌照号", "归属单位", "线别"], ...rows] },
      ["A1:E1", "A2:E2"],
    );
    const page = await uploaded("bus", "车辆明细.xlsx", content, "insert");
    expect(page.text).toContain("按意思对应，请核对：B 列“车号”→自编号、C 列“牌照号”→车牌号");
    const columns = { "column.orgId": "3", "constant.modelUuid": "BJD-12E" };
    const asked = await pressing(page, "按所选的列重新检查", columns);
    expect(asked.$("select[name^='meaning.orgId.']")).toHaveLength(20);
    const meanings = Object.fromEntries(fleets.map((one) => [`meaning.orgId.${one}`, "BJGJ-11 一车队"]));
    const preview = await pressing(asked, "按所选的对应重新检查", meanings);
    expect(await kindsOf(preview)).toEqual({ new: 382, wrong: 18 });
    const done = await confirmed(preview, { onlyGood: "on" });
    expect(presses).toBe(4);
    const stored = await codesLike("bus", "bus_self_code", "TF%");
    expect(stored).toEqual(rows.flatMap(([, code], nth) => (faulty.has(nth) ? [] : [code])));
    const again = await uploaded("bus", "车辆明细.xlsx", content);
    expect(await kindsOf(again)).toEqual({ same: 382, wrong: 18 });
    expect(presses).toBe(1);
    await undone(done);
    expect(await codesLike("bus", "bus_self_code", "TF%")).toEqual([]);
  });

  it("three rows of header, merged both ways", async () => {
    const rows = [
      ["车辆", null, null, "单位", null],
      ["标识", null, "属性", "归属", null],
      ["自编号", "车牌号", "型号", "所属机构", "备注"],
      ["TM01", plate(501), "BJD-12E", "一车队", "甲"],
      ["TM02", plate(502), "BJD-12E", "一车队", null],
    ];
    const content = bookOf({ 表: rows }, ["A1:C1", "D1:E1", "A2:B2", "D2:E2"]);
    const done = await confirmed(await uploaded("bus", "三行表头.xlsx", content));
    expect(presses).toBe(2);
    expect(await codesLike("bus", "bus_self_code", "TM%")).toEqual(["TM01", "TM02"]);
    expect(await kindsOf(await uploaded("bus", "三行表头.xlsx", content))).toEqual({ same: 2 });
    await undone(done);
    expect(await codesLike("bus", "bus_self_code", "TM%")).toEqual([]);
  });

  it("a text parted by semicolons, with commas inside and old line ends", async () => {
    const content = `自编号;车牌号;型号;所属机构;备注\rTS01;${plate(601)};BJD-12E;一车队;甲,乙\rTS02;${plate(602)};BJD-12E;一车队;"丙;丁"\r`;
    const done = await confirmed(await uploaded("bus", "分号.csv", content));
    expect(presses).toBe(2);
    const { rows } = await sql<{ remark: string }>`
      select remark from bus where bus_self_code like 'TS0_' and deleted_at is null order by bus_self_code`.execute(
      db(),
    );
    expect(rows.map(({ remark }) => remark)).toEqual(["甲,乙", "丙;丁"]);
    expect(await kindsOf(await uploaded("bus", "分号.csv", content))).toEqual({ same: 2 });
    await undone(done);
  });

  it("nine rows of ten said again", async () => {
    const rows = Array.from({ length: 3000 }, (_, nth) => {
      const one = nth % 300;
      return `TR${String(one).padStart(3, "0")},重复站${one},${(116.38 + (one % 20) * 0.001).toFixed(6)},${(39.87 + Math.floor(one / 20) * 0.001).toFixed(6)}`;
    });
    const content = `站点编号,站点名称,经度,纬度\n${rows.join("\n")}\n`;
    const page = await uploaded("station", "重复.csv", content);
    expect(await kindsOf(page)).toEqual({ new: 300, folded: 2700 });
    const done = await confirmed(page);
    expect(presses).toBe(2);
    expect(await codesLike("station", "sta_self_code", "TR___")).toHaveLength(300);
    expect(await kindsOf(await uploaded("station", "重复.csv", content))).toEqual({ same: 300, folded: 2700 });
    await undone(done);
    expect(await codesLike("station", "sta_self_code", "TR___")).toEqual([]);
  });

  it("times in every way that people write them", async () => {
    const times = ["600", "0600", "06:00", "6点", "06：00", "6:00", 0.25, "6时00分"];
    const rows = times.map((time, nth) => [`时刻${nth}路`, "上下行", "一车队", time, nth % 2 ? "2200" : "22：00"]);
    const content = bookOf({ 线路: [["线路名称", "线路类型", "所属机构", "上行首班", "上行末班"], ...rows] });
    const page = await uploaded("line", "时刻.xlsx", content);
    const found = await sql<{ fields: { upFirst: string; upLast: string } | null; errors: unknown }>`
      select fields, errors from sheet_row where import_id = ${/[0-9a-f]{32}/.exec(page.url)![0]} order by row_number`.execute(
      db(),
    );
    expect(found.rows.map(({ fields, errors }) => [fields?.upFirst, fields?.upLast, errors])).toEqual(
      times.map(() => ["06:00", "22:00", null]),
    );
    const done = await confirmed(page);
    expect(presses).toBe(2);
    await undone(done);
    expect(await codesLike("line", "line_name", "时刻_路")).toEqual([]);
  });

  it("twelve sheets, each imported by one press after the first", async () => {
    const sheets = Object.fromEntries(
      Array.from({ length: 12 }, (_, nth) => [
        `${nth + 1}队`,
        [
          ["自编号", "车牌号", "型号", "所属机构"],
          [`TT${String(nth).padStart(2, "0")}`, plate(700 + nth), "BJD-12E", "一车队"],
        ],
      ]),
    );
    const first = await confirmed(await uploaded("bus", "十二队.xlsx", bookOf(sheets)));
    for (let nth = 1; nth < 12; nth++) await confirmed(await pressing(first, `也导入“${nth + 1}队”`));
    expect(presses).toBe(2 + 11 * 2);
    expect(await codesLike("bus", "bus_self_code", "TT__")).toHaveLength(12);
  });
});
