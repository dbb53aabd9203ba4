import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { z } from "zod";
import { outside } from "~/kit/data/access/outside";
import { defineTable } from "./define-table";
import { Pager } from "./pager";
import { readState } from "./state";
import { TableView } from "./table-view";

const table = defineTable<{ key: string; name: string; bays: number }>()({
  columns: [
    { id: "name", header: "名称", sortable: true },
    { id: "bays", header: "车位", align: "right" },
  ],
  filters: z.object({}),
  filterFields: [],
  sortBy: "name",
  rowKey: (row) => row.key,
});
const state = readState(table, new URL("http://localhost/?page=2"));

it("is a table with sort links, ticks and titles of long texts", () => {
  const rows = [{ key: "k1", name: "一个名字很长很长的公交枢纽场站", bays: 0 }];
  const html = renderToString(
    <TableView table={table} state={state} rows={rows} caption="场站" tickForm="ticked" empty="无" />,
  );
  expect(html).toContain('aria-sort="ascending"');
  expect(html).toContain('href="?sort=-name"');
  expect(html).toContain('<input type="checkbox" name="ids" form="ticked" aria-label="选择此行" value="k1"/>');
  expect(html).toContain('title="一个名字很长很长的公交枢纽场站"');
  expect(html).toMatch(/>0<\/td>/);
});

it("says in short what lies outside one's organisations where the column is narrow, with the whole words as title", () => {
  const narrow = defineTable<{ key: string; name: string; at: string }>()({
    ...table,
    columns: [
      { id: "name", header: "司机", width: 92 },
      { id: "at", header: "场站", width: 200 },
    ],
    rowKey: (row) => row.key,
  });
  const rows = [{ key: "k1", name: outside, at: outside }];
  const html = renderToString(<TableView table={narrow} state={state} rows={rows} caption="车辆" empty="无" />);
  expect(html).toMatch(/title="（您的机构范围以外）">（范围外）<\/td><td[^>]*>（您的机构范围以外）<\/td>/);
});

it("leaves out hidden columns until they are chosen, never the first, and shows moments in the operator's zone", () => {
  const timed = defineTable<{ key: string; name: string; at: string }>()({
    ...table,
    columns: [
      { id: "name", header: "名称" },
      { id: "at", header: "时间", kind: "time", hidden: true },
    ],
    rowKey: (row) => row.key,
  });
  const rows = [{ key: "k1", name: "东门", at: "2026-05-01T00:30:00Z" }];
  const html = (chosen: string[] | null) =>
    renderToString(<TableView table={timed} state={state} rows={rows} chosen={chosen} caption="场站" empty="无" />);
  expect(html(null)).not.toContain("时间");
  expect(html(["at"])).toContain("东门");
  expect(html(["at"])).toContain("2026-05-01 08:30");
});

it("says in words that there is nothing, over the columns that a narrow list keeps", () => {
  expect(
    renderToString(<TableView table={table} state={state} rows={[]} caption="场站" empty="还没有记录" />),
  ).toContain('<td colSpan="2">还没有记录</td>');
  const wide = defineTable<{ key: string }>()({
    ...table,
    columns: [
      { id: "key", header: "编号" },
      { id: "lng", header: "经度", aside: true, cell: () => "116" },
    ],
    rowKey: (row) => row.key,
  });
  expect(
    renderToString(<TableView table={wide} state={state} rows={[]} caption="场站" empty="还没有记录" />),
  ).toContain('<td colSpan="1">还没有记录</td>');
});

it("pages forth and back", () => {
  const html = renderToString(<Pager table={table} state={state} total={120} />);
  expect(html).toMatch(/<a href="\?" rel="prev"/);
  expect(html).toMatch(/<a href="\?page=3" rel="next"/);
  expect(html).toContain('aria-current="page"');
  expect(renderToString(<Pager table={table} state={state} total={{ atLeast: 10_000 }} />)).toMatch(
    /10,000(<!-- -->)?\+ 条(<!-- -->)?<a href="\?page=2&amp;count=exact"/,
  );
});

