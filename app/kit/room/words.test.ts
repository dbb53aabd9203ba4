import { expect, it } from "vitest";
import { factsOf, fieldWords } from "./words";

const words = fieldWords({
  name: "名称",
  kind: { label: "种类", choices: [{ value: 1, label: "常规" }] },
  bits: {
    label: "设施",
    bits: [
      { value: 1, label: "座椅" },
      { value: 4, label: "站牌" },
    ],
  },
  length: { label: "车长", unit: "毫米" },
  modelUuid: "型号",
  modelUuids: "型号们",
  hasAc: "空调",
});

it("says each kind of value in words", () => {
  const names = { ["a".repeat(32)]: "BJD-12E" };
  const said = (name: string, value: unknown) => words.show(name, value, names);
  expect([
    said("name", "人民广场"),
    said("name", ""),
    said("name", null),
    said("kind", 1),
    said("kind", 7),
    said("bits", 5),
    said("bits", 0),
  ]).toEqual(["人民广场", "（空）", "（空）", "常规", "7", "座椅、站牌", "（空）"]);
  expect([
    said("length", 12000),
    said("hasAc", false),
    said("modelUuid", "a".repeat(32)),
    said("modelUuids", ["a".repeat(32)]),
    said("modelUuids", []),
  ]).toEqual(["12000 毫米", "否", "BJD-12E", "BJD-12E", "（空）"]);
  expect(Object.keys(words.labels)[1]).toBe("kind");
});

it("leaves the value of an empty field out of a record's facts", () => {
  expect(factsOf(words, { name: "", bits: 0, kind: 1 }, ["name", "bits", "kind"], { wide: true })).toEqual([
    { label: "名称", value: null, wide: true },
    { label: "设施", value: null, wide: true },
    { label: "种类", value: "常规", wide: true },
  ]);
});
