import { describe, expect, it } from "vitest";
import { z } from "zod";
import { secrets } from "~/kit/data/access/secret-fields";
import { lat, lng } from "./place-rules";
import { conflictNames, pairsOf } from "./pairs";
import { again, formDataOf, readForm, refused, forkRequest } from "./read-form";

const Depot = z.object({
  name: z.string({ error: "请输入场站名称" }).trim().min(1).max(8),
  bays: z.number().int().max(5000).optional(),
  opened: z.iso.date().optional(),
  roofed: z.boolean().default(false),
  marks: z.array(z.string()).default([]),
  gates: z.array(z.object({ label: z.string() })).optional(),
  ...secrets({ password: z.string().optional() }),
  version: z.number().int().optional(),
});

const post = (body: URLSearchParams | FormData | string) =>
  new Request("http://localhost/", { method: "POST", body: body as BodyInit });
const sent = (fields: Record<string, string> | [string, string][]) =>
  readForm(post(new URLSearchParams(fields)), Depot);

describe("readForm", () => {
  it("converts what a form sends", async () => {
    const answer = await sent([
      ["name", " 东站 "],
      ["bays", "12"],
      ["roofed", "on"],
      ["marks", "a"],
      ["opened", ""],
      ["gates[0].label", "北门"],
      ["version", "3"],
    ]);
    expect(answer).toMatchObject({
      status: "success",
      value: { name: "东站", bays: 12, roofed: true, marks: ["a"], gates: [{ label: "北门" }], version: 3 },
    });
  });

  it("keeps everything typed, says in Chinese what is wrong and hides secrets", async () => {
    const answer = await sent({ bays: "many", opened: "1.5.2026", password: "geheim" });
    expect(answer.status).toBe("error");
    expect(answer.reply.error).toEqual({
      name: ["请输入场站名称"],
      bays: ["请输入数字"],
      opened: ["请输入日期，例如 2026-05-01"],
    });
    expect(answer.reply.initialValue).toEqual({ bays: "many", opened: "1.5.2026" });
  });

  it("reads multipart and leaves files out of the answer", async () => {
    const form = new FormData();
    form.append("name", "");
    form.append("file", new File(["x"], "x.txt"));
    const answer = await readForm(post(form), Depot);
    expect(answer).toMatchObject({ status: "error", reply: { error: { name: ["请输入场站名称"] } } });
    expect(JSON.stringify(answer.reply)).not.toContain("x.txt");
  });

  it.each([
    "__proto__.x",
    "a[99999999]",
    "a..b",
    "a[",
    "constructor",
    "[0]",
    "a".repeat(300),
    "__intent__",
    "__state__",
  ])("does not mind a crafted name: %s", async (name) => {
    expect(
      await sent([
        ["name", "东站"],
        [name, "{"],
      ]),
    ).toMatchObject({ status: "success" });
  });

  it("takes list intents only", async () => {
    const insert = JSON.stringify({ type: "insert", payload: { name: "gates" } });
    expect(await sent({ name: "东站", __intent__: insert })).toMatchObject({
      status: "error",
      reply: { initialValue: { name: "东站" } },
    });
    const far = JSON.stringify({ type: "insert", payload: { name: "gates", index: 1e9 } });
    expect(await sent({ name: "东站", __intent__: far })).toMatchObject({ status: "success" });
  });

  it("reads a large form twice, one reading after the other", async () => {
    const [first, second] = await forkRequest(post(new URLSearchParams({ name: "x".repeat(1_900_000) })));
    for (const request of [first, second])
      expect(String((await formDataOf(request)).get("name"))).toHaveLength(1_900_000);
  });

  it("reads a form too large to its end before it refuses it", async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (stream) => (sent++ < 30 ? stream.enqueue(new Uint8Array(100_000)) : stream.close()),
    });
    const request = new Request("http://localhost/", { method: "POST", body, duplex: "half" } as RequestInit);
    await expect(formDataOf(request)).rejects.toMatchObject({ status: 413 });
    expect(sent).toBe(31);
  });

  it("refuses a body that is no form or too long", async () => {
    await expect(readForm(post("{}"), Depot)).rejects.toMatchObject({ status: 400 });
    await expect(readForm(post(new URLSearchParams({ name: "x".repeat(2_000_001) })), Depot)).rejects.toMatchObject({
      status: 413,
    });
  });

  it("reads a conflict page's choice as the same form", async () => {
    const side = (record: object) => new URLSearchParams(pairsOf(record as Record<string, unknown>)).toString();
    const answer = await sent({
      [conflictNames.mine]: side({ name: "东站", bays: 3, marks: ["a", "b"], roofed: true }),
      [conflictNames.theirs]: side({ name: "西站", bays: 9, marks: [], roofed: false }),
      [`${conflictNames.take}name`]: "theirs",
      [`${conflictNames.take}marks`]: "mine",
      [`${conflictNames.take}roofed`]: "theirs",
      version: "4",
    });
    expect(answer).toMatchObject({
      status: "success",
      value: { name: "西站", bays: 3, marks: ["a", "b"], roofed: false, version: 4 },
    });
  });
});

