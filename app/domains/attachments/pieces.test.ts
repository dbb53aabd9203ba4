import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, utimesSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { sweepFiles } from "~/kit/data/attachments/sweep.server";
import { settings } from "~/kit/ground/settings.server";
import { visitorWith } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { may, piecesUrl, url } from "./policy";

const own = { "sec-fetch-site": "same-origin", "tus-resumable": "1.0.0" };
const begin = (by: Visitor, size: number, name = "大文件.bin", headers: Record<string, string> = own) =>
  by.send(piecesUrl, {
    method: "POST",
    headers: {
      ...headers,
      "upload-length": String(size),
      "upload-metadata": `filename ${Buffer.from(name).toString("base64")},owner ${Buffer.from("0".repeat(32)).toString("base64")}`,
    },
  });
const begun = async (by: Visitor, size: number, name?: string) => {
  const answer = await begin(by, size, name);
  expect([answer.status, await answer.text()]).toEqual([201, ""]);
  return answer.headers.get("location")!;
};
const piece = (by: Visitor, at: string, offset: number, body: Buffer | ReadableStream) =>
  by.send(at, {
    method: "POST",
    headers: {
      ...own,
      "x-http-method-override": "PATCH",
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
    },
    body: body as BodyInit,
  });
const offsetOf = async (by: Visitor, at: string) => {
  const answer = await by.send(at, { method: "HEAD", headers: own });
  return answer.status === 200 ? Number(answer.headers.get("upload-offset")) : answer.status;
};
const idOf = (at: string) => at.split("/").at(-1)!;
const use = (by: Visitor, ...at: string[]) =>
  by.postFiles(`${url}/new`, { files: ["file"], pairs: at.map((one) => ["uploaded", idOf(one)]) }, {});

