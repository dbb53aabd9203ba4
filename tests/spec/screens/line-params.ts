import { expect } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { builtScreen } from "../call";

const lines = "/line/line-management";
const paramsOf = async () =>
  `${lines}/${(await db().selectFrom("line").select("lineUuid").where("lineName", "=", demoNames.lines.circular).where("deletedAt", "is", null).executeTakeFirstOrThrow()).lineUuid}/params`;

builtScreen(`${lines}/:lineUuid/params`, {
  at: paramsOf,
  heading: demoNames.lines.circular,
  shows: /整条线路.*主方案/,
  async change(person) {
    const saved = await (await person.get(`${await paramsOf()}/line`)).submit({ speedLimit: "40" });
    expect((await saved.follow()).text).toMatch(/整条线路.*40 公里\/时/);
    const draft = await (await (await person.get(`${await paramsOf()}/version`)).submit({ speedLimit: "35" })).follow();
    expect(draft.text).toMatch(/草稿.*35 公里\/时/);
  },
});
