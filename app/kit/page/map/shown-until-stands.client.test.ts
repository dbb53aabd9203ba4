// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { shownUntilStands } from "./shown-until-stands";

const nodesOf = (html: string) => {
  const element = document.createElement("div");
  element.innerHTML = html;
  return [...element.childNodes];
};

it("is the picture alone of a page with fields, which stays whole", () => {
  const page = nodesOf('<label>站名<input></label><div><svg data-map-picture=""></svg></div>');
  const shown = shownUntilStands(page);
  expect(shown.map((node) => node.nodeName.toLowerCase())).toEqual(["svg"]);
  expect((page[1] as Element).querySelector("svg")).not.toBeNull();
});

it("is all of a page without a picture", () => {
  const page = nodesOf("<p>正在打开地图</p>");
  expect(shownUntilStands(page)).toEqual(page);
});
