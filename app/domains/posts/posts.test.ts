import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import { type PostRow, postRoom } from "./room";

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

it("says on the page that asks for a delete, and once, that the record goes to the recycle bin", async () => {
  const person = await visitorWith(...Object.values(postRoom.may));
  const { data } = await person.call<PostRow>("/api/post/v1.0/add", {
    postCode: "BIN1",
    postName: "要删",
    postType: 4,
  });
  const asked = await person.get(`${postRoom.url}/${data.postUuid}/delete`);
  expect(
    asked
      .$("main")
      .text()
      .match(/回收站/g),
  ).toHaveLength(1);
  expect(asked.text).toContain("删除岗位 要删？删除后进入回收站，可以恢复。");
});

describe("a new record of which nobody says the place", () => {
  const last = async (table: string) =>
    (
      await sql<{ sort: number }>`select max(sort) as sort from ${sql.table(table)} where deleted_at is null`.execute(
        db(),
      )
    ).rows[0]!.sort;

  it.each([
    ["post", "/api/post/v1.0/add", () => ({ postCode: `L${++made}`, postName: "排在最后", postType: 4 })],
    ["app", "/api/app/v1.0/add", () => ({ appName: `后${++made}`, appCode: `l${made}`, englishShortName: `L${made}` })],
    ["nodeType", "/api/line/file/node/type/add", () => ({ typeNum: `l${++made}`, typeName: `后${made}`, use: 3 })],
    ["deviceModel", "/api/dev/model/v1.0/add", () => ({ modelNum: `L-${++made}` })],
  ])("is the last of its table: %s", async (table, path, values) => {
    const codes = ["post.write", "app.write", "device-model.write", "node-type.write"];
    const person = await visitorWith(...codes);
    const before = await last(table);
    const answer = await person.call<{ sort: number }>(path, values());
    expect([answer.message, answer.data?.sort]).toEqual([answer.message, Math.min(before + 1, 9999)]);
  });

  it("is the last by the form and in a batch too, and the same add twice is one", async () => {
    const person = await visitorWith(...Object.values(postRoom.may));
    const form = await person.get(`${postRoom.url}/new`);
    expect(form.field("sort")).toBe("");
    await form.submit({ postCode: `L${++made}`, postName: "表单岗位", postType: "4" });
    const first = await last("post");
    const rows = [1, 2, 3].map(() => ({ postCode: `L${++made}`, postName: "批量岗位", postType: 4 }));
    expect((await person.call("/api/post/v1.0/addBatch", { list: rows })).success).toBe(true);
    const { data } = await person.call<PostRow[]>("/api/post/v1.0/list", { keyword: "批量岗位" });
    expect(data.map(({ sort }) => sort).sort((one, other) => one - other)).toEqual([first + 1, first + 2, first + 3]);
    const twice = { postUuid: newKey(), postCode: `L${++made}`, postName: "两次", postType: 4 };
    const [once, again] = [
      await person.call<PostRow>("/api/post/v1.0/add", twice),
      await person.call<PostRow>("/api/post/v1.0/add", twice),
    ];
    expect([again.message, again.data]).toEqual([once.message, once.data]);
    const { data: kept } = await person.call<PostRow>("/api/post/v1.0/update", { postUuid: twice.postUuid, sort: 2 });
    const edit = await person.get(`${postRoom.url}/${kept.postUuid}/edit`);
    await edit.submit({ sort: "", remark: "改了备注" });
    expect((await person.get(`${postRoom.url}/${kept.postUuid}/edit`)).field("sort")).toBe("2");
  });
});
