import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { foldWidth } from "~/kit/page/forms/rules";
import { demoVisitor } from "../../../tests/kit/accounts";
import { isLongRun } from "../../../tests/kit/long-run";
import { realData } from "../../../tests/kit/real-data";
import type { Answer, Visitor } from "../../../tests/kit/visit";

const form = "/station/station-management/new";
const real = realData("strings/blns.json", "every string of blns.json through the station form and the API");

const generated = [
  "",
  " ",
  "\t",
  "\n",
  "\u0000",
  "\u0007",
  "\u001b[31m",
  "\u007f",
  "\ufeff",
  "\ufffd",
  "\ud800",
  "a\ud83d",
  "\u200b",
  "\u202e倒写",
  "\u2028",
  "\u2029",
  "e\u0301",
  "ﬁ",
  "Ⅷ",
  "１２３",
  "　全角　",
  "𠮷野家",
  "👩‍👩‍👧‍👦",
  "🇨🇳",
  "ÅÅ",
  "İstanbul",
  "ß",
  "ΑΣ",
  "ñ".normalize("NFD"),
  "<script>alert(1)</script>",
  "</textarea><script>alert(1)</script>",
  "</title><b>",
  "<!--",
  "]]>",
  '"><img src=x onerror=alert(1)>',
  "' or 1=1 --",
  "'; drop table station; --",
  "javascript:alert(1)",
  "{{7*7}}",
  "${7*7}",
  "%00",
  "%s%n",
  "%E4%BD%A0",
  "&lt;b&gt;",
  "&amp;amp;",
  "&#0;",
  "../../etc/passwd",
  "C:\\con\\con",
  "\\",
  "\\'",
  "`",
  "$(reboot)",
  "null",
  "undefined",
  "NaN",
  "Infinity",
  "-0",
  "1e309",
  "true",
  "[]",
  "{}",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "\u00a0",
  "a\u0000b",
  "a\r\nb",
  "a\rb",
  "line one\nline two",
  "=1+1",
  "@SUM(1)",
  "x".repeat(64),
  "站".repeat(64),
  "站".repeat(65),
  "👍".repeat(40),
  "x".repeat(5000),
  "́".repeat(300),
];

let person: Visitor;
let empty: Answer;
let made = 0;
beforeAll(async () => {
  person = await demoVisitor("planner");
  empty = await person.get(form);
});

const kept = foldWidth;

/** As a form sends it: lone surrogates become U+FFFD, line ends become CRLF; a text input has no line ends at all. */
const asTyped = (text: string) => text.toWellFormed().replace(/[\r\n]+/g, "");
const asWritten = (text: string) => text.toWellFormed().replace(/\r\n|\r|\n/g, "\r\n");

function isWhole(page: Answer): void {
  expect(page.status).toBeLessThan(500);
  expect([page.$("html").length, page.$("main").length, page.$("h1").length, page.$("footer").length]).toEqual([
    1, 1, 1, 1,
  ]);
  expect(page.$("script:not([src])").filter((_, one) => page.$(one).text().includes("alert(")).length).toBe(0);
  expect(page.$("[onerror], [onload], [onclick]").length).toBe(0);
}

async function throughTheForm(text: string): Promise<string> {
  const [staName, remark] = [asTyped(text), asWritten(text)];
  const answer = await empty.submit({ staSelfCode: `N${++made}`, staName, remark, lng: "116.38", lat: "39.87" });
  if (answer.status === 422) {
    isWhole(answer);
    expect(answer.errorAt("staName") + answer.errorAt("remark")).not.toBe("");
    if (!/\u0000/.test(text)) expect(answer.field("staName")).toBe(staName);
    return "refused";
  }
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([303, expect.any(String)]);
  const page = await answer.follow();
  isWhole(page);
  expect(page.$("h1").text()).toBe(kept(staName));
  expect(oneLine(page.title)).toBe(oneLine(`${kept(staName)} - 基础数据管理平台`));
  if (remark.trim())
    expect(
      page
        .$("dt")
        .filter((_, term) => page.$(term).text() === "备注")
        .next("dd")
        .text(),
    ).toBe(remark.trim().replace(/\r\n/g, "\n"));
  // The pages that take longer to draw, for one string in ten.
  if (made % 10 === 0) {
    const edit = await person.get(`${page.url}/edit`);
    isWhole(edit);
    expect([edit.field("staName"), edit.field("remark")]).toEqual([kept(staName), remark.trim()]);
    const list = await person.get(
      `/station/station-management?${new URLSearchParams({ keyword: staName.slice(0, 64), staSelfCode: `N${made}` })}`,
    );
    isWhole(list);
  }
  return "kept";
}

/** Browsers collapse the white space of a title. */
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

async function throughTheApi(text: string): Promise<string> {
  const sent = {
    staSelfCode: `P${++made}`,
    staName: text,
    remark: text,
    address: text.slice(0, 255),
    lng: 116.38,
    lat: 39.87,
  };
  const answer = await person.call<{ staUuid: string; staName: string; remark: string | null }>(
    "/api/sta/v1.0/add",
    sent,
  );
  if (!answer.success) {
    expect(answer).toMatchObject({ status: 200, code: 400, reason: "field" });
    expect(
      answer.errors?.every((error) => ["staName", "remark", "address"].includes(error.path) && error.message),
    ).toBe(true);
    return "refused";
  }
  const [found] = (
    await person.call<{ staName: string; remark: string | null }[]>("/api/sta/v1.0/list", {
      staSelfCode: sent.staSelfCode,
    })
  ).data;
  expect([found?.staName, found?.remark]).toEqual([kept(text), text.trim()]);
  const search = await person.call("/api/sta/v1.0/pageList", {
    pageNum: 1,
    pageSize: 5,
    keyword: text.trim().slice(0, 64),
  });
  expect([search.status, search.code]).toEqual([200, 200]);
  return "kept";
}

const listed = real ? (JSON.parse(readFileSync(real, "utf8")) as string[]) : [];
/** Form and API have one schema: of the long list each has every second string, or every eighth on other days than before a release. */
const parts = isLongRun ? 2 : 8;
const part = (which: number) => listed.filter((_, place) => place % parts === which);

describe.each([
  ["our own strings", generated, generated],
  ["blns.json", part(0), part(1)],
])("%s", (_name, typed, sent) => {
  it.runIf(typed.length > 0)(
    "are shown as sent or refused at their field by the form, and no page breaks",
    { timeout: 300_000 },
    async () => {
      const ends: Record<string, number> = {};
      for (const text of typed) {
        const end = await throughTheForm(text).catch((error: Error) =>
          Promise.reject(new Error(`${JSON.stringify(text.slice(0, 80))}: ${error.message}`, { cause: error })),
        );
        ends[end] = (ends[end] ?? 0) + 1;
      }
      expect(ends.kept).toBeGreaterThan(typed.length / 3);
    },
  );

  it.runIf(sent.length > 0)(
    "are answered as sent or refused at their field by the API",
    { timeout: 300_000 },
    async () => {
      const ends: Record<string, number> = {};
      for (const text of sent) {
        const end = await throughTheApi(text).catch((error: Error) =>
          Promise.reject(new Error(`${JSON.stringify(text.slice(0, 80))}: ${error.message}`, { cause: error })),
        );
        ends[end] = (ends[end] ?? 0) + 1;
      }
      expect(ends.kept).toBeGreaterThan(sent.length / 3);
    },
  );
});
