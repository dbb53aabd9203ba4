import { beforeEach, expect, it, vi } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { account, enter } from "../kit/accounts";
import type { Visitor } from "../kit/visit";

vi.hoisted(() => (process.env.UPLOADS_PER_MINUTE = "2"));

const words = "上传得太频繁，每人每分钟最多 2 次，请过一会儿再上传";
const own = { "sec-fetch-site": "same-origin" };
const small = () => new File(["小"], "小.txt");
let person: Visitor;

/** Who has just uploaded as often as they may. */
beforeEach(async () => {
  person = await enter(await account({ isSuper: true }));
  for (const status of [422, 422]) expect((await sendAvatar()).status).toBe(status);
});

function sendAvatar() {
  const body = new FormData();
  body.set("avatar", small());
  return person.visit("/personal-settings", { method: "POST", headers: own, body });
}

it("an avatar too many is refused in words; another person's is looked at, and so is what carries no file", async () => {
  const answer = await sendAvatar();
  expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(words)]);
  person = await enter(await account());
  expect((await sendAvatar()).text).toContain("请选择 JPEG、PNG、WebP 格式的图片");
});

it("a record whose photo comes too often is shown again with what was typed, and is saved without one", async () => {
  const form = await person.get("/personnel/personnel-management/new");
  const answer = await form.submit({ name: "打了很久的字" }, { files: { photo: small() } });
  expect([answer.status, answer.errorAt("photo"), answer.field("name")]).toEqual([
    422,
    expect.stringContaining(words),
    "打了很久的字",
  ]);
  expect((await answer.submit()).errorAt("photo")).not.toContain(words);
});

it.each([
  "/attachment/attachment-management/new",
  "/map/data-down-load/import",
  "/line/line-import",
  "/line/station-import",
  "/voice/voice-library/import",
  "/excel/import?template=post",
  "/voice/file-management/files/new",
])("a file too many is refused in words at %s", async (path) => {
  const form = await person.get(path);
  expect(form.status).toBe(200);
  const answer = await form.submit({}, { form: "main form[enctype]", files: { file: small() } });
  expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(words)]);
});

it("the reference of a line that comes too often is refused in words", async () => {
  const { lineUuid } = await db().selectFrom("line").select("lineUuid").limit(1).executeTakeFirstOrThrow();
  const form = await person.get(`/line/line-management/${lineUuid}/reference`);
  const answer = await form.submit({}, { form: "main form[enctype]", files: { file: small() } });
  expect([answer.status, answer.errorAt("file")]).toEqual([422, expect.stringContaining(words)]);
});

it("a call that uploads too often is refused in words", async () => {
  const body = new FormData();
  body.set("file", small());
  const answer = await person.send("/api/sys-attachment-file/upload", {
    method: "POST",
    headers: { authorization: person.token! },
    body,
  });
  expect(await answer.json()).toMatchObject({ success: false, message: words });
});

it("an upload in pieces is not begun too often, nor sent in small ones, nor used", async () => {
  const at = "/attachment/attachment-management";
  const tus = { ...own, "tus-resumable": "1.0.0" };
  const begin = () => person.send(`${at}/upload`, { method: "POST", headers: { ...tus, "upload-length": "600000" } });
  expect([(await begin()).status, await (await begin()).text()]).toEqual([429, words]);
  person = await enter(await account({ isSuper: true }));
  const to = (await begin()).headers.get("location")!;
  const send = async (offset: number, bytes: number) => {
    const answer = await person.send(to, {
      method: "PATCH",
      headers: {
        ...tus,
        "upload-offset": String(offset),
        "content-length": String(bytes),
        "content-type": "application/offset+octet-stream",
      },
      body: new Uint8Array(bytes),
    });
    return answer.status;
  };
  expect([await send(0, 1), await send(1, 1)]).toEqual([204, 429]);
  expect([await send(1, 299_999), await send(300_000, 300_000)]).toEqual([204, 204]);
  const use = await person.postFiles(
    `${at}/new`,
    { files: ["file"], pairs: [["uploaded", to.split("/").at(-1)!]] },
    {},
  );
  expect([use.status, use.errorAt("file")]).toEqual([422, expect.stringContaining(words)]);
});
