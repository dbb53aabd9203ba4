import { readFile } from "node:fs/promises";
import { utils, write } from "@e965/xlsx";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { distanceBetween } from "~/transit/geo/lng-lat";
import { visitorWith } from "../../../tests/kit/accounts";
import { startBuiltJobs } from "../../../tests/kit/jobs";
import { realData } from "../../../tests/kit/real-data";
import type { Answer, Visitor } from "../../../tests/kit/visit";

let person: Visitor;
beforeAll(async () => {
  const rooms = ["person", "station", "line", "bus"].flatMap((room) => [`${room}.read`, `${room}.write`]);
  person = await visitorWith("sheet.read", "sheet.write", ...rooms);
  await startBuiltJobs();
});

async function checked(templateCode: string, name: string, content: Buffer): Promise<Answer> {
  const form = await person.get(`/excel/import?template=${templateCode}`);
  const files = { file: new File([content as BlobPart], name) };
  const sent = await form.submit({ templateCode, mode: "both" }, { files });
  expect([sent.status, sent.errorAt("file")]).toEqual([303, ""]);
  return person.settled(sent.location!);
}

const rowsOf = async (page: Answer) =>
  (
    await sql<{
      code: string;
      kind: string;
      fields: Record<string, unknown>;
      errors: { name: string; message: string }[] | null;
    }>`
      select code, kind, fields, errors from sheet_row where import_id = ${/[0-9a-f]{32}/.exec(page.url)![0]} order by row_number`.execute(
      db(),
    )
  ).rows;

const buttonOf = (page: Answer) =>
  page
    .$("button.primary")
    .filter((_, one) => /^确认导入/.test(page.$(one).text()))
    .text()
    .trim();
const placeIn = ({ fields: { lng, lat } }: { fields: Record<string, unknown> }) => [Number(lng), Number(lat)] as const;

/** A table that nobody here made; the test is left out where this machine has none. */
function door(template: string, name: string, says: string, then: (page: Answer) => Promise<void>) {
  const file = realData(`doors/${name}`, `${name} into the sheet of ${template}`);
  it.runIf(file)(`${name}: ${says}`, async () => then(await checked(template, name, await readFile(file!))));
}

