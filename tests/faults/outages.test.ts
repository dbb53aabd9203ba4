import { sql } from "kysely";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { closeDatabase, db, pool } from "~/kit/data/db/pool.server";
import { demoVisitor } from "../kit/accounts";
import type { Visitor } from "../kit/visit";

vi.hoisted(() =>
  Object.assign(process.env, {
    FILES_DRIVER: "s3",
    S3_ENDPOINT: "http://127.0.0.1:9",
    S3_BUCKET: "none",
    S3_ACCESS_KEY: "none",
    S3_SECRET_KEY: "none",
  }),
);

let person: Visitor;
const posts = "/personnel/post-management";

beforeAll(async () => {
  person = await demoVisitor("admin");
});

async function setReadOnly(isOn: boolean): Promise<void> {
  const client = await pool().connect();
  await client.query("set default_transaction_read_only = off");
  const name = (await client.query<{ name: string }>("select quote_ident(current_database()) as name")).rows[0]!.name;
  await client.query(`alter database ${name} ${isOn ? "set default_transaction_read_only = on" : "reset all"}`);
  client.release(true);
  await closeDatabase();
}

afterEach(async () => {
  await setReadOnly(false);
  await sql`drop function if exists disk_is_full cascade`.execute(db());
});

/** What a page and a call say to somebody who adds a post. */
async function addPost(): Promise<[number, string, number, string]> {
  const form = await person.get(`${posts}/new`);
  const page = await form.submit({ postCode: "AUSFALL", postName: "不该有的岗位", postType: "1" });
  const { status, body } = await called();
  return [page.status, page.text, status, body];
}

async function called(
  path = "/api/post/v1.0/add",
  body: BodyInit = JSON.stringify({ postCode: "AUSFALL", postName: "不该有的岗位", postType: 1 }),
) {
  const whole = new Response(body, typeof body === "string" ? { headers: { "content-type": "application/json" } } : {});
  const answer = await person.send(path, {
    method: "POST",
    headers: { "content-type": whole.headers.get("content-type")!, authorization: person.token! },
    body: await whole.arrayBuffer(),
  });
  return { status: answer.status, body: await answer.text() };
}

it("a database that can only be read is said to be so, pages that only read go on, and health tells it", async () => {
  await setReadOnly(true);
  expect((await person.get(posts)).status).toBe(200);
  expect(await (await person.send("/healthz")).json()).toMatchObject({ ok: true, db: true });
  const [page, words, call, answer] = await addPost();
  expect([page, call]).toEqual([503, 503]);
  for (const told of [words, answer]) expect(told).toContain("数据库正在切换，暂时只能查看，不能保存");
});

it("a full disk is said to be one", async () => {
  await sql`create function disk_is_full() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(
    db(),
  );
  await sql`create trigger full_disk before insert on post for each row execute function disk_is_full()`.execute(db());
  const [page, words, call, answer] = await addPost();
  expect([page, call]).toEqual([503, 503]);
  for (const told of [words, answer]) expect(told).toContain("服务器的磁盘满了，没有保存");
});

it("a store of files that is away is not taken for the database", async () => {
  const form = new FormData();
  form.append("file", new File(["文件"], "说明.txt"));
  const { status, body } = await called("/api/sys-attachment-file/upload", form);
  expect([status, body]).toEqual([503, expect.stringContaining("文件存储暂时无法连接")]);
});
