// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { find, openPage, type } from "../../../../tests/kit/open-page";
import { stepChoice } from "./stepped-choice.client";

const groups = { 东区: ["东站", "东门"], 西区: ["西站", "西门"] };

function open(chosen?: string) {
  const select = (name: string, more: object) => (
    <label>
      {name}
      <span>
        <select name={name} defaultValue={chosen ?? ""} {...more}>
          <option value="">请选择</option>
          {Object.entries(groups).map(([label, ones]) => (
            <optgroup key={label} label={label}>
              {ones.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </span>
    </label>
  );
  openPage(
    <form>
      {select("from", {})}
      {select("to", { "data-steps": "区域", "data-follows": "from" })}
    </form>,
  );
  stepChoice(to());
}
const from = () => find<HTMLSelectElement>("[name=from]");
const to = () => find<HTMLSelectElement>("[name=to]");
const step = () => find<HTMLSelectElement>("[data-step] select");
const shown = () => [...to().querySelectorAll("optgroup")].filter(({ hidden }) => !hidden).map(({ label }) => label);

describe("a choice in two steps", () => {
  it("offers the chosen group only, and all of them again", () => {
    open();
    expect([[...step().options].map(({ text }) => text), shown()]).toEqual([
      ["全部区域", "东区", "西区"],
      ["东区", "西区"],
    ]);
    type(step(), "西区");
    expect(shown()).toEqual(["西区"]);
    type(step(), "");
    expect(shown()).toEqual(["东区", "西区"]);
  });

  it("begins with the group of what is chosen", () => {
    open("西门");
    expect([step().value, to().value, shown()]).toEqual(["西区", "西门", ["西区"]]);
  });

  it("lets go of what is chosen where it is not in the group, and keeps it where it is", () => {
    open();
    type(to(), "西门");
    type(step(), "西区");
    expect(to().value).toBe("西门");
    type(step(), "东区");
    expect(to().value).toBe("");
  });

  it("goes with the group of the choice that it follows", () => {
    open();
    type(from(), "东门");
    expect([step().value, shown()]).toEqual(["东区", ["东区"]]);
    type(from(), "");
    expect(shown()).toEqual(["东区", "西区"]);
  });

  it("goes with what was typed before and is given back to the whole form", () => {
    open();
    to().value = "西站";
    find("[name=from]").dispatchEvent(new Event("input", { bubbles: true }));
    expect(step().value).toBe("");
    find("form").dispatchEvent(new Event("input", { bubbles: true }));
    expect([step().value, to().value]).toEqual(["西区", "西站"]);
  });
});
