import { expect, it } from "vitest";
import { historyOf } from "./history.server";
import { db } from "./pool.server";

it("tells a record's changes to the end of a day where the operator is, newest first", async () => {
  const changes = [
    ["2026-05-10T00:00:00+08:00", 1],
    ["2026-05-10T23:59:59+08:00", 2],
    ["2026-05-11T00:00:00+08:00", 3],
  ] as const;
  const key = "e".repeat(32);
  for (const [at, recordVersion] of changes)
    await db()
      .insertInto("history")
      .values({
        historyId: String(recordVersion).repeat(32),
        room: "posts",
        recordKey: key,
        recordVersion,
        action: "update",
        at: new Date(at),
        userId: "a".repeat(32),
        userName: "测试",
      })
      .execute();
  const versions = async (to?: string) => (await historyOf(key, to)).map(({ recordVersion }) => recordVersion);
  expect(await versions("2026-05-09")).toEqual([]);
  expect(await versions("2026-05-10")).toEqual([2, 1]);
  expect(await versions("2026-05-11")).toEqual([3, 2, 1]);
  expect(await versions()).toEqual([3, 2, 1]);
});
