// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { giveMapsRoom } from "../../../../tests/kit/open-map";
import { find, openPage, press, type, until } from "../../../../tests/kit/open-page";
import { Island } from "~/kit/page/islands/island";
import { mountIsland } from "~/kit/page/islands/mount";
import { CellGrid } from "./cell-grid.island";
import { holdCells } from "./held-cells";
import { useIslandHost } from "~/kit/page/islands/host";
import { useState } from "react";

giveMapsRoom();

const names = ["code", "name", "note"];
const fieldOf = (row: number, column: string) => `cell.${row}.${column}`;
const given = Object.fromEntries(
  [2, 3, 4].flatMap((row) => names.map((name) => [fieldOf(row, name), `${name}${row}`])),
);

function Sheet() {
  const host = useIslandHost();
  const [held] = useState(() => holdCells(given, host?.typed ?? {}));
  return (
    <CellGrid
      label="有错误的行"
      columns={names.map((name) => ({ name, header: name, offered: name === "note" ? ["甲", "乙"] : undefined }))}
      rows={[2, 3, 4].map((id) => ({ id, title: `第 ${id} 行`, lead: id, faults: {}, note: "" }))}
      leadHeader="行"
      noteHeader="错误"
      held={held}
      fieldOf={fieldOf}
    />
  );
}

async function open(before = () => {}) {
  openPage(
    <form method="post">
      <Island name="correctionGrid" props={{}}>
        <input name="cell.2.code" defaultValue="code2" />
        <input name="cell.9.gone" defaultValue="no cell of these" />
      </Island>
    </form>,
  );
  before();
  mountIsland(find("[data-island]"), Sheet as never, (error) => {
    throw error;
  });
  await until(() => cell(2, 2));
}
const cell = (row: number, column: number) => find<HTMLInputElement>(`[data-place="${row} ${column}"]`);
const sent = () =>
  Object.fromEntries([...new FormData(find<HTMLFormElement>("form"))].filter(([name]) => name.startsWith("cell.")));
const become = (wanted: Record<string, string>) => until(() => expect(sent()).toEqual(wanted));
function paste(target: Element, text: string) {
  const event = new Event("paste", { bubbles: true, cancelable: true });
  target.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }));
  return event.defaultPrevented;
}

describe("cells to type into", () => {
  beforeEach(() => open());

  it("send what differs from what was given, and nothing else", async () => {
    expect(sent()).toEqual({});
    type(cell(0, 1), "新名");
    await become({ "cell.2.name": "新名" });
    type(cell(2, 0), "");
    await become({ "cell.2.name": "新名", "cell.4.code": "" });
    type(cell(0, 1), "name2");
    await become({ "cell.4.code": "" });
  });

  it("get back what was given by Escape, each its own", async () => {
    type(cell(0, 1), "新名");
    type(cell(1, 1), "另名");
    await become({ "cell.2.name": "新名", "cell.3.name": "另名" });
    press(cell(0, 1), "Escape");
    await become({ "cell.3.name": "另名" });
    await until(() => expect(cell(0, 1).value).toBe("name2"));
  });

  it("take a pasted block from the one that has the focus on, and say what does not fit", async () => {
    expect(paste(cell(1, 1), "甲\t乙\n丙\t丁\n戊\t己\n")).toBe(true);
    await become({ "cell.3.name": "甲", "cell.3.note": "乙", "cell.4.name": "丙", "cell.4.note": "丁" });
    await until(() =>
      expect(find("[role=status]").textContent).toBe("已填入 4 个单元格；表格到此为止，有 2 个没有填入"),
    );
    expect(paste(cell(0, 2), "甲\t乙")).toBe(true);
    await until(() => expect(sent()["cell.2.note"]).toBe("甲"));
  });

  it("leave a single pasted text to the browser", async () => {
    expect(paste(cell(0, 0), "甲")).toBe(false);
    expect(paste(cell(0, 0), "甲\n")).toBe(false);
    expect(sent()).toEqual({});
  });

  it("are walked with Enter and the arrows, as far as there are any", () => {
    const from = (row: number, column: number, key: string, more?: KeyboardEventInit, select = true) => {
      cell(row, column).focus();
      if (select) cell(row, column).select();
      const taken = press(cell(row, column), key, more).defaultPrevented;
      return `${taken ? "" : "not "}${(document.activeElement as HTMLElement).dataset.place}`;
    };
    expect(from(0, 1, "Enter")).toBe("1 1");
    expect(from(1, 1, "Enter", { shiftKey: true })).toBe("0 1");
    expect(from(2, 1, "Enter")).toBe("2 1");
    expect(from(0, 1, "ArrowDown")).toBe("1 1");
    expect(from(1, 1, "ArrowUp")).toBe("0 1");
    expect(from(0, 1, "ArrowLeft")).toBe("0 0");
    expect(from(0, 1, "ArrowRight")).toBe("0 2");
    expect(from(0, 1, "ArrowDown", { shiftKey: true })).toBe("not 0 1");
    expect(from(0, 1, "ArrowDown", { ctrlKey: true })).toBe("not 0 1");
    cell(0, 1).setSelectionRange(2, 2);
    expect(from(0, 1, "ArrowLeft", {}, false)).toBe("not 0 1");
    expect(from(0, 1, "Enter", { isComposing: true })).toBe("not 0 1");
  });
});

it("cells hold what was typed before their grid stood", async () => {
  await open(() => (find<HTMLInputElement>("[name='cell.2.code']").value = "刚刚"));
  await become({ "cell.2.code": "刚刚" });
  expect(cell(0, 0).value).toBe("刚刚");
});
