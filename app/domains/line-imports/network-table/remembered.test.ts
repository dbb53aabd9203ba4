import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import type { SheetCell, SheetRow } from "~/kit/page/sheets/sheet";
import { visitorWith } from "../../../../tests/kit/accounts";
import { countCells } from "../../../../tests/kit/count-cells";
import { startBuiltJobs } from "../../../../tests/kit/jobs";
import { firstOrg } from "../../../../tests/kit/organisations";
import type { Answer, Visitor } from "../../../../tests/kit/visit";
import { may } from "../policy";
import { withMeantDirections } from "./meant-directions";

let person: Visitor;
let names: string[];
beforeAll(async () => {
  person = await visitorWith(
    may.read,
    may.write,
    "sheet.read",
    "line.read",
    "line.write",
    "line.delete",
    "station.read",
  );
  const { rows } = await sql<{ name: string }>`
    select min(sta_name) as name from station where deleted_at is null group by sta_name having count(*) = 1 order by 1 limit 3`.execute(
    db(),
  );
  names = rows.map(({ name }) => name);
  await startBuiltJobs();
});

async function uploaded(content: string, name = "站序.csv"): Promise<Answer> {
  const form = await person.get("/line/line-import");
  const files = { file: new File([content], name) };
  const sent = await form.submit({}, { form: "main form[enctype]", files });
  expect([sent.status, sent.errorAt("file")]).toEqual([303, ""]);
  return person.settled(sent.location!);
}
const choose = async (page: Answer, body: Record<string, string>) =>
  person.settled((await page.submit(body, { form: "form[action$='/choose']" })).location!);
const confirm = async (page: Answer) =>
  person.settled((await page.submit({ orgId: await firstOrg() }, { form: "main form:not([action])" })).location!);
const tableOf = (line: string) =>
  ["东行", "西行"].flatMap((way) => (way === "东行" ? names : names.toReversed()).map((name) => ({ line, way, name })));

it("asks for a table's columns and words of direction once, and reads the next one with that header so", async () => {
  const first = tableOf("记1路").map(({ line, way, name }) => `${line},${way},${name}`);
  const asked = await uploaded(`班线甲,去向乙,站位丙\n${first.join("\n")}\n`);
  const chosen = await choose(asked, { column_line: "0", column_direction: "1", column_staName: "2" });
  expect(chosen.text).toContain("方向列中不认识的词：东行（3 行）、西行（3 行）");
  expect(countCells(chosen)["线路"]).toEqual([0, 0, 0]);
  const said = await choose(chosen, { upWords: "东行", downWords: "西行、往西" });
  expect(countCells(said)["线路"]).toEqual([1, 0, 0]);
  expect(countCells(said)["线路方向"]).toEqual([2, 0, 0]);
  expect((await confirm(said)).text).toContain("导入完成");

  const second = tableOf("记2路").map(({ line, way, name }) => `${way},${name},${line}`);
  const known = await uploaded(`去向乙,站位丙,班线甲\n${second.join("\n")}\n`);
  expect(known.text).toContain("导入这种表格时的对应读取");
  expect(countCells(known)["线路方向"]).toEqual([2, 0, 0]);

  const alike = await uploaded(`去向乙,站位丙,班线甲,备考丁\n${second.map((row) => `${row},无`).join("\n")}\n`);
  expect(alike.text).not.toContain("导入这种表格时的对应读取");

  const { data: plans } = await person.call<object[]>("/api/excel/v1.0/planList", { templateCode: "line.lines" });
  expect(plans).toMatchObject([{ constants: { upWords: "东行", downWords: "西行、往西" }, columns: { serial: null } }]);

  const without = await person.settled((await known.submit({}, { press: "这次不按它读取" })).location!);
  expect(without.text).toContain("请选择线路和站名所在的列");
  const forgetting = await uploaded(`去向乙,站位丙,班线甲\n${second.join("\n")}\n`);
  const forgotten = await person.settled((await forgetting.submit({}, { press: "忘记这种表格" })).location!);
  expect(forgotten.text).toContain("请选择线路和站名所在的列");
  const { rows } = await sql`select from sheet_plan where template_code = 'line.lines'`.execute(db());
  expect(rows).toHaveLength(0);
});

const rowsOf = (...cells: SheetCell[][]): SheetRow[] => cells.map((row, at) => ({ row: at + 1, cells: row }));
const columns = { line: 0, direction: 1 };

it("says 上行 and 下行 for a table's own words, and counts those that say neither", () => {
  const rows = rowsOf(
    ["线路", "方向"],
    ["1路", "东行"],
    ["1路", "西行"],
    ["1路", "上行"],
    ["1路", "南行"],
    ["2路", "南行"],
  );
  const choices = { sheet: undefined, headerRow: 1, columns };
  const read = withMeantDirections(rows, { ...choices, upWords: "东行、北行", downWords: "西行" });
  expect(read.rows.map(({ cells }) => cells[1])).toEqual(["方向", "上行", "下行", "上行", "南行", "南行"]);
  expect(read.unknown).toEqual([{ word: "南行", rows: 2 }]);
  expect(withMeantDirections(rows, { ...choices, columns: { line: 0 }, upWords: "东行" }).rows).toBe(rows);
});

it("takes a line's first word for up and its other one for down where it is so chosen, never a third", () => {
  const rows = rowsOf(
    ["线路", "方向"],
    ["1路", "往东站"],
    ["2路", "往南站"],
    ["1路", "往西站"],
    ["1路", "往东站"],
    ["1路", "区间"],
  );
  const read = withMeantDirections(rows, { sheet: undefined, headerRow: 1, columns, eachLine: true });
  expect(read.rows.map(({ cells }) => cells[1])).toEqual(["方向", "上行", "上行", "下行", "上行", "区间"]);
  expect(read.unknown).toEqual([{ word: "区间", rows: 1 }]);
});
