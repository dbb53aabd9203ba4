import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readTicked } from "./read-ticked.server";
import { TickTree } from "./tick-tree";
import { treeChoices, treeMatching, treeOf, treeRows, withParents } from "./tree";
import { TreeTable } from "./tree-table";

const row = (key: string, above: string | null, name = key) => ({ key, above, name, label: name });
const rows = [row("b", "a"), row("a", null, "甲"), row("c", "b"), row("d", ""), row("e", "gone"), row("f", "b")];
const tree = treeOf(rows, { id: "key", pid: "above" });
const shape = (nodes: { id: string; children: typeof nodes }[]): string =>
  nodes.map(({ id, children }) => id + (children.length > 0 ? `(${shape(children)})` : "")).join(" ");

describe("a tree of rows", () => {
  it("nests children in the order of the rows, roots and orphans at the top", () => {
    expect(shape(tree)).toBe("a(b(c f)) d e");
    expect(tree.map(({ id, pId }) => [id, pId])).toEqual([
      ["a", null],
      ["d", null],
      ["e", "gone"],
    ]);
  });

  it("shows every row of a ring once", () => {
    const ring = treeOf([row("x", "z"), row("y", "x"), row("z", "y"), row("below", "y"), row("self", "self")], {
      id: "key",
      pid: "above",
    });
    expect(shape(ring)).toBe("x(y(z below)) self");
    expect(ring[0]!.pId).toBeNull();
  });

  it("becomes choices, each level further in, without a branch that may not be chosen", () => {
    expect(treeChoices(tree, ({ name }) => name).map(({ label }) => label)).toEqual([
      "甲",
      "\u3000b",
      "\u3000\u3000c",
      "\u3000\u3000f",
      "d",
      "e",
    ]);
    expect(treeChoices(tree, ({ name }) => name, "b").map(({ value }) => value)).toEqual(["a", "d", "e"]);
  });

  it("finds nodes with the way to them and what is below them", () => {
    expect(shape(treeMatching(tree, ({ name }) => name === "b"))).toBe("a(b(c f))");
    expect(shape(treeMatching(tree, ({ name }) => name === "f"))).toBe("a(b(f))");
    expect(withParents(tree, ["f", "d", "unknown"])).toEqual(["a", "b", "f", "d"]);
  });
});

describe("a tree's table", () => {
  it("opens and closes its branches without JavaScript, with columns beside the names", () => {
    const html = renderToString(
      <TreeTable
        tree={tree}
        columns={[
          { id: "name", header: "名称" },
          { id: "key", header: "编号", width: 80, align: "right" },
          { id: "used", header: "状态", cell: ({ key }) => (key === "c" ? "已停用" : "启用") },
          { id: "actions", header: "操作", cell: ({ key }) => <a href={`/${key}/edit`}>编辑</a> },
        ]}
        nameOf={({ name }) => name}
        isOpen={(_, level) => level === 0}
        caption="机构"
        current="c"
      />,
    );
    expect(html.match(/<span class="state idle">已停用<\/span>/g)).toHaveLength(1);
    expect(html.match(/<span class="state good">启用<\/span>/g)).toHaveLength(5);
    expect(html.match(/<details/g)).toHaveLength(2);
    expect(html.match(/<details open/g)).toHaveLength(1);
    expect(html).toContain("甲<!-- --> 的下级");
    expect(html).toContain('href="/c/edit"');
    expect(html).toMatch(/id="node-c"><div[^>]* data-current=""/);
  });
});

describe("ticks in a tree", () => {
  const Sent = z.object({ ids: z.array(z.string()).default([]), name: z.string() });
  const read = (fields: [string, string][]) =>
    readTicked(
      new Request("http://localhost/", { method: "POST", body: new URLSearchParams(fields) }),
      Sent,
      "ids",
      tree,
    );

  it("bring their parents, never what is below", async () => {
    expect(
      await read([
        ["ids", "f"],
        ["name", "x"],
      ]),
    ).toMatchObject({ status: "success", value: { ids: ["a", "b", "f"], name: "x" } });
    expect(
      await read([
        ["ids", "b"],
        ["ids", "strange"],
        ["name", "x"],
      ]),
    ).toMatchObject({ value: { ids: ["a", "b"] } });
    expect(await read([["name", "x"]])).toMatchObject({ value: { ids: [] } });
  });

  it("are set for a whole branch by its button, which does not save", async () => {
    const answer = await read([
      ["ids", "d"],
      ["tickBelow", "b"],
      ["name", "typed"],
    ]);
    expect(answer).toMatchObject({
      status: "error",
      reply: { initialValue: { ids: ["a", "b", "c", "f", "d"], name: "typed" }, error: {} },
    });
  });

  it("are plain boxes named as the field", () => {
    const html = renderToString(
      <>
        <TickTree field={{ id: "form-ids", name: "ids", initialValue: ["b"] }} label="资源" tree={tree} whole />
      </>,
    );
    expect(html.match(/<input type="checkbox" name="ids"/g)).toHaveLength(treeRows(tree).length);
    expect(html).toMatch(/checked="" value="b"/);
    expect(html.match(/全选下级<\/button>/g)).toHaveLength(2);
    expect(html).toContain("勾选上级不会同时勾选下级");
  });
});
