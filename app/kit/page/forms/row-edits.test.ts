import { describe, expect, it } from "vitest";
import { editRows, typedRows } from "./row-edits";

const lists = { parts: { fields: ["content", "note"], most: 3, fresh: { note: "新" } } };

function pressed(button: string, more: Record<string, string> = {}) {
  const form = new FormData();
  const typed = { version: "4", "parts[0].content": "a", "parts[0].note": "甲", "parts[1].content": "b", do: button };
  for (const [name, value] of Object.entries({ ...typed, ...more })) form.append(name, value);
  const next = editRows(form, lists);
  return next && Object.fromEntries(next);
}

describe("the row buttons of a form", () => {
  it("move, remove and add rows and keep everything else that was typed", () => {
    expect(pressed("up:2:parts")).toEqual({
      version: "4",
      "parts[0].content": "b",
      "parts[1].content": "a",
      "parts[1].note": "甲",
    });
    expect(pressed("remove:1:parts")).toEqual({ version: "4", "parts[0].content": "b" });
    expect(pressed("add:1:parts")).toMatchObject({
      "parts[1].content": "b",
      "parts[2].note": "新",
      "parts[2].content": "",
    });
  });

  it("leave the rows as they are at their ends, and add none beyond the most", () => {
    expect(pressed("up:1:parts")).toMatchObject({ "parts[0].content": "a", "parts[1].content": "b" });
    expect(pressed("down:2:parts")).toMatchObject({ "parts[0].content": "a", "parts[1].content": "b" });
    const three = pressed("up:1:parts", { "parts[2].content": "c" });
    expect([0, 1, 2].map((at) => three![`parts[${at}].content`])).toEqual(["a", "b", "c"]);
    const full = pressed("add:1:parts", { "parts[2].content": "c" });
    expect(Object.keys(full!).filter((name) => name.startsWith("parts[3]"))).toEqual([]);
  });

  it("go by the numbers of the rows, in whatever order their fields stand in the form", () => {
    const form = new FormData();
    for (const [name, value] of [
      ["parts[10].content", "b"],
      ["parts[9].content", "a"],
      ["do", "up:2:parts"],
    ] as const)
      form.append(name, value);
    expect([...editRows(form, lists)!]).toEqual([
      ["parts[0].content", "b"],
      ["parts[1].content", "a"],
    ]);
  });

  it("are not the form's own button, nor those of a list or a field it does not know", () => {
    expect(pressed("save")).toBeNull();
    expect(pressed("up:2:toString")).toBeNull();
    expect(pressed("toString:1:parts")).toBeNull();
    expect(pressed("down:1:parts", { "parts[0].other": "x" })).not.toHaveProperty("parts[1].other");
  });
});

it("shows rows as controls do", () => {
  expect(
    typedRows(
      [{ content: "a", note: null, ticked: true, off: false, n: 0 }],
      ["content", "note", "ticked", "off", "n"],
    ),
  ).toEqual([{ content: "a", ticked: "on", n: "0" }]);
  expect(typedRows("x", ["content"])).toEqual([]);
});
