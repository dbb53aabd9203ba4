import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { dropOldRows } from "~/kit/data/db/old-rows.server";
import { db } from "~/kit/data/db/pool.server";
import { oldImportFiles } from "~/kit/page/import-flow/old-imports.server";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { attach } from "../../../tests/kit/attach";
import { startBuiltJobs } from "../../../tests/kit/jobs";
import { firstOrg } from "../../../tests/kit/organisations";
import type { Visitor } from "../../../tests/kit/visit";

interface Detail {
  importUuid: string;
  state: string;
  counts: Record<string, number>;
  questions: string[];
  columns: { name: string; column: number; constant: string | null }[];
  sheets: { name: string }[];
}
interface Rows {
  total: number;
  list: {
    row: number;
    code: string;
    values: { title: string; value: string }[];
    errors: { name: string; message: string }[];
  }[];
}

let person: Visitor;
beforeAll(async () => {
  person = await visitorWith("sheet.read", "sheet.write", "bus.read", "bus.write", "bus.delete", "attachment.write");
  await startBuiltJobs();
});

const call = <T = Detail>(verb: string, sent: object) => person.call<T>(`/api/excel/v1.0/${verb}`, sent);

async function settled(importUuid: string): Promise<Detail> {
  for (;;) {
    const { data } = await call("detail", { importUuid });
    if (!["checking", "applying"].includes(data.state)) return data;
    await new Promise((wake) => setTimeout(wake, 100));
  }
}

const busCount = async (code: string) =>
  (
    await sql<{ count: number }>`
      select count(*)::int as count from bus where bus_self_code = ${code} and deleted_at is null`.execute(db())
  ).rows[0]!.count;

it("goes through an import of a sheet by calls alone, from the file to its undoing", async () => {
  const fileUuid = await attach(person, "车.csv", "自编号,车牌号,备用\nHC01,京AX1001,\nHC02,错,甲\n");
  const begun = await person.call<{ importUuid: string }>("/api/excel/v1.0/add", {
    templateCode: "bus",
    mode: "insert",
    fileUuid,
  });
  const { importUuid } = begun.data;
  const asked = await settled(importUuid);
  expect(asked).toMatchObject({ state: "preview", unread: [{ column: 2, header: "备用" }] });
  expect(asked.questions.join()).toContain("文件中没有找到必需的列：型号、所属机构");
  expect((await call("confirm", { importUuid })).reason).toBe("field");
  expect(await call("choose", { importUuid, columns: { nothing: 0, plateNum: 9 } })).toMatchObject({
    errors: [
      { path: "columns.nothing", message: "这个模板没有这一项" },
      { path: "columns.plateNum", message: "文件中没有这一列" },
    ],
  });
  await call("choose", { importUuid, constants: { modelUuid: "BJD-12E", orgId: "一车队" } });
  const checked = await settled(importUuid);
  expect(checked).toMatchObject({ state: "preview", questions: [], counts: { new: 1, wrong: 1 } });
  expect(checked.columns).toContainEqual(expect.objectContaining({ name: "orgId", column: -1, constant: "一车队" }));
  const wrong = await call<Rows>("rows", { importUuid, kind: "wrong" });
  expect(wrong.data).toMatchObject({ total: 1, list: [{ row: 3, code: "HC02", errors: [{ name: "plateNum" }] }] });
  expect((await call("confirm", { importUuid })).errors?.[0]).toMatchObject({
    path: "onlyGood",
    message: expect.stringContaining("有 1 行有错误"),
  });
  const corrected = await call("correct", { importUuid, rows: [{ row: 3, cells: { plateNum: "京AX1002" } }] });
  expect(corrected.data.counts).toMatchObject({ new: 2, wrong: 0 });
  const fresh = await call<Rows>("rows", { importUuid, kind: "new", pageSize: 1, pageNum: 2 });
  expect(fresh.data).toMatchObject({ total: 2, list: [{ row: 3, code: "HC02" }] });
  expect(fresh.data.list[0]!.values).toContainEqual({ title: "车牌号", value: "京AX1002" });
  await call("confirm", { importUuid });
  expect(await settled(importUuid)).toMatchObject({ state: "done", counts: { created: 2 } });
  expect([await busCount("HC01"), await busCount("HC02")]).toEqual([1, 1]);
  // Its file is kept for so many months; what it brought in can still be taken back.
  await dropOldRows(oldImportFiles, new Date(Date.now() + 2 * 366 * 86_400_000));
  await call("undo", { importUuid });
  expect(await settled(importUuid)).toMatchObject({ state: "undone" });
  expect([await busCount("HC01"), await busCount("HC02")]).toEqual([0, 0]);
});

it("is cancelled by a call, and nobody else sees or changes it", async () => {
  const fileUuid = await attach(person, "车.csv", "自编号,车牌号\nHC03,京AX1003\n");
  const { data } = await person.call<{ importUuid: string }>("/api/excel/v1.0/add", {
    templateCode: "bus",
    mode: "update",
    fileUuid,
  });
  const { importUuid } = data;
  await settled(importUuid);
  const permissions = ["sheet.read", "sheet.write", "bus.read", "bus.write"];
  const other = await enter(await account({ permissions, dataScope: "own", orgId: await firstOrg() }));
  for (const verb of ["detail", "confirm", "cancel", "undo", "retry"])
    expect((await other.call(`/api/excel/v1.0/${verb}`, { importUuid })).success).toBe(false);
  expect((await call("cancel", { importUuid })).data).toMatchObject({ state: "cancelled" });
  expect((await call<Rows>("rows", { importUuid, kind: "wrong" })).errors?.[0]?.path).toBe("importUuid");
});

it("lists how tables were read before, and forgets one", async () => {
  const content = "车号,牌照,记住的列\nHC05,京AX1005,一车队\n";
  const { data } = await person.call<{ importUuid: string }>("/api/excel/v1.0/add", {
    templateCode: "bus",
    mode: "insert",
    fileUuid: await attach(person, "车.csv", content),
  });
  const { importUuid } = data;
  await settled(importUuid);
  const columns = { busSelfCode: 0, plateNum: 1, orgId: 2 };
  await call("choose", { importUuid, columns, constants: { modelUuid: "BJD-12E" }, remember: true });
  await settled(importUuid);
  await call("confirm", { importUuid });
  await settled(importUuid);
  interface Plan {
    planId: string;
    headerWords: string[];
    constants: object;
  }
  const list = async () =>
    (await call<Plan[]>("planList", { templateCode: "bus" })).data.filter(({ headerWords }) =>
      headerWords.includes("记住的列"),
    );
  const [plan] = await list();
  expect(plan).toMatchObject({ constants: { modelUuid: "BJD-12E" } });
  const next = await person.call<{ importUuid: string }>("/api/excel/v1.0/add", {
    templateCode: "bus",
    fileUuid: await attach(person, "车.csv", content.replace("HC05,京AX1005", "HC06,京AX1006")),
  });
  const known = await settled(next.data.importUuid);
  expect(known).toMatchObject({
    plan: { planId: plan!.planId, isApplied: true, when: expect.stringMatching(/^\d{4}-/) as string },
  });
  await call("cancel", { importUuid: next.data.importUuid });
  await call("planRemove", { templateCode: "bus", planId: plan!.planId });
  expect(await list()).toEqual([]);
  const twice = await call("planRemove", { templateCode: "bus", planId: plan!.planId });
  expect([twice.success, twice.reason]).toEqual([false, "missing"]);
  await call("undo", { importUuid });
  await settled(importUuid);
});
