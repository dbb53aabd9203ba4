import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineTable } from "./define-table";
import { hrefFor, isSorted, keptParams, levelSort, nextSort, queryOf } from "./hrefs";
import { pageNumbers } from "./pages";
import { readState } from "./state";

interface Row {
  id: string;
  name: string;
  bays: number;
}

const table = defineTable<Row>()({
  columns: [
    { id: "name", header: "名称", sortable: true },
    { id: "bays", header: "车位", sortable: true, align: "right" },
    { id: "actions", header: "操作", cell: () => null },
  ],
  filters: z.object({
    name: z.string().trim().max(8).optional(),
    bays: z.number().min(1).optional(),
    kind: z.enum(["1", "2"]).optional(),
    orgs: z.array(z.string()).optional(),
  }),
  filterFields: [{ name: "name", label: "名称" }],
  sortBy: "-bays,name",
  rowKey: (row) => row.id,
});

const read = (query: string) => readState(table, new URL(`http://localhost/depots${query}`));

describe("readState", () => {
  it("has the declared defaults", () => {
    expect(read("")).toEqual({
      page: 1,
      size: 50,
      sort: [
        { id: "bays", desc: true },
        { id: "name", desc: false },
      ],
      filters: {},
      asked: {},
      ignored: [],
    });
  });

  it("takes declared columns and filters only", () => {
    const state = read("?sort=-name,secret,actions,name&name=+x+&drop=table&page=3&size=100&bays=12&orgs=a");
    expect(state.sort).toEqual([{ id: "name", desc: true }]);
    expect(state.filters).toEqual({ name: "x", bays: 12, orgs: ["a"] });
    expect(state).toMatchObject({ page: 3, size: 100 });
    expect(state.asked).not.toHaveProperty("drop");
  });

  it.each(["?page=-1", "?page=1e9", "?page=abc", "?page=", "?page=1.5", "?size=7", "?size=1000000", "?sort=,,-"])(
    "falls back on %s",
    (query) => {
      expect(read(query)).toMatchObject({ page: 1, size: 50, sort: [{ id: "bays" }, { id: "name" }] });
    },
  );

  it("leaves out a filter that breaks its rule, and says why", () => {
    const state = read("?bays=many&kind=9&name=");
    expect(state.filters).toEqual({});
    expect(state.ignored).toEqual([
      { name: "bays", message: "请输入数字" },
      { name: "kind", message: "请从列表中选择" },
    ]);
    expect(state.asked).toEqual({ bays: "many", kind: "9" });
  });
});

describe("hrefs", () => {
  it("keep all else and leave out what is default", () => {
    const state = read("?name=东 站&orgs=a&orgs=b&page=4&size=20&sort=name");
    expect(decodeURIComponent(hrefFor(table, state, { page: 5 }))).toBe(
      "?name=东+站&orgs=a&orgs=b&sort=name&size=20&page=5",
    );
    expect(hrefFor(table, read(""), { page: 1 })).toBe("?");
    expect(keptParams(table, state, "name")).toEqual([
      ["orgs", "a"],
      ["orgs", "b"],
      ["sort", "name"],
      ["size", "20"],
    ]);
  });

  it("turn a column's order around", () => {
    expect(nextSort(table, read(""), "name")).toEqual([{ id: "name", desc: false }]);
    expect(nextSort(table, read("?sort=name"), "name")).toEqual([{ id: "name", desc: true }]);
    expect(nextSort(table, read("?sort=-name"), "name")).toEqual([]);
  });
});

describe("an order of several columns", () => {
  it("takes a column on as its last level, turns it around and lets it go", () => {
    const one = read("?sort=name");
    expect(levelSort(one, "bays")).toEqual([
      { id: "name", desc: false },
      { id: "bays", desc: false },
    ]);
    expect(levelSort(read("?sort=name,bays"), "bays")).toEqual([
      { id: "name", desc: false },
      { id: "bays", desc: true },
    ]);
    expect(levelSort(read("?sort=name,-bays"), "bays")).toEqual([{ id: "name", desc: false }]);
  });

  it("is told from the list's own, and goes with the filters but not with page, size and count", () => {
    expect([isSorted(table, read("")), isSorted(table, read("?sort=name,bays"))]).toEqual([false, true]);
    expect(queryOf(table, read("?bays=3&sort=name,bays&page=3&size=20&count=exact"))).toBe("bays=3&sort=name%2Cbays");
    expect(hrefFor(table, read("?count=exact"), { page: 2 })).toBe("?page=2&count=exact");
  });
});

it("offers the pages around the one shown", () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(7, 400)).toEqual([1, 0, 5, 6, 7, 8, 9, 0, 400]);
});
