import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startJobs, stopJobs } from "~/kit/data/jobs/jobs.server";
import { db } from "~/kit/data/db/pool.server";
import { localPath } from "~/kit/data/files/files.server";
import "~/rooms";
import "~/sheets.server";
import { superViewer as viewer } from "./drive.sample";
import { sheetJobs } from "./sheet-steps.server";
import { confirmSheetImport, findSheetImport, startSheetImport, undoSheetImport } from "./sheet-imports.server";
import { listSheetRows } from "./sheet-rows.server";

beforeAll(() => startJobs(sheetJobs));
afterAll(() => stopJobs());

async function start(text: string) {
  const path = await localPath();
  await writeFile(path, text);
  return startSheetImport(
    viewer,
    { templateCode: "post", mode: "both" },
    { name: "岗位.csv", path, contentType: "text/csv", hash: createHash("sha256").update(text).digest("hex") },
  );
}
const settled = (importId: string) =>
  vi.waitFor(
    async () => {
      const row = await findSheetImport(viewer, importId);
      expect(["preview", "done", "failed"], row.phase).toContain(row.state);
      return row;
    },
    { timeout: 60_000, interval: 200 },
  );

it("checks a file, writes its good rows with the import in their history, and takes them back", async () => {
  const importId = await start(
    "岗位编号,岗位名称,类别,状态\nT01,测试岗,驾驶员,启用\nT02,,驾驶员,启用\nT01,又一个,驾驶员,启用\nT03,三,没有的,启用\n",
  );
  expect((await settled(importId)).preview?.counts).toEqual({ new: 1, changed: 0, same: 0, wrong: 3, folded: 0 });
  const wrong = await listSheetRows(importId, { kinds: ["wrong"] }, 1, 50);
  expect(wrong.map(({ row, errors }) => [row, errors])).toEqual([
    [3, [{ name: "postName", message: "请填写岗位名称" }]],
    [4, [{ name: "postCode", message: "与第 2 行的岗位编号重复" }]],
    [5, [{ name: "postType", message: expect.stringContaining("没有“没有的”这一项") }]],
  ]);
  await expect(confirmSheetImport(viewer, importId, false)).rejects.toThrow("有 3 行有错误");
  await confirmSheetImport(viewer, importId, true);
  expect(await settled(importId)).toMatchObject({ state: "done", createdCount: 1, badCount: 3 });
  await undoSheetImport(viewer, importId);
  expect(await settled(importId)).toMatchObject({ keptCount: 0, undoneAt: expect.any(Date) });
  const history = await db()
    .selectFrom("history")
    .select(["action", "reason"])
    .where("reason", "like", "%岗位.csv%")
    .orderBy("historyId")
    .execute();
  expect(history).toEqual([
    { action: "create", reason: "导入“岗位.csv”" },
    { action: "delete", reason: "撤销导入“岗位.csv”" },
  ]);
});
