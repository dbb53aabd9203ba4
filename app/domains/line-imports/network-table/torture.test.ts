import { utils, write } from "@e965/xlsx";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../../tests/kit/accounts";
import { attach } from "../../../../tests/kit/attach";
import { countCells } from "../../../../tests/kit/count-cells";
import { startBuiltJobs } from "../../../../tests/kit/jobs";
import { firstOrg } from "../../../../tests/kit/organisations";
import type { Answer, Visitor } from "../../../../tests/kit/visit";
import { may } from "../policy";

let person: Visitor;
let orgId: string;
/** Buttons pressed since a file was chosen. */
let presses = 0;

beforeAll(async () => {
  const rights = ["line", "station"].flatMap((room) => ["read", "write", "delete"].map((may) => `${room}.${may}`));
  person = await visitorWith(may.read, may.write, "attachment.write", ...rights);
  orgId = await firstOrg();
  await startBuiltJobs();
});

async function uploaded(name: string, content: string | Buffer): Promise<Answer> {
  presses = 1;
  const form = await person.get("/line/line-import");
  const files = { file: new File([content as BlobPart], name) };
  const sent = await form.submit({}, { form: "main form[enctype]", files });
  expect([sent.status, sent.errorAt("file")]).toEqual([303, ""]);
  return person.settled(sent.location!);
}

async function chosen(page: Answer, choice: Record<string, string>): Promise<Answer> {
  presses++;
  const sent = await page.submit(choice, { form: "form[action$='/choose']" });
  expect(sent.status).toBe(303);
  return person.settled(sent.location!);
}

async function confirmed(page: Answer): Promise<Answer> {
  presses++;
  const given: Record<string, string> = page.field("orgId") === undefined ? {} : { orgId };
  const sent = await page.submit(given, { form: "main form:not([action])" });
  expect(sent.status).toBe(303);
  return person.settled(sent.location!);
}

async function undone(page: Answer): Promise<void> {
  const ask = await person.get(`${page.url}/undo`);
  const back = await person.settled((await ask.submit({}, { press: "撤销导入" })).location!);
  expect(back.text).toContain("已撤销导入");
}

const bookOf = (rows: unknown[][]): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), "表");
  return write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
};

/** The stations at which lines of these names call, a line each, in order. */
async function callsOf(like: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ line: string; stops: string }>`
    select line_name || case direction when 1 then ' 上' else ' 下' end as line, string_agg(sta_name, ',' order by serial) as stops
    from line join line_classify c on c.main_uuid = line_uuid join line_version v using (classify_sid)
      join line_station using (version_uuid) join station using (sta_uuid)
    where line_name like ${like} and line.deleted_at is null and v.deleted_at is null group by line_name, direction order by 1`.execute(
    db(),
  );
  return Object.fromEntries(rows.map(({ line, stops }) => [line, stops]));
}

