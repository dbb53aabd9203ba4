import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { may } from "~/domains/issue-tasks/policy";
import { visitorWith } from "../../../tests/kit/accounts";
import { claimed } from "../../../tests/kit/picture";
import { multiFilesUrl } from "./urls";

it("a file is uploaded without JavaScript with its sums, refused where its version is taken, downloaded and deleted", async () => {
  const person = await visitorWith(...Object.values(may));
  const form = await person.get(`${multiFilesUrl}/new`);
  const content = "一段宣传文字";
  const values = { kind: "5", fileNo: "TEST-UP", fileVersion: "1.0" };
  const files = { file: new File([content], "宣传.txt") };
  const pressed = await form.submit(values, { files });
  expect((await form.submit(values, { files })).location, "pressed twice").toBe(pressed.location);
  const made = await pressed.follow();
  expect(made.text).toContain(createHash("sha256").update(content).digest("hex"));
  const again = await (await person.get(`${multiFilesUrl}/new`)).submit(values, { files });
  expect([again.status, again.errorAt("fileVersion")]).toEqual([422, expect.stringContaining("已经有了")]);
  const none = await form.submit({ ...values, fileNo: "有 空格" });
  expect([none.status, none.errorAt("file")]).toEqual([422, expect.stringContaining("请选择")]);
  expect(await (await person.send(`${made.url}/download`)).text()).toBe(content);
  const gone = await (await (await person.get(`${made.url}/delete`)).submit()).follow();
  expect(gone.text).toContain("已删除 宣传.txt");
});

it("a picture that takes too much memory to show is refused in words", async () => {
  const person = await visitorWith(...Object.values(may));
  const form = await person.get(`${multiFilesUrl}/new`);
  const file = new File([new Uint8Array(claimed(60_000, 60_000))], "大.png");
  const answer = await form.submit({ kind: "5", fileNo: "TEST-BIG", fileVersion: "1.0" }, { files: { file } });
  expect([answer.status, answer.errorAt("file")]).toEqual([
    422,
    expect.stringContaining("图片有 60000×60000 像素，应在每边 10000 像素、总共"),
  ]);
});