describe("a file in pieces", () => {
  it("goes on where it broke off, and is the whole file in the end", async () => {
    const person = await visitorWith(may.read, may.write);
    const content = randomBytes(3_000_000);
    const at = await begun(person, content.length, "中断.bin");
    expect((await piece(person, at, 0, content.subarray(0, 1_000_000))).status).toBe(204);
    const breaking = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(content.subarray(1_000_000, 1_400_000)));
        setTimeout(() => controller.error(new DOMException("gone", "AbortError")), 100);
      },
    });
    await piece(person, at, 1_000_000, breaking).catch(() => undefined);
    const offset = await offsetOf(person, at);
    expect(offset).toBeGreaterThanOrEqual(1_000_000);
    expect((await use(person, at)).errorAt("file")).toContain("没有上传完");
    expect((await piece(person, at, offset, content.subarray(offset))).status).toBe(204);
    expect(await offsetOf(person, at)).toBe(content.length);
    const shown = await (await use(person, at)).follow();
    expect(shown.$("h1").text()).toBe("中断.bin");
    expect(shown.text).toContain(createHash("sha256").update(content).digest("hex"));
    const got = await person.send(`${shown.url}/download`);
    expect(Buffer.from(await got.arrayBuffer()).equals(content)).toBe(true);
    expect((await use(person, at)).location).toBe(shown.url);
    expect(await offsetOf(person, at)).toBe(404);
  });

  it("two at once do not disturb each other", async () => {
    const person = await visitorWith(may.read, may.write);
    const contents = [randomBytes(500_000), randomBytes(500_000)];
    const ats = await Promise.all(contents.map((content, nth) => begun(person, content.length, `同时${nth}.bin`)));
    await Promise.all(
      contents.map(async (content, nth) => {
        for (let offset = 0; offset < content.length; offset += 100_000)
          expect((await piece(person, ats[nth]!, offset, content.subarray(offset, offset + 100_000))).status).toBe(204);
      }),
    );
    expect((await (await use(person, ...ats)).follow()).text).toContain("已上传 2 个文件");
    for (const [nth, content] of contents.entries()) {
      const got = await person.send(`${url}/${idOf(ats[nth]!)}/download`);
      expect(Buffer.from(await got.arrayBuffer()).equals(content)).toBe(true);
    }
  });

  it("of another person is not there, and takes no wrong offset, no more than was said and no other method", async () => {
    const [person, stranger] = [await visitorWith(may.write), await visitorWith(may.read, may.write)];
    const at = await begun(person, 10);
    expect(await offsetOf(stranger, at)).toBe(404);
    expect((await piece(stranger, at, 0, Buffer.from("0123456789"))).status).toBe(404);
    expect((await use(stranger, at)).errorAt("file")).toContain("已经不在了");
    expect((await piece(person, at, 5, Buffer.from("56789"))).status).toBe(409);
    expect((await piece(person, at, 0, Buffer.from("0123456789x"))).status).toBe(413);
    expect(await offsetOf(person, at)).toBe(0);
    expect(await offsetOf(person, `${piecesUrl}/${"0".repeat(32)}`)).toBe(404);
    expect(await offsetOf(person, `${piecesUrl}/..%2f..%2fsecrets`)).toBe(404);
    const ended = await person.send(at, { method: "POST", headers: { ...own, "x-http-method-override": "DELETE" } });
    expect([ended.status, await offsetOf(person, at)]).toEqual([204, 404]);
  });

  it("is refused before any byte when it is too large, empty, one too many, another site's or not permitted", async () => {
    const person = await visitorWith(may.write);
    const large = await begin(person, 2 * 2 ** 30);
    expect([large.status, await large.text()]).toEqual([
      413,
      `文件超过 ${settings().UPLOAD_LIMIT_MB} MB，请缩小后再上传`,
    ]);
    expect((await begin(person, 0)).status).toBe(422);
    expect((await begin(person, 5, "x", { ...own, "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await begin(await visitorWith(may.read), 5)).headers.get("location")).toMatch(/^\/401/);
    for (let nth = 0; nth < 10; nth++) await begun(person, 5);
    const more = await begin(person, 5);
    expect([more.status, await more.text()]).toEqual([429, expect.stringContaining("10 个文件还没有传完")]);
  });

  it("is one of ten at most, also where sixty are begun at once", async () => {
    const person = await visitorWith(may.write);
    const answers = await Promise.all(Array.from({ length: 60 }, () => begin(person, 5)));
    const statuses = answers.map(({ status }) => status);
    expect([statuses.filter((one) => one === 201).length, statuses.filter((one) => one === 429).length]).toEqual([
      10, 50,
    ]);
  });

  it("stands on the person's own page until it is cancelled there or by a call, and another may begin", async () => {
    const [person, stranger] = [await visitorWith(may.write), await visitorWith(may.write)];
    const at = await begun(person, 2_000_000, "路上断了.bin");
    await piece(person, at, 0, Buffer.alloc(500_000));
    for (let nth = 1; nth < 10; nth++) await begun(person, 5, `没传完${nth}.bin`);
    expect((await begin(person, 5)).status).toBe(429);
    const page = await person.get("/my-uploads");
    expect(page.$("tbody tr").first().text()).toContain("路上断了.bin");
    expect(page.$("tbody tr").length).toBe(10);
    expect((await stranger.get("/my-uploads")).text).toContain("没有未传完的上传");
    expect((await stranger.post("/my-uploads", { uploadId: idOf(at) })).status).toBe(303);
    expect(await offsetOf(person, at)).toBe(500_000);
    const done = await (await page.submit({}, { press: `[value="${idOf(at)}"]` })).follow();
    expect([done.text, await offsetOf(person, at)]).toEqual([expect.stringContaining("已取消上传"), 404]);
    const called = await person.call<{ uploadId: string; fileName: string; size: number; received: number }[]>(
      "/api/sys-attachment-file/v1.0/unfinished",
    );
    expect(called.data.map(({ fileName }) => fileName).sort()).toEqual(
      Array.from({ length: 9 }, (_, nth) => `没传完${nth + 1}.bin`),
    );
    const cancel = "/api/sys-attachment-file/v1.0/cancelUnfinished";
    const { uploadId } = called.data[0]!;
    expect((await stranger.call(cancel, { uploadId })).success).toBe(false);
    expect((await person.call(cancel, { uploadId })).success).toBe(true);
    expect((await person.call(cancel, { uploadId })).success).toBe(false);
    await begun(person, 5);
    await begun(person, 5);
    expect((await begin(person, 5)).status).toBe(429);
  });

  it("that is left alone for a day is gone", async () => {
    const person = await visitorWith(may.write);
    const at = await begun(person, 10);
    await piece(person, at, 0, Buffer.from("0123"));
    const file = path.join(settings().DATA_DIR, "incoming", idOf(at));
    await sweepFiles();
    expect(await offsetOf(person, at)).toBe(4);
    const yesterday = Date.now() / 1000 - 90_000;
    for (const one of [file, `${file}.json`]) utimesSync(one, yesterday, yesterday);
    await sweepFiles();
    expect(await offsetOf(person, at)).toBe(404);
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(path.dirname(file)).filter((name) => name.startsWith(idOf(at)))).toEqual([]);
  });
});
