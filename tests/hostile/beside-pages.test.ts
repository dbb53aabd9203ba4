import { expect, it } from "vitest";
import { demoVisitor } from "../kit/accounts";
import { listOfContents } from "./packed";
import { mayTake, startCount } from "../kit/slowness";
import { api, type Visitor, visitor } from "../kit/visit";

const small = listOfContents();

function sendAvatar(person: Visitor, bytes: Buffer) {
  const body = new FormData();
  body.set("avatar", new File([new Uint8Array(bytes)], "头像.png"));
  return person.visit("/personal-settings", { method: "POST", headers: { "sec-fetch-site": "same-origin" }, body });
}

it.each([
  ["a list of contents", small],
  ["a list of contents behind a mark of UTF-8", Buffer.concat([Buffer.from("\ufeff"), small])],
  ["a list of contents behind a tag of sound", Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\0", "latin1"), small])],
  ["an archive cut off within it", small.subarray(0, 59_000)],
])("what unpacks to a thousand times its size is refused at once: %s", async (_what, bytes) => {
  const person = await demoVisitor("nobody");
  await sendAvatar(person, Buffer.from("no picture"));
  const computed = startCount();
  const answers = await Promise.all(Array.from({ length: 10 }, () => sendAvatar(person, bytes)));
  for (const answer of answers)
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("请选择 JPEG、PNG、WebP 格式的图片")]);
  expect(computed()).toBeLessThan(mayTake(1500));
});

it.each([
  ["of one field over and over", "userAccount=&".repeat(150_000)],
  ["of one field just as often as may be in all", "userAccount=&".repeat(9_999)],
  ["of very many fields", Array.from({ length: 100_000 }, (_, nth) => `k${nth}=`).join("&")],
])("a stranger's form %s is refused in words, at once", async (_what, body) => {
  const headers = { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" };
  const computed = startCount();
  const answer = await visitor().visit("/login", { method: "POST", headers, body });
  expect([answer.status, answer.text]).toEqual([413, expect.stringContaining("提交的表单超过 10000 项")]);
  expect(computed()).toBeLessThan(mayTake(1000));
});

it.each([
  ["brackets in brackets", "[".repeat(2_000_000) + "]".repeat(2_000_000), "括号嵌套超过 60 层"],
  [
    "one object of very many",
    `{${Array.from({ length: 250_000 }, (_, nth) => `"${nth}":1`).join()}}`,
    "属性超过 10,000 个",
  ],
  ["very many empty lists", `[${"[],".repeat(1_300_000)}0]`, "列表超过 500,000 个"],
])("a stranger's call with %s is refused in words, at once", async (_what, body, words) => {
  const computed = startCount();
  const answer = await api().call("/api/base/login/login", body);
  expect([answer.success, answer.message]).toEqual([false, expect.stringContaining(words)]);
  expect(computed()).toBeLessThan(mayTake(1000));
});
