import { utils, write } from "@e965/xlsx";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../tests/kit/accounts";
import { startBuiltJobs } from "../../../tests/kit/jobs";
import type { Answer, Visitor } from "../../../tests/kit/visit";

let person: Visitor;
beforeAll(async () => {
  const rooms = ["person", "bus", "station"].flatMap((room) => [`${room}.read`, `${room}.write`]);
  person = await visitorWith("sheet.read", "sheet.write", ...rooms);
  await startBuiltJobs();
});

async function checked(templateCode: string, name: string, content: string | Buffer): Promise<Answer> {
  const form = await person.get(`/excel/import?template=${templateCode}`);
  const files = { file: new File([content as BlobPart], name) };
  const sent = await form.submit({ templateCode, mode: "both" }, { files });
  return person.settled(sent.location!);
}

const rowsOf = async (page: Answer) =>
  (
    await sql<{ code: string; kind: string; fields: Record<string, unknown> | null }>`
      select code, kind, fields from sheet_row where import_id = ${/[0-9a-f]{32}/.exec(page.url)![0]} order by row_number`.execute(
      db(),
    )
  ).rows;

const pressing = async (page: Answer, press: string, changes = {}) => {
  const answer = await page.submit(changes, { press });
  expect(answer.status).toBe(303);
  return person.settled(answer.location!);
};

const bookOf = (sheets: Record<string, unknown[][]>): Buffer => {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  return write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
};

const fleet = (rows: string) => `城区车辆台账,,,\n内编,车辆牌照,归属,购置年份\n${rows}`;

it("asks the columns, the header's row and the words of a foreign table once, and reads the next as it was told", async () => {
  const first = await checked("bus", "台账.csv", fleet("PL01,京AP0001,老一队,2019\nPL02,京AP0002,老一队,2020\n"));
  expect(first.text).toContain("文件中没有找到必需的列");
  const headed = await pressing(first, "按所选的列重新检查", { headerRow: "2" });
  expect(headed.text).toContain("按意思对应，请核对：B 列“车辆牌照”→车牌号");
  const chosen = await pressing(headed, "按所选的列重新检查", {
    "column.busSelfCode": "0",
    "column.plateNum": "1",
    "column.orgId": "2",
    "constant.modelUuid": "BJD-12E",
  });
  expect(chosen.$("h2").text()).toContain("值的对应");
  expect(chosen.text).toMatch(/所属机构\s*老一队\s*2 行，从第 3 行起/);
  const preview = await pressing(chosen, "按所选的对应重新检查", { "meaning.orgId.老一队": "BJGJ-11 一车队" });
  expect((await rowsOf(preview)).map(({ code, kind }) => [code, kind])).toEqual([
    ["PL01", "new"],
    ["PL02", "new"],
  ]);
  const undone = await pressing(preview, "按所选的对应重新检查", { "meaning.orgId.老一队": "" });
  expect((await rowsOf(undone)).map(({ kind }) => kind)).toEqual(["wrong", "wrong"]);
  const again = await pressing(undone, "按所选的对应重新检查", { "meaning.orgId.老一队": "BJGJ-11 一车队" });
  await pressing(again, "确认导入，新增 2 条");

  const next = await checked("bus", "台账二月.csv", fleet("PL03,京AP0003,老一队,2021\n"));
  expect(next.text).toMatch(/按.+在 .+ 导入这种表格时的对应读取/);
  expect((await rowsOf(next)).map(({ code, kind, fields }) => [code, kind, fields?.orgId === undefined])).toEqual([
    ["PL03", "new", false],
  ]);

  const other = await checked(
    "bus",
    "台账三月.csv",
    fleet("PL04,京AP0004,老一队,2021,好\n").replace("购置年份", "购置年份,备注二"),
  );
  expect(other.text).toMatch(/与.+导入的表格相似（多了 备注二）/);
  const applied = await pressing(other, "按那次的对应读取");
  expect((await rowsOf(applied)).map(({ code, kind }) => [code, kind])).toEqual([["PL04", "new"]]);

  const forgotten = await pressing(next, "忘记这种表格");
  expect(forgotten.text).toContain("文件中没有找到必需的列");
  const unknown = await checked("bus", "台账四月.csv", fleet("PL05,京AP0005,老一队,2021\n"));
  expect(unknown.text).toContain("文件中没有找到必需的列");
});

