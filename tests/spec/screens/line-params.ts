import { expect } from "vitest";
import { demoNames } from "~/seed/demo-city";
import { builtScreen } from "../call";
import { lineNamed } from "../../kit/line-named";

const lines = "/line/line-management";
const paramsOf = async () => `${lines}/${await lineNamed(demoNames.lines.circular)}/params`;

builtScreen(`${lines}/:lineUuid/params`, {
  at: paramsOf,
  heading: demoNames.lines.circular,
  shows: /整条线路.*主分类/,
  async change(person) {
    const saved = await (await person.get(`${await paramsOf()}/line`)).submit({ speedLimit: "40" });
    expect((await saved.follow()).text).toMatch(/整条线路.*40 公里\/时/);
    const draft = await (await (await person.get(`${await paramsOf()}/version`)).submit({ speedLimit: "35" })).follow();
    expect(draft.text).toMatch(/草稿.*35 公里\/时/);
  },
});
