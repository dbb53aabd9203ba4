import { describe, expect, it } from "vitest";
import { chosenIn, chosenOf, keywordIn, searchIn } from "./picks";

function posted(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

describe("the searched fields of a posted form", () => {
  it("search by their button, and by words that were not looked for yet", () => {
    expect(searchIn(posted({ find: "lineUuid", "find:lineUuid": "" }))).toBe("lineUuid");
    expect(searchIn(posted({ "find:lineUuid": " 18 ", "found:lineUuid": "" }))).toBe("lineUuid");
    expect(searchIn(posted({ "find:lineUuid": "18", "found:lineUuid": "18" }))).toBeNull();
    expect(searchIn(posted({ "find:lineUuid": " ", lineUuid: "a" }))).toBeNull();
    expect(keywordIn(posted({ "find:lineUuid": ` ${"路".repeat(80)}` }), "lineUuid")).toBe("路".repeat(64));
  });

  it("keep what is chosen in them, once each, in every row of a list", () => {
    const form = posted({
      mainUuid: "a",
      "lines[0].lineUuid": "b",
      "lines[10].lineUuid": "c",
      "lines[1].lineUuid": "b",
      "lines[2].lineUuid": "",
      "lines[0].beginDate": "2026-01-01",
    });
    expect([chosenIn(form, "mainUuid"), chosenIn(form, "lines[].lineUuid"), chosenIn(form, "none")]).toEqual([
      ["a"],
      ["b", "c"],
      [],
    ]);
    expect(
      chosenOf(
        { mainUuid: "a", lineUuids: ["b", "c"], lines: [{ lineUuid: "d" }, { lineUuid: null }] },
        "lines[].lineUuid",
      ),
    ).toEqual(["d"]);
    expect([
      chosenOf({ lineUuids: ["b", "c"] }, "lineUuids"),
      chosenOf({ mainUuid: null }, "mainUuid"),
      chosenOf(null, "mainUuid"),
    ]).toEqual([["b", "c"], [], []]);
  });
});
