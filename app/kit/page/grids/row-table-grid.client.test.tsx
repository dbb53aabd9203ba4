// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { find, openPage, type, until, watchSends } from "../../../../tests/kit/open-page";
import { RowTable, type RowTableProps } from "~/kit/page/forms/row-table";
import { mountIsland } from "~/kit/page/islands/mount";
import RowTableGrid from "./row-table-grid.island";

const given: RowTableProps = {
  list: "parts",
  unit: "段",
  caption: "分段",
  columns: [
    { name: "content", label: "内容", kind: "text", width: 200 },
    { name: "kind", label: "类型", kind: "choice", width: 80, choices: [{ value: "1", label: "语音" }] },
    { name: "loud", label: "大声", kind: "check", width: 40 },
  ],
  rows: [
    { content: "甲", kind: "1", loud: "on" },
    { content: "乙", kind: "1", loud: "on" },
    { content: "丙", kind: "1" },
  ],
  most: 4,
  fresh: { kind: "1" },
  wrong: {},
  empty: "还没有分段",
  add: "加一段",
};

async function open(more: Partial<RowTableProps> = {}, before = () => {}) {
  const props = { ...given, ...more };
  openPage(
    <form method="post" action="/clips/new">
      <RowTable {...props} />
      <button name="do" value="save">
        保存
      </button>
    </form>,
  );
  before();
  let failed: unknown;
  mountIsland(find("[data-island]"), RowTableGrid as never, (error) => (failed = error));
  await until(() => {
    if (failed) throw failed;
    expect(document.querySelector("[data-row]:last-child [data-verb], [data-island] > div > p")).not.toBeNull();
    expect(document.querySelector("caption")).toBeNull();
  });
}
const data = () => [...new FormData(find<HTMLFormElement>("form"))].filter(([name]) => name.startsWith("parts["));
/** What would be saved, a row a text. */
const rows = () => {
  const found: Record<string, string>[] = [];
  for (const [name, value] of data()) {
    const [, at, field] = /\[(\d+)\]\.(\w+)/.exec(name)!;
    (found[Number(at)] ??= {})[field!] = value as string;
  }
  return found.map(({ content, kind, loud }) => `${content} ${kind}${loud ? "!" : ""}`);
};
const become = (wanted: string[]) => until(() => expect(rows()).toEqual(wanted));
const labelled = <E extends HTMLElement = HTMLButtonElement>(label: string) => find<E>(`[aria-label='${label}']`);
const focusComesTo = (label: string) =>
  until(() => expect(document.activeElement?.getAttribute("aria-label")).toBe(label));
/** What React does in its own time is done. */
const drawn = () => new Promise((resolve) => setTimeout(resolve, 20));

it("rows keep what was typed, chosen and unticked before their grid stood", async () => {
  await open({}, () => {
    find<HTMLInputElement>("[name='parts[1].content']").value = "刚刚";
    find<HTMLInputElement>("[name='parts[0].loud']").checked = false;
    find<HTMLInputElement>("[name='parts[2].loud']").checked = true;
  });
  await become(["甲 1", "刚刚 1!", "丙 1!"]);
});

it("a row moves with all that was typed into it, and its button keeps the focus", async () => {
  await open();
  type(labelled<HTMLInputElement>("第 3 段的内容"), "丙二");
  await become(["甲 1!", "乙 1!", "丙二 1"]);
  labelled("上移 第 3 段").click();
  await become(["甲 1!", "丙二 1", "乙 1!"]);
  await focusComesTo("上移 第 2 段");
  labelled("上移 第 2 段").click();
  await become(["丙二 1", "甲 1!", "乙 1!"]);
  await focusComesTo("下移 第 1 段");
  expect([labelled("上移 第 1 段").disabled, labelled("下移 第 3 段").disabled]).toEqual([true, true]);
  labelled("下移 第 1 段").click();
  await become(["甲 1!", "丙二 1", "乙 1!"]);
  type(labelled<HTMLInputElement>("第 2 段的内容"), "丙三");
  await become(["甲 1!", "丙三 1", "乙 1!"]);
});

it("a row is taken out, the others keep theirs, and the next one has the focus", async () => {
  await open();
  labelled("移除 第 2 段").click();
  await become(["甲 1!", "丙 1"]);
  await focusComesTo("移除 第 2 段");
  labelled("移除 第 2 段").click();
  await become(["甲 1!"]);
  await focusComesTo("移除 第 1 段");
});

it("rows are added in place, with what a new one begins with, to as many as are allowed", async () => {
  await open({ most: 5 });
  const sent = watchSends();
  const add = find("[value='add:1:parts']");
  add.click();
  await become(["甲 1!", "乙 1!", "丙 1", " 1"]);
  await focusComesTo("第 4 段的内容");
  add.click();
  await become(["甲 1!", "乙 1!", "丙 1", " 1", " 1"]);
  await focusComesTo("第 5 段的内容");
  type(labelled<HTMLInputElement>("第 5 段的内容"), "戊");
  const all = ["甲 1!", "乙 1!", "丙 1", " 1", "戊 1"];
  await become(all);
  add.click();
  await drawn();
  type(labelled<HTMLInputElement>("第 5 段的内容"), "己");
  await become(all.with(4, "己 1"));
  expect(sent).toEqual([]);
  find("[value=save]").click();
  expect(sent.map(({ button }) => button)).toEqual(["save"]);
});

it("another list's button is left to the form", async () => {
  await open();
  const sent = watchSends();
  find("form").insertAdjacentHTML("beforeend", '<button name="do" value="add:1:others">');
  find("[value='add:1:others']").click();
  expect([sent.length, rows().length]).toEqual([1, 3]);
});

it("a row is dragged to where it is dropped", async () => {
  await open();
  const event = (kind: string, target: Element) =>
    target.dispatchEvent(Object.assign(new Event(kind, { bubbles: true }), { dataTransfer: { setDragImage() {} } }));
  const drag = async (from: number, to: number) => {
    const row = (serial: number) => labelled(`上移 第 ${serial} 段`).closest("tr")!;
    event("dragstart", labelled(`拖动 第 ${from} 段`));
    await drawn();
    event("dragenter", row(to));
    await drawn();
    event("dragend", labelled(`拖动 第 ${from} 段`));
  };
  await drag(1, 3);
  await become(["乙 1!", "丙 1", "甲 1!"]);
  await drag(3, 2);
  await become(["乙 1!", "甲 1!", "丙 1"]);
});

it("ticks and choices are sent as they stand", async () => {
  await open();
  labelled("第 1 段的大声").click();
  labelled("第 3 段的大声").click();
  await become(["甲 1", "乙 1!", "丙 1!"]);
  type(labelled<HTMLSelectElement & HTMLButtonElement>("第 2 段的类型") as unknown as HTMLSelectElement, "");
  await become(["甲 1", "乙 !", "丙 1!"]);
});

it("choices are those that the search beside the rows has found", async () => {
  const offered = { choices: [{ value: "1", label: "语音" }], keyword: "", found: 1, all: false };
  await open({ finds: { field: "parts[].kind", label: "类型", placeholder: "", offered } });
  const options = () =>
    [...(labelled("第 1 段的类型") as unknown as HTMLSelectElement).options].map(({ text }) => text);
  await until(() => expect(options()).toEqual(["请选择", "语音"]));
  find("[data-choices]").dataset.choices = JSON.stringify([{ value: "9", label: "音乐" }]);
  find("form").dispatchEvent(new Event("found"));
  await until(() => expect(options()).toEqual(["请选择", "（已不可选）", "音乐"]));
  await become(["甲 1!", "乙 1!", "丙 1"]);
});