it("puts a query's refusal at its field and answers 422", async () => {
  const answer = await sent({ name: "东站" });
  const problem = {
    message: "",
    errors: [
      { path: "name", message: "名称已被使用" },
      { path: "gates", message: "缺少北门", row: 2 },
    ],
  };
  const page = again(refused(answer, problem), { depot: 1 });
  expect(page.init).toEqual({ status: 422 });
  expect(page.data).toMatchObject({
    depot: 1,
    reply: {
      status: "error",
      initialValue: { name: "东站" },
      error: { name: ["名称已被使用"], gates: ["第 2 行：缺少北门"] },
    },
  });
});

describe("a place", () => {
  const Place = z.object({ lng, lat: lat.nullish() });
  const read = (fields: Record<string, string>) => readForm(post(new URLSearchParams(fields)), Place);

  it("may be typed in degrees and minutes", async () => {
    expect(await read({ lng: "120°09′E", lat: "北纬30度16.2分" })).toMatchObject({
      value: { lng: 120.15, lat: 30.27 },
    });
    expect(await read({ lng: "120.15", lat: "" })).toMatchObject({ status: "success", value: { lng: 120.15 } });
  });

  it("says how it may be typed where it cannot be read, and keeps what was typed", async () => {
    const { reply } = await read({ lng: "30°16′N", lat: "95 30" });
    expect(reply.error).toEqual({
      lng: ["请输入经度，例如 116.38 或 116°22′48″E"],
      lat: ["纬度在 -90 到 90 之间，经纬度可能填反了"],
    });
    expect(reply.initialValue).toEqual({ lng: "30°16′N", lat: "95 30" });
  });
});

describe("a rule over several fields", () => {
  const Span = z
    .object({
      name: z.string({ error: "请输入名称" }),
      from: z.iso.date("请输入日期").nullish(),
      to: z.iso.date().nullish(),
    })
    .refine(({ from, to }) => !from || !to || from <= to, { path: ["to"], message: "结束不能早于开始" })
    .superRefine(({ name }, check) => {
      if (name.startsWith("坏")) check.addIssue({ code: "custom", path: ["name"], message: "名称不好" });
    });
  const errorsOf = async (fields: Record<string, string>) =>
    (await readForm(post(new URLSearchParams(fields)), Span)).reply.error;

  it("is told beside what else is wrong", async () => {
    expect(await errorsOf({ from: "2026-02-01", to: "2026-01-01" })).toEqual({
      name: ["请输入名称"],
      to: ["结束不能早于开始"],
    });
  });

  it("is not blamed on a field that is wrong by itself", async () => {
    expect(await errorsOf({ name: "坏的", from: "9", to: "2026-01-01" })).toEqual({
      from: ["请输入日期"],
      name: ["名称不好"],
    });
  });
});