describe("other people's tables", () => {
  door("person", "zero-format.xlsx", "a code is read as it is shown", async (page) => {
    const rows = await rowsOf(page);
    expect(rows.map(({ code, kind }) => [code, kind]).slice(0, 1)).toEqual([["000123", "new"]]);
  });
  door(
    "station",
    "excel-made-numbers-of-codes.xlsx",
    "codes that Excel made numbers of are refused with what it shows",
    async (page) => {
      const [scientific, lost] = await rowsOf(page);
      expect(scientific!.errors).toMatchObject([
        { name: "staSelfCode", message: expect.stringContaining("显示“1.27E+06”，实际是 1265000") },
      ]);
      expect(lost!.errors).toMatchObject([
        { name: "staSelfCode", message: expect.stringMatching(/丢失末尾的数字|显示“3\.27E\+18”/) },
      ]);
    },
  );
  door("person", "equals-quoted.csv", "texts that were kept from being numbers are those texts", async (page) => {
    const [one, two] = await rowsOf(page);
    expect([one!.code, one!.fields.icCard ?? one!.fields.cardNo]).toEqual(["000123", "0099"]);
    expect(two!.kind).toBe("wrong");
  });
  for (const [name, code] of [
    ["win-1900.xlsx", "T902路"],
    ["mac-1904.xlsx", "T901路"],
  ] as const)
    door("line", name, "times and days are those that Excel shows", async (page) => {
      expect(await rowsOf(page)).toMatchObject([
        {
          code,
          kind: "new",
          errors: null,
          fields: {
            upFirst: "06:00",
            upLast: "22:30",
            downFirst: "25:00",
            downLast: "23:00",
            openDate: name.startsWith("mac") ? "2013-07-07" : "2009-07-06",
          },
        },
      ]);
    });
  for (const [template, name] of [
    ["person", "merged-cells.xlsx"],
    ["bus", "bus-merged.xlsx"],
    ["bus", "merged-optional-column.xlsx"],
  ] as const)
    door(template, name, "the value of merged cells stands in each of their rows", async (page) => {
      const rows = await rowsOf(page);
      expect(rows.map(({ errors }) => errors)).toEqual(rows.map(() => null));
      expect(new Set(rows.map(({ fields }) => fields.orgId)).size).toBe(1);
      expect(page.text).toMatch(/\d+ 行有合并单元格，合并的值已用于其中每一行/);
      if (name === "merged-optional-column.xlsx")
        expect(rows.map(({ fields }) => fields.provider)).toEqual(["甲公司", "甲公司", "甲公司"]);
    });
  door("person", "hidden-first-sheet-two-visible.xlsx", "what is not read is said", async (page) => {
    expect(page.text).toMatch(/只读取了工作表“[^”]+”，还有 1 个工作表没有读取/);
    expect(await rowsOf(page)).toHaveLength(1);
  });
  door(
    "person",
    "gbk-header-utf8-bom.csv",
    "the mark of another encoding before the header is none of it",
    async (page) => {
      expect((await rowsOf(page)).map(({ errors }) => errors)).toEqual([null]);
    },
  );
  door("person", "header-remarks.csv", "headers with remarks are the fields' own", async (page) => {
    expect((await rowsOf(page)).map(({ errors }) => errors)).toEqual([null]);
  });
  door(
    "person",
    "spaces-and-lookalikes.csv",
    "records are found by unique names, and by codes with what only looks like them",
    async (page) => {
      const rows = await rowsOf(page);
      expect(
        rows.map(({ errors }) => errors?.filter(({ name }) => ["orgId", "postUuid"].includes(name)) ?? []),
      ).toEqual(rows.map(() => []));
    },
  );

  door(
    "station",
    "gcj-stations.xlsx",
    "places of another coordinate system are asked for it before they can go in",
    async (page) => {
      expect(page.text).toMatch(/按 WGS84 读离道路 [\d.]+ 米，按 GCJ02 读只有 [\d.]+ 米，更像是 GCJ02/);
      expect(buttonOf(page)).toBe("");
      // As an older tab, which did not ask, would send it.
      const refused = await person.post(page.url.replace(/\?.*/, ""), {});
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("选择之前不能导入")]);
      const [before] = await rowsOf(page);
      const chosen = await person.settled(
        (await page.submit({ crs: "GCJ02" }, { press: "按所选坐标系重新检查" })).location!,
      );
      const [after] = await rowsOf(chosen);
      expect(chosen.text).toContain("已换算为本系统的 WGS84");
      const metres = distanceBetween(placeIn(before!), placeIn(after!));
      expect(metres).toBeGreaterThan(300);
      expect(metres).toBeLessThan(800);
      const done = await chosen.submit({}, { press: buttonOf(chosen) });
      expect(done.status).toBe(303);
    },
  );

  const platesOf = async (...codes: string[]) => {
    const found = await sql<{ plate: string }>`
      select plate_num as plate from bus where bus_self_code = any(${codes}) and deleted_at is null order by bus_self_code`.execute(
      db(),
    );
    return found.rows.map(({ plate }) => plate);
  };

  it("lets records give one another what only one may have, in a ring too, and takes it back", async () => {
    const codes = ["1003", "1004", "1005"];
    const [one, two, three] = await platesOf(...codes);
    const table = `自编号,车牌号\n1003,${two}\n1004,${three}\n1005,${one}\n`;
    const page = await checked("bus", "换牌.csv", Buffer.from(table));
    expect((await rowsOf(page)).map(({ kind, errors }) => [kind, errors])).toEqual(codes.map(() => ["changed", null]));
    await page.submit({}, { press: buttonOf(page) });
    const at = page.url.replace(/\?.*/, "");
    await person.settled(at);
    expect(await platesOf(...codes)).toEqual([two, three, one]);
    const history = await sql<{ before: string; after: string }>`
      select before ->> 'plateNum' as before, after ->> 'plateNum' as after from history
      where room = 'buses' and reason like '导入“换牌%' order by before`.execute(db());
    expect(history.rows.map(({ before, after }) => [before, after])).toEqual(
      [
        [one, two],
        [two, three],
        [three, one],
      ].sort(),
    );
    await (await person.get(`${at}/undo`)).submit({}, { press: "撤销导入" });
    expect((await person.settled(at)).text).toContain("已撤销");
    expect(await platesOf(...codes)).toEqual([one, two, three]);
  });

  it("gives nobody what another keeps", async () => {
    const [one, two] = await platesOf("1003", "1004");
    const table = `自编号,车牌号,型号\n1003,${two},BJD-12E\n1004,${one},没有的\n`;
    const page = await checked("bus", "换牌.csv", Buffer.from(table));
    expect((await rowsOf(page)).map(({ kind, errors }) => [kind, errors?.map(({ name }) => name)])).toEqual([
      ["wrong", ["plateNum"]],
      ["wrong", ["modelUuid", "plateNum"]],
    ]);
  });

  door("bus", "swap-plates.csv", "two buses swap their plates", async (page) => {
    expect((await rowsOf(page)).map(({ kind }) => kind)).toEqual(["changed", "changed"]);
    await page.submit({}, { press: buttonOf(page) });
    await person.settled(page.url.replace(/\?.*/, ""));
    expect(await platesOf("1001", "1002")).toEqual(["京AD10028", "京AD10012"]);
  });

  it("imports once what rows say again, and refuses what they say otherwise", async () => {
    const head = "站点编号,站点名称,经度,纬度\n";
    const rows = "WZ1,重站,116.387,39.871\nWZ1,重站,116.387,39.871\nWZ1,重站,116.397,39.871\nWZ2,别站,116.388,39.871\n";
    const page = await checked("station", "站.csv", Buffer.from(head + rows));
    expect((await rowsOf(page)).map(({ code, kind }) => [code, kind])).toEqual([
      ["WZ1", "new"],
      ["WZ1", "folded"],
      ["WZ1", "wrong"],
      ["WZ2", "new"],
    ]);
    expect(page.text).toContain("重复 1");
    const shown = await person.get(`${page.url.replace(/\?.*/, "")}?kind=folded`);
    expect(shown.text).toContain("内容完全相同，只导入一次");
    await shown.submit({ onlyGood: "on" }, { press: buttonOf(shown) });
    expect((await person.settled(page.url.replace(/\?.*/, ""))).text).toContain("部分导入");
  });

  it("keeps what empty cells of a foreign table say nothing of, counts what those of our own would empty, and asks", async () => {
    const stored = async () =>
      (
        await sql<{ remark: string | null }>`
          select remark from bus where bus_self_code = '1006' and deleted_at is null`.execute(db())
      ).rows[0]!.remark;
    await sql`update bus set remark = '原有备注' where bus_self_code = '1006'`.execute(db());
    const own = await checked("bus", "自己的.csv", Buffer.from("自编号,备注\n1006,\n"));
    expect(own.text).toContain("空单元格会清空 1 个已有的内容");
    expect(await rowsOf(own)).toMatchObject([{ kind: "changed", fields: { remark: null } }]);
    const kept = await person.settled((await own.submit({}, { press: "改为保持原样，重新检查" })).location!);
    expect(await rowsOf(kept)).toMatchObject([{ kind: "same" }]);
    expect(kept.text).toContain("空单元格保持原样");
    const foreign = await checked("bus", "别人的.csv", Buffer.from("自编号,备注,年份\n1006,,2019\n"));
    expect(await rowsOf(foreign)).toMatchObject([{ kind: "same" }]);
    const emptied = await person.settled((await foreign.submit({}, { press: "改为清空，重新检查" })).location!);
    await emptied.submit({}, { press: buttonOf(emptied) });
    await person.settled(emptied.url.replace(/\?.*/, ""));
    expect(await stored()).toBeNull();
  });

  it("gives all rows a value that the file has no column for, by its name too", async () => {
    const table = "自编号,车牌号\nXC01,京AX0001\nXC02,京AX0002\n,\n";
    const form = await person.get("/excel/import?template=bus");
    const files = { file: new File([table], "车.csv") };
    const page = await person.settled(
      (await form.submit({ templateCode: "bus", mode: "insert" }, { files })).location!,
    );
    expect(page.text).toContain("文件中没有找到必需的列：型号、所属机构");
    const fixed = await page.submit(
      { "constant.modelUuid": "BJD-12E", "constant.orgId": "一车队" },
      { press: "按所选的列重新检查" },
    );
    const preview = await person.settled(fixed.location!);
    expect(preview.text).toContain("全部行用固定值：型号 BJD-12E；所属机构 一车队");
    expect((await rowsOf(preview)).map(({ code, kind, errors }) => [code, kind, errors])).toEqual([
      ["XC01", "new", null],
      ["XC02", "new", null],
    ]);
  });

  it("judges a corrected row by the values and the coordinate system that were chosen for the file", async () => {
    const table = "编号,名称,经度,纬度\nXC-S1,改站一,116.387,39.871\n,改站二,116.388,39.871\n";
    const page = await checked("station", "站.csv", Buffer.from(table));
    const asked = await person.post(`${page.url.replace(/\?.*/, "")}/columns`, {
      "column.staKind": "-1",
      "constant.staKind": "BRT",
      "column.staSelfCode": "0",
      "column.staName": "1",
    });
    await person.settled(asked.location!);
    const chosen = await person.post(`${page.url.replace(/\?.*/, "")}/columns`, { crs: "GCJ02" });
    expect([asked.status, chosen.status]).toEqual([303, 303]);
    const wrong = await person.settled(page.url.replace(/\?.*/, ""));
    const again = await wrong.submit({ "cell.3.staSelfCode": "XC-S2" }, { press: "改正本页" });
    expect(again.status).toBe(303);
    const rows = await rowsOf(wrong);
    expect(rows.map(({ code, kind, fields }) => [code, kind, fields.staKind])).toEqual([
      ["XC-S1", "new", 2],
      ["XC-S2", "new", 2],
    ]);
    expect(distanceBetween(placeIn(rows[1]!), [116.388, 39.871])).toBeGreaterThan(300);
  });

  it("takes an old workbook in as a new one", async () => {
    const sheet = utils.aoa_to_sheet([
      ["工号（必填，唯一）", "姓名", "性别", "所属机构", "岗位编号"],
      [4711, "测试旧", "男", "BJGJ-11", "P02"],
      [4712, "测试老", "女", null, null],
    ]);
    sheet.A2.z = '"XL"000000';
    sheet["!merges"] = [3, 4].map((column) => ({ s: { r: 1, c: column }, e: { r: 2, c: column } }));
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, "人员");
    const page = await checked("person", "旧表.xls", write(book, { type: "buffer", bookType: "biff8" }) as Buffer);
    expect((await rowsOf(page)).map(({ code, errors }) => [code, errors])).toEqual([
      ["XL004711", null],
      ["4712", null],
    ]);
    await page.submit({}, { press: "确认导入，新增 2 条" });
    expect((await person.settled(page.url.replace(/\?.*/, ""))).text).toContain("已完成");
  });
});
