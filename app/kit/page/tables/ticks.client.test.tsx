// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { find, openPage, type, watchSends } from "../../../../tests/kit/open-page";
import { tickWholeBranches } from "../trees/tick-tree.client";
import { tickWholeTables } from "./ticks";

const ticked = () =>
  [...document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")].flatMap(({ checked, value, name }) =>
    checked && name !== "" ? [value] : [],
  );

describe("a list with ticks", () => {
  const open = () => {
    openPage(
      <>
        <form id="filter" action="/buses">
          <input type="hidden" name="page" value="7" />
          <select name="size" data-send="">
            <option>20</option>
            <option>50</option>
          </select>
        </form>
        <form id="ticked" method="post" />
        <input type="checkbox" data-tick-all="ticked" hidden />
        <span>全选</span>
        {["a", "b"].map((id) => (
          <input key={id} type="checkbox" name="ids" value={id} form="ticked" />
        ))}
        <input type="checkbox" name="ids" value="other" form="filter" />
        {["colour", "depot"].map((field) => (
          <p key={field} data-change="">
            <input type="checkbox" name="change" value={field} />
            <input name={field} />
          </p>
        ))}
      </>,
    );
    tickWholeTables();
  };

  it("ticks all of its own rows at once, and none again", () => {
    open();
    expect([find("[data-tick-all]").hidden, document.querySelector("span")]).toEqual([false, null]);
    find("[data-tick-all]").click();
    expect(ticked()).toEqual(["a", "b"]);
    find("[value=a]").click();
    find("[data-tick-all]").click();
    expect(ticked()).toEqual([]);
  });

  it("ticks what is to be changed with the field that is filled in, and lets it be unticked", () => {
    open();
    type(find("[name=depot]"), "东站");
    expect(ticked()).toEqual(["depot"]);
    find("[value=depot]").click();
    expect(ticked()).toEqual([]);
  });

  it("takes another page size at once, from the first page on", () => {
    open();
    const sent = watchSends();
    type(find("[name=colour]"), "红");
    expect(sent).toEqual([]);
    type(find("[name=size]"), "50");
    expect(sent).toHaveLength(1);
    expect(find<HTMLInputElement>("[name=page]").value).toBe("1");
  });
});

describe("a tree of ticks", () => {
  const box = (value: string) => find<HTMLInputElement>(`[value=${value}]`);
  const item = (value: string, children?: JSX.Element, more = {}) => (
    <li>
      <details>
        <summary>
          <input type="checkbox" name="ids" value={value} {...more} />
          <button type="button">全选 {value}</button>
        </summary>
        <ul>{children}</ul>
      </details>
    </li>
  );
  const partly = () =>
    [...document.querySelectorAll<HTMLInputElement>("input")].flatMap(({ indeterminate, value }) =>
      indeterminate ? [value] : [],
    );
  const open = () => {
    openPage(
      <ul id="tree">
        {item(
          "city",
          <>
            {item(
              "east",
              <>
                {item("line1")}
                {item("line2", undefined, { disabled: true })}
              </>,
            )}
            {item("west")}
          </>,
        )}
      </ul>,
    );
    tickWholeBranches(find("#tree"));
  };

  it("brings what stands above a tick, and shows which branches are ticked in part", () => {
    open();
    box("line1").click();
    expect([ticked(), partly()]).toEqual([
      ["city", "east", "line1"],
      ["city", "east"],
    ]);
    box("west").click();
    expect(ticked()).toEqual(["city", "east", "line1", "west"]);
  });

  it("leaves nothing ticked below what is not, and what stands beside it as it was", () => {
    open();
    box("line1").click();
    box("west").click();
    box("east").click();
    expect([ticked(), partly()]).toEqual([["city", "west"], ["city"]]);
    box("city").click();
    expect([ticked(), partly()]).toEqual([[], []]);
  });

  it("ticks a whole branch by its button, but for what may not be ticked, and opens it", () => {
    open();
    box("east").parentElement!.querySelector("button")!.click();
    expect([ticked(), partly()]).toEqual([
      ["city", "east", "line1"],
      ["city", "east"],
    ]);
    expect([...document.querySelectorAll("details")].map((one) => one.open)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
  });
});