const living = async (table: string, column: string, like: string) =>
  (
    await sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.table(table)} where deleted_at is null and ${sql.ref(column)} like ${like}`.execute(
      db(),
    )
  ).rows[0]!.count;

describe("networks' tables that nobody made for this program go in without an edit of theirs", () => {
  it("latitude first, three rows of ten at 0,0 and two of a hundred turned", async () => {
    const rows: unknown[][] = [];
    for (let line = 0; line < 20; line++)
      for (let stop = 0; stop < 10; stop++) {
        const nth = line * 10 + stop;
        const [lat, lng] = [28.2 + line * 0.01, 118.2 + stop * 0.006];
        // A station's first row of two has its place; the second, of the way back, may say 0,0.
        rows.push([
          `倒${line}路`,
          "上行",
          stop + 1,
          `N${700 + nth}`,
          `倒站${nth}`,
          ...(nth % 50 ? [lat, lng] : [lng, lat]),
        ]);
        rows.push([
          `倒${line}路`,
          "下行",
          10 - stop,
          `N${700 + nth}`,
          `倒站${nth}`,
          ...(nth % 5 < 3 ? [0, 0] : [lat, lng]),
        ]);
      }
    const content = bookOf([["线路名称", "方向", "站序", "站点编号", "站名", "纬度", "经度"], ...rows]);
    const preview = await chosen(await uploaded("倒.xlsx", content), { crs: "WGS84", use: "lines" });
    expect(preview.text).toContain("坐标是 0,0，按没有坐标处理（这样的有 120 行）");
    expect(preview.text).toContain("没有坐标，取自表中同一编号的另一行（这样的有 120 行）");
    expect(preview.text).toContain("经度和纬度写反了，已对调（这样的有 4 行）");
    expect(preview.text).not.toContain("矛盾");
    expect(countCells(preview)).toMatchObject({ 线路: [20, 0, 0], 站点: [200, 0, 0] });
    const done = await confirmed(preview);
    expect(presses).toBe(3);
    const calls = await callsOf("倒%路");
    expect(Object.keys(calls)).toHaveLength(40);
    expect(calls["倒3路 上"]).toBe(Array.from({ length: 10 }, (_, stop) => `倒站${30 + stop}`).join());
    const { rows: places } = await sql<{ lng: number; lat: number }>`
      select lng, lat from station where sta_name = '倒站50' and deleted_at is null`.execute(db());
    expect(places).toEqual([{ lng: 118.2, lat: 28.25 }]);
    const again = await chosen(await uploaded("倒.xlsx", content), { crs: "WGS84", use: "lines" });
    expect(countCells(again)).toMatchObject({ 线路: [0, 0, 20], 站点: [0, 0, 200] });
    await undone(done);
    expect([await living("line", "line_name", "倒%路"), await living("station", "sta_name", "倒站%")]).toEqual([0, 0]);
  });

  it("forty lines, one a column, of stations that are known by name", async () => {
    const stations = Array.from({ length: 40 }, (_, nth) => `列站${nth}`);
    const known = [
      "线路,站序,站名,经度,纬度",
      ...stations.map((name, nth) => `列底路,${nth + 1},${name},${118.3 + nth * 0.004},28.6`),
    ];
    await confirmed(await chosen(await uploaded("列底.csv", `${known.join("\n")}\n`), { crs: "WGS84", use: "lines" }));
    const lines = Array.from({ length: 20 }, (_, nth) => stations.slice(nth, nth + 8 + (nth % 5)));
    const columns = lines.flatMap((stops, nth) => [
      [`列${nth}路上行`, ...stops],
      [`列${nth}路下行`, ...stops.toReversed()],
    ]);
    const height = Math.max(...columns.map((column) => column.length));
    const rows = Array.from({ length: height }, (_, at) => columns.map((column) => column[at] ?? null));
    const content = bookOf([["全市线路站点一览表"], ...rows]);
    const preview = await uploaded("一列一条.xlsx", content);
    expect(countCells(preview)).toMatchObject({ 线路: [20, 0, 0], 站点: [0, 0, 31] });
    const done = await confirmed(preview);
    expect(presses).toBe(2);
    const made = await callsOf("列_路");
    expect(made["列3路 下"]).toBe(lines[3]!.toReversed().join());
    expect(countCells(await uploaded("一列一条.xlsx", content))).toMatchObject({ 线路: [0, 0, 20] });
    await undone(done);
    expect(await living("line", "line_name", "列__路")).toBe(0);
  });

  it("a row a line with both ways in a cell each, its fare, and half-known stations told", async () => {
    const content =
      "线路,上行站点,下行站点,票价\n格1路,列站1—列站2—列站3—列站4,列站4—列站3—列站1,一票制2元\n格2路,列站5—列站6—无此站—列站8,,分段\n";
    const preview = await uploaded("格.csv", content);
    expect(preview.text).toContain("途经站点按“—”分开");
    expect(preview.text).toContain("“无此站”：站点库里没有这个站点");
    await confirmed(preview);
    expect(presses).toBe(2);
    expect(await callsOf("格_路")).toEqual({
      "格1路 上": "列站1,列站2,列站3,列站4",
      "格1路 下": "列站4,列站3,列站1",
      "格2路 上": "列站5,列站6,列站8",
    });
    const { rows } = await sql<{ price: string }>`select price from line where line_name = '格1路'`.execute(db());
    expect(rows).toEqual([{ price: "一票制2元" }]);
  });

  it("numbers as UUIDs, names of seventy letters, three hundred companies", async () => {
    const uuid = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, "0")}`;
    const long = "很".repeat(62);
    const rows = Array.from({ length: 300 }, (_, line) => line).flatMap((line) =>
      [0, 1, 2].map((stop) =>
        [
          uuid(line),
          `长${line}路`,
          `第${line}客运公司`,
          stop + 1,
          uuid(10_000 + line * 3 + stop),
          line === 7 ? `${long}长站${stop}XYZZZ` : `长站${line}-${stop}`,
          (118 + (line % 20) * 0.01 + stop * 0.003).toFixed(6),
          (29 + Math.floor(line / 20) * 0.01).toFixed(6),
        ].join(),
      ),
    );
    const content = `线路编号,线路名称,所属公司,站序,站点编号,站名,经度,纬度\n${rows.join("\n")}\n`;
    const preview = await chosen(await uploaded("长.csv", content), { crs: "WGS84", use: "lines" });
    expect(countCells(preview)).toMatchObject({ 线路: [300, 0, 0], 站点: [900, 0, 0] });
    expect(preview.text).toContain("站名已截为前 64 个字");
    expect(preview.text).toContain("没有叫“第0客运公司”的机构");
    const done = await confirmed(preview);
    expect(presses).toBe(3);
    expect(await living("line", "line_name", "长%路")).toBe(300);
    expect(await living("station", "sta_name", "长站%")).toBe(897);
    const again = await chosen(await uploaded("长.csv", content), { crs: "WGS84", use: "lines" });
    expect(countCells(again)).toMatchObject({ 线路: [0, 0, 300], 站点: [0, 0, 900] });
    await undone(done);
    expect(await living("line", "line_name", "长%路")).toBe(0);
  });

  it("one number at two places: the first, both, or the middle, as chosen", async () => {
    const row = (line: string, serial: number, code: string, name: string, lng: number) =>
      `${line},${serial},${code},${name},${lng},29.9`;
    const content = [
      "线路,站序,站点编号,站名,经度,纬度",
      row("矛1路", 1, "MD1", "矛站", 118.1),
      row("矛1路", 2, "MD2", "盾站", 118.11),
      row("矛2路", 1, "MD1", "矛站", 118.102),
      row("矛2路", 2, "MD2", "盾站", 118.11),
    ].join("\n");
    const first = await chosen(await uploaded("矛.csv", content), { crs: "WGS84", use: "lines" });
    expect(first.text).toMatch(/站点编号 MD1 在文件中有两个位置，相距 19\d 米.*如是两个站，请选择“分成两个站”/);
    expect(countCells(first)).toMatchObject({ 站点: [2, 0, 0] });
    const middle = await chosen(first, { twoPlaces: "average" });
    expect(countCells(middle)).toMatchObject({ 站点: [2, 0, 0] });
    const both = await chosen(middle, { twoPlaces: "split" });
    expect(countCells(both)).toMatchObject({ 站点: [3, 0, 0] });
    await confirmed(await chosen(both, { twoPlaces: "average" }));
    const { rows } = await sql<{ lng: number }>`
      select lng from station where sta_self_code = 'MD1' and deleted_at is null`.execute(db());
    expect(rows).toEqual([{ lng: 118.101 }]);
  });

  it("by calls alone: columns, layout and what contradicts are chosen as on the page", async () => {
    const rows = [1, 2, 3].map((nth) => `呼1路,列站${nth + 10},${nth}`);
    const file = await attach(person, "呼.csv", `甲,乙,丙\n${rows.join("\n")}\n`);
    const call = async <Data>(name: string, body: object) =>
      (await person.call<Data>(`/api/line-import/v1.0/${name}`, body)).data;
    const { importUuid } = await call<{ importUuid: string }>("add", { fileUuids: [file] });
    await person.settled(`/line/line-import/${importUuid}`);
    const asked = await call<{ preview: { table: object } }>("detail", { importUuid });
    expect(asked.preview.table).toMatchObject({
      headerRow: 1,
      columns: [
        { at: 0, header: "甲" },
        { at: 1, header: "乙" },
        { at: 2, header: "丙" },
      ],
    });
    const choice = { crs: "WGS84", use: "lines", columns: { line: 0, staName: 1 } };
    await call("choose", { importUuid, ...choice });
    await person.settled(`/line/line-import/${importUuid}`);
    await call("confirm", { importUuid, orgId });
    await person.settled(`/line/line-import/${importUuid}`);
    expect(await callsOf("呼1路")).toEqual({ "呼1路 上": "列站11,列站12,列站13" });
  });
});
