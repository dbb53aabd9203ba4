import { sql } from "kysely";
import { expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../tests/accounts";
import { describeRoom } from "../../../tests/room";
import { postRoom } from "./room";

let made = 0;

describeRoom({
  path: "/personnel/post-management",
  may: postRoom.may,
  valid: () => ({
    postCode: `T${String(++made).padStart(3, "0")}`,
    postName: `试验岗位${made}`,
    postType: "4",
    state: "1",
    sort: "7",
    remark: "原来的",
  }),
  invalid: [
    { field: "postCode", value: "", message: "请输入岗位编号" },
    { field: "postCode", value: "1".repeat(21), message: "最多 20 个字" },
    { field: "postName", value: "", message: "请输入岗位名称" },
    { field: "postName", value: "岗".repeat(33), message: "最多 32 个字" },
    { field: "postType", value: "", message: "请从列表中选择" },
    { field: "sort", value: "10000", message: "0 到 9999 的整数" },
    { field: "remark", value: "注".repeat(256), message: "最多 255 个字" },
  ],
  showsAs: "postName",
  unique: { field: "postCode", message: "岗位编号已被使用" },
  texts: ["remark", "postName"],
  table: { name: "post", key: "postUuid" },
  used: async () => {
    const found = await sql<{
      key: string;
      by: string;
    }>`select post_uuid as key, job_number as by from person where deleted_at is null order by name, job_number limit 1`.execute(
      db(),
    );
    return found.rows[0]!;
  },
  bulk: { field: "state", value: "0" },
  api: { missing: "/api/post/v1.0/update", key: "postUuid" },
});

it("are at most 200 that are ticked at once: of one more nothing is done", async () => {
  const { read, write, remove } = postRoom.may;
  const person = await visitorWith(read, write, remove);
  const { postUuid, state } = await db()
    .selectFrom("post")
    .select(["postUuid", "state"])
    .where("deletedAt", "is", null)
    .limit(1)
    .executeTakeFirstOrThrow();
  const ticked = (count: number) =>
    `/personnel/post-management/bulk?${new URLSearchParams(Array.from({ length: count }, (_, n) => ["ids", n ? newKey() : postUuid]))}`;
  const most = await person.get(ticked(200));
  expect(most.text).toContain("岗位 1 条");
  const tooMany = ticked(201);
  const page = await person.get(tooMany);
  expect(page.text).toContain("一次最多勾选 200 条");
  expect(page.$("main form[method=post]").length).toBe(0);
  const change = { count: "1", digest: most.field("digest")!, change: "state", state: state === 1 ? "0" : "1" };
  const forced = await person.post(tooMany, change);
  expect([forced.status, forced.text.includes("一次最多勾选 200 条")]).toEqual([409, true]);
  const after = await db()
    .selectFrom("post")
    .select("state")
    .where("postUuid", "=", postUuid)
    .executeTakeFirstOrThrow();
  expect(after.state).toBe(state);
});