it("gives a state its sign under every header of states, how far it is left out of account, and no other word", () => {
  const shown = (header: string, words: string) => {
    const stated = defineTable<{ key: string }>()({
      ...table,
      columns: [
        { id: "key", header: "编号" },
        { id: "said", header, cell: () => words },
      ],
      rowKey: (row) => row.key,
    });
    return renderToString(<TableView table={stated} state={state} rows={[{ key: "k1" }]} caption="批次" empty="无" />);
  };
  expect(shown("状态", "正在导入 40%")).toContain('<span class="state busy">正在导入 40%</span>');
  expect(shown("文件状态", "草稿")).toContain('<span class="state warn">草稿</span>');
  expect(shown("状态", "第三种")).not.toContain("state ");
  expect(shown("备注", "草稿")).not.toContain("state ");
});

const wide = defineTable<{ key: string }>()({
  ...table,
  columns: [
    { id: "key", header: "编号", width: 100 },
    { id: "lng", header: "经度", width: 90, aside: true, cell: () => "116" },
  ],
  rowKey: (row) => row.key,
});

it("needs less room without the columns that a narrow list leaves out", () => {
  const html = renderToString(
    <TableView table={wide} state={state} rows={[{ key: "k1" }]} caption="场站" empty="无" />,
  );
  expect(html).toContain("--least:190px;--least-narrow:100px");
  expect(html.match(/aside/g)).toHaveLength(3);
});

it("shows what a person chose also where the list is narrow", () => {
  const html = renderToString(
    <TableView table={wide} state={state} rows={[{ key: "k1" }]} chosen={["lng"]} caption="场站" empty="无" />,
  );
  expect(html).toContain("--least:190px;--least-narrow:190px");
  expect(html).not.toMatch(/aside/);
});

it("numbers the levels of an order that a person chose, not of the list's own", () => {
  const own = defineTable<{ key: string; name: string; bays: number }>()({
    ...table,
    columns: [
      { id: "name", header: "名称", sortable: true },
      { id: "bays", header: "车位", sortable: true },
    ],
    sortBy: "bays,name",
  });
  const numbers = (query: string) =>
    renderToString(
      <TableView
        table={own}
        state={readState(own, new URL(`http://localhost/${query}`))}
        rows={[]}
        caption="场站"
        empty="无"
      />,
    ).match(/第 \d 级排序/g);
  expect([numbers(""), numbers("?sort=name,bays")?.length]).toEqual([null, 4]);
});

it("has a link to each row's edit where rows may be edited", () => {
  const rows = [{ key: "k1", name: "东门", bays: 0 }];
  const html = (editUnder?: string) =>
    renderToString(
      <TableView table={table} state={state} rows={rows} caption="场站" editUnder={editUnder} empty="无" />,
    );
  expect(html("/parking")).toContain('<a href="/parking/k1/edit">编辑</a>');
  expect(html()).not.toContain("操作");
});

it("shows rows alike, whether React is needed for one of their cells or not", () => {
  const Mark = ({ text }: { text: string }) => <b>{text}</b>;
  const marked = (cell: (row: { key: string }) => React.ReactNode) =>
    defineTable<{ key: string }>()({
      ...table,
      columns: [{ id: "key", header: "编号", cell }],
      rowKey: (row) => row.key,
    });
  const html = (cell: (row: { key: string }) => React.ReactNode) =>
    renderToString(
      <TableView
        table={marked(cell)}
        state={state}
        rows={[{ key: `<&"'` }, { key: "k2" }]}
        caption="场站"
        tickForm="ticked"
        empty="无"
      />,
    );
  expect(html((row) => <Mark text={row.key} />)).toBe(html((row) => <b>{row.key}</b>));
});