it("leaves a word empty where it is said to mean nothing, and keeps what is not to be remembered to itself", async () => {
  const table = "自编号,车牌号,型号,所属机构,停放场站\nPLE1,京AE0001,BJD-12E,一车队,路边\n";
  const page = await checked("bus", "车.csv", table);
  const preview = await pressing(page, "按所选的对应重新检查", {
    "meaning.parkingUuid.路边": "\u2205",
    remember: null,
  });
  expect(await rowsOf(preview)).toMatchObject([{ kind: "new", fields: { parkingUuid: null } }]);
  await pressing(preview, "确认导入，新增 1 条");
  const again = await checked("bus", "车二.csv", table.replace("PLE1", "PLE2"));
  expect((await rowsOf(again)).map(({ kind }) => kind)).toEqual(["wrong"]);
});

it("imports another sheet of the same workbook by one press, with what was chosen for the first", async () => {
  const head = ["自编号", "车牌号", "所属机构"];
  const page = await checked(
    "bus",
    "两队.xlsx",
    bookOf({ 一队: [head, ["PLS1", "京AS0001", "一车队"]], 二队: [head, ["PLS2", "京AS0002", "一车队"]] }),
  );
  const columns = await person.get(`${page.url.replace(/\?.*/, "")}/columns`);
  const preview = await pressing(columns, "按所选的列重新检查", { "constant.modelUuid": "BJD-12E" });
  const done = await pressing(preview, "确认导入，新增 1 条");
  expect(done.text).toContain("还有 1 个工作表没有读取：二队");
  const second = await pressing(done, "也导入“二队”");
  expect((await rowsOf(second)).map(({ code, kind }) => [code, kind])).toEqual([["PLS2", "new"]]);
  expect(second.text).not.toContain("导入过完全相同的文件");
  const forged = await person.post(`${second.url.replace(/\?.*/, "")}/also`, { sheet: "三队" });
  expect((await forged.follow()).text).toContain("文件中没有这个工作表");
});

it("takes a pasted table, with a header and without one", async () => {
  const paste = async (pasted: string) => {
    const form = await person.get("/excel/import?template=bus");
    return form.submit({ templateCode: "bus", mode: "both", pasted });
  };
  const headed = await person.settled(
    (await paste("自编号\t车牌号\t型号\t所属机构\nPLP1\t京AG0001\tBJD-12E\t一车队\n")).location!,
  );
  expect((await rowsOf(headed)).map(({ code, kind }) => [code, kind])).toEqual([["PLP1", "new"]]);
  const bare = await person.settled((await paste("PLP2\t京AG0002\t一车队\nPLP3\t错\t一车队\n")).location!);
  expect(bare.text).toContain("文件中没有找到必需的列");
  const headless = await pressing(bare, "按所选的列重新检查", { headerRow: "0" });
  const preview = await pressing(headless, "按所选的列重新检查", {
    "column.busSelfCode": "0",
    "column.plateNum": "1",
    "column.orgId": "2",
    "constant.modelUuid": "BJD-12E",
  });
  expect((await rowsOf(preview)).map(({ code, kind }) => [code, kind])).toEqual([
    ["PLP2", "new"],
    ["PLP3", "wrong"],
  ]);
  const amended = await person.send(`${preview.url.replace(/\?.*/, "")}/amended`);
  expect(await amended.text()).toMatch(/PLP3.*车牌号/);
  const empty = await paste("   ");
  expect([empty.status, empty.errorAt("file")]).toEqual([422, "请选择要导入的文件，或在下面粘贴"]);
  const long = await paste("x".repeat(300_001));
  expect(long.errorAt("pasted")).toContain("最多 30 万字");
});

it("keeps how a table with a hundred long headers was read", async () => {
  const more = Array.from({ length: 100 }, (_, nth) => `${"很长的表头".repeat(30)}${nth}`);
  const content = `内编,车辆牌照,${more.join(",")}\nPLW1,京AW0001,${more.map(() => "x").join(",")}\n`;
  const page = await checked("bus", "宽表.csv", content);
  const columns = { "column.busSelfCode": "0", "constant.modelUuid": "BJD-12E", "constant.orgId": "一车队" };
  const preview = await pressing(page, "按所选的列重新检查", columns);
  await pressing(preview, "确认导入，新增 1 条");
  const next = await checked("bus", "宽表二.csv", content.replaceAll("PLW1,京AW0001", "PLW2,京AW0002"));
  expect((await rowsOf(next)).map(({ code, kind }) => [code, kind])).toEqual([["PLW2", "new"]]);
});
