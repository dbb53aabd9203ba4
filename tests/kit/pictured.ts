import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { digest } from "~/kit/data/access/encrypt.server";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { account, enter, testPassword, visitorWith } from "./accounts";
import type { Values } from "./page";
import { png } from "./picture";
import { type Answer, visitor, type Visitor } from "./visit";
import { orgNamed } from "./organisations";

interface PicturedRoom {
  path: string;
  may: { read: string; write: string };
  /** The file's field, which is the picture's column too. */
  field: string;
  /** A new record's fields, made anew for each; its organisation is 一车队. */
  valid: () => Values | Promise<Values>;
  /** What is refused, and where. */
  invalid: { field: string; value: string };
  /** Its records belong to no organisation: whoever may read one sees all. */
  unowned?: boolean;
  /** A free text field. */
  text: string;
}

const picture = (content: Buffer | string, name = "照片.png", type = "image/png") =>
  new File([typeof content === "string" ? content : new Uint8Array(content)], name, { type });
const storedKeys = async () =>
  (await db().selectFrom("storedFile").select("fileKey").execute()).map(({ fileKey }) => fileKey).sort();
const filesOn = (folder: string) =>
  readdirSync(path.join(settings().DATA_DIR, folder), { recursive: true }).map(String);

/** The tests of a room whose records have a picture in their form, through the front door and without JavaScript. */
export function describePicture({ path: list, may, field, valid, invalid, unowned, text }: PicturedRoom): void {
  let person: Visitor;
  const removal = `${field}Removed`;

  beforeAll(async () => {
    person = await visitorWith(may.read, may.write);
  });

  async function make(file?: File): Promise<{ at: string; answer: Answer }> {
    const answer = await (await person.get(`${list}/new`)).submit(await valid(), { files: file && { [field]: file } });
    expect([answer.status, answer.text]).toEqual([303, expect.anything()]);
    return { at: new URL(answer.location!, "http://here").pathname, answer };
  }

  const shownAt = async (at: string) => (await person.get(at)).$(`main a[href*="/photo?v="] img`).attr("src");

  describe(`the picture of a record of ${list}`, () => {
    it("is sent with a new record and shown on its page and in its form", async () => {
      const content = png(64, 48);
      const { at } = await make(picture(content, "a.txt", "text/plain"));
      const src = await shownAt(at);
      expect(src).toMatch(new RegExp(`^${at}/photo\\?v=[0-9a-f]{8}$`));
      const got = await person.send(src!);
      expect(Buffer.from(await got.arrayBuffer()).equals(content)).toBe(true);
      expect(["content-type", "cache-control", "x-content-type-options"].map((name) => got.headers.get(name))).toEqual([
        "image/png",
        "private, no-store",
        "nosniff",
      ]);
      const known = await person.send(src!, { headers: { "if-none-match": got.headers.get("etag")! } });
      expect([known.status, await known.text()]).toEqual([304, ""]);
      const form = await person.get(`${at}/edit`);
      expect([form.$(`main form img`).attr("src"), form.$(`[name=${removal}]`).length]).toEqual([src, 1]);
    });

    it("stays when the record is saved without another, and is not there before the first", async () => {
      const { at } = await make(picture(png(64, 64)));
      const src = await shownAt(at);
      expect((await (await person.get(`${at}/edit`)).submit({ [text]: "另一句" })).status).toBe(303);
      expect(await shownAt(at)).toBe(src);
      const plain = await make();
      const form = await person.get(`${plain.at}/edit`);
      expect([
        await shownAt(plain.at),
        form.$(`[name=${removal}]`).length,
        (await person.get(`${plain.at}/photo`)).status,
      ]).toEqual([undefined, 0, 404]);
    });

    it("is replaced and removed, each in the history, and the old file goes", async () => {
      const before = await storedKeys();
      const { at } = await make(picture(png(64, 64)));
      const [first] = (await storedKeys()).filter((key) => !before.includes(key));
      const replaced = await (
        await person.get(`${at}/edit`)
      ).submit({}, { files: { [field]: picture(png(80, 80, [200, 60, 60])) } });
      expect(replaced.status).toBe(303);
      const [second, ...more] = (await storedKeys()).filter((key) => !before.includes(key));
      expect([second === first, more, filesOn("files").some((file) => file.endsWith(first!))]).toEqual([
        false,
        [],
        false,
      ]);
      expect((await (await person.get(`${at}/edit`)).submit({ [removal]: "on" })).status).toBe(303);
      expect([await storedKeys(), await shownAt(at), (await person.get(`${at}/photo`)).status]).toEqual([
        before,
        undefined,
        404,
      ]);
      const history = (await person.get(`${at}/history`)).text;
      for (const key of [first!, second!]) expect(history).toContain(`图片 ${key.slice(-6)}`);
    });

    it.each([
      [
        "a page in disguise",
        () => picture("<html><script>alert(1)</script></html>"),
        "请选择 JPEG、PNG、WebP 格式的图片",
      ],
      [
        "a drawing with script",
        () =>
          picture('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "a.svg", "image/svg+xml"),
        "请选择 JPEG、PNG、WebP 格式的图片",
      ],
      ["too small", () => picture(png(31, 400)), "只有 31×400 像素"],
      ["too large to unpack", () => picture(png(10_001, 40)), "有 10001×40 像素"],
      ["too much to send", () => picture(Buffer.concat([png(64, 64), Buffer.alloc(8_000_000)])), "图片超过 5.0 MB"],
      ["cut off in its head", () => picture(png(64, 64).subarray(0, 20)), "图片已损坏"],
    ])("is not %s: said at the field, with all that was typed still there", async (_what, file, message) => {
      const [stored, waiting] = [await storedKeys(), filesOn("incoming")];
      const { at } = await make();
      const refused = await (
        await person.get(`${at}/edit`)
      ).submit({ [text]: "打了很久的字" }, { files: { [field]: file() } });
      expect([refused.status, refused.field(text)]).toEqual([422, "打了很久的字"]);
      expect(refused.errorAt(field)).toContain(message);
      expect(refused.$("[role=alert] a").attr("href")).toBe(`#${refused.$(`[name=${field}]`).attr("id")}`);
      expect(await storedKeys()).toEqual(stored);
      const left = () => filesOn("incoming").filter((name) => !waiting.includes(name));
      // Other files' tests upload into the same folder meanwhile.
      await expect.poll(left).toEqual([]);
    });

    it("that is wrong is named beside the other faults, and a good one is not kept with them", async () => {
      const stored = await storedKeys();
      const form = await person.get(`${list}/new`);
      const wrong = { ...(await valid()), [invalid.field]: invalid.value };
      const both = await form.submit(wrong, { files: { [field]: picture("text") } });
      expect([both.status, both.errorAt(invalid.field) !== "", both.errorAt(field) !== ""]).toEqual([422, true, true]);
      const one = await form.submit(wrong, { files: { [field]: picture(png(64, 64)) } });
      expect([one.status, one.errorAt(field)]).toEqual([422, ""]);
      expect(await storedKeys()).toEqual(stored);
    });

    it("of a stale save is not kept, which the page says; the one there stays", async () => {
      const { at } = await make(picture(png(64, 64)));
      const form = await person.get(`${at}/edit`);
      await (await person.get(`${at}/edit`)).submit({ [text]: "先保存的" });
      const [stored, src] = [await storedKeys(), await shownAt(at)];
      const stale = await form.submit({ [text]: "后保存的" }, { files: { [field]: picture(png(90, 90)) } });
      expect([stale.status, stale.$("table").text().includes("照片")]).toEqual([409, false]);
      expect(stale.text).toContain("照片的更改没有保留");
      expect((await stale.submit()).status).toBe(303);
      expect([await storedKeys(), await shownAt(at)]).toEqual([stored, src]);
      expect((await person.get(at)).text).toContain("后保存的");
    });

    it("is for who may read the record: nobody else's, and no other organisation's", async () => {
      const { at } = await make(picture(png(64, 64)));
      const src = (await shownAt(at))!;
      expect((await visitor().get(src)).location).toMatch(/^\/login/);
      expect((await (await visitorWith()).get(src)).location).toMatch(/^\/401/);
      const reach = { permissions: [may.read, may.write], dataScope: "own" as const };
      const [colleague, stranger] = [
        await enter(await account({ ...reach, orgId: await orgNamed("一车队") })),
        await enter(await account({ ...reach, orgId: await orgNamed("三车队") })),
      ];
      expect([(await colleague.send(src)).status, (await stranger.send(src)).status]).toEqual([
        200,
        unowned ? 200 : 404,
      ]);
      if (unowned) return;
      const stored = await storedKeys();
      const form = await person.get(`${at}/edit`);
      const taken = await stranger.postFiles(`${at}/edit`, form.form(), { [field]: picture(png(64, 64)) });
      expect([taken.status, await storedKeys(), await shownAt(at)]).toEqual([404, stored, src]);
    });

    it("need not be typed around: after the session expired the rest of the form is still there", async () => {
      const who = await account({ permissions: [may.read, may.write] });
      const late = await enter(who);
      const form = await late.get(`${list}/new`);
      await db()
        .updateTable("session")
        .set({ expiresAt: new Date(0) })
        .where("tokenHash", "=", digest(late.token!))
        .execute();
      const typed = await valid();
      const login = await (await form.submit(typed, { files: { [field]: picture(png(64, 64)) } })).follow();
      expect(login.text).toContain("您填写的内容已保留");
      const again = await (await login.submit({ userAccount: who.userAccount, userPassword: testPassword })).follow();
      expect(again.field(text)).toBe(String(typed[text]));
      expect((await again.submit()).status).toBe(303);
    });
  });
}
