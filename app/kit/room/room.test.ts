import { expect, it } from "vitest";
import { field, optional, withDefault } from "./fields";
import { defineRoom, permissions } from "./room";

const kinds = [
  { value: 0, label: "无" },
  { value: 1, label: "有" },
] as const;

const shops = defineRoom({
  name: "shops",
  noun: "维修厂",
  title: "维修厂管理",
  url: "/repair/shop",
  key: "shopUuid",
  may: permissions("shop"),
  named: "shopName",
  fields: {
    shopCode: field.code("编号", 20),
    shopName: field.name("名称", 64),
    kind: optional(field.choice("种类", kinds)),
    state: withDefault(field.choice("状态", kinds), 1),
    bays: optional(field.whole("工位", 0, 10)),
    opened: optional(field.date("启用日期")),
    enabled: field.enabled(),
    grade: field.word("等级", ["一级", "二级"]),
    remark: field.note("备注"),
  },
});

it("takes empty text, null and nothing given of an optional text, number, date and choice for null", () => {
  const names = ["kind", "bays", "opened", "remark"] as const;
  for (const nothing of ["", null, undefined]) {
    const made = shops.Add.parse({
      shopCode: "A",
      shopName: "甲",
      grade: "一级",
      ...Object.fromEntries(names.map((n) => [n, nothing])),
    });
    expect(names.map((name) => made[name] ?? null)).toEqual([null, null, null, null]);
    expect([made.state, made.enabled]).toEqual([1, true]);
  }
});

it("refuses an empty text and null for a numbered choice that must be there, and never takes them for 0", () => {
  for (const nothing of ["", null]) {
    const change = shops.Update.safeParse({ shopUuid: "0".repeat(32), state: nothing });
    expect(change.error?.issues).toMatchObject([{ path: ["state"], message: "请从列表中选择" }]);
    expect(shops.Update.parse({ shopUuid: "0".repeat(32), kind: nothing })).toMatchObject({ kind: null });
  }
  expect(shops.Update.parse({ shopUuid: "0".repeat(32) })).toEqual({ shopUuid: "0".repeat(32) });
});

it("takes a box that is not ticked for no in a form, and for what a new record starts with in a call", () => {
  const sent = { shopCode: "A", shopName: "甲", grade: "二级" };
  expect([shops.Form.parse(sent).enabled, shops.Form.parse({ ...sent, enabled: true }).enabled]).toEqual([false, true]);
  expect(shops.Add.parse(sent).enabled).toBe(true);
});

it("takes one of the words of a choice of words, and no other", () => {
  const change = (grade: unknown) => shops.Update.safeParse({ shopUuid: "0".repeat(32), grade });
  expect(change("二级").data).toMatchObject({ grade: "二级" });
  expect(change("三级").error?.issues).toMatchObject([{ path: ["grade"], message: "请从列表中选择" }]);
});
