import { expect } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { builtScreen } from "../call";

const path = "/line/line-classify";

builtScreen(path, {
  heading: "线路分类",
  shows: demoNames.lines.circular,
  async change(person) {
    const { lineUuid } = await db()
      .selectFrom("line")
      .select("lineUuid")
      .where("lineName", "=", demoNames.lines.first)
      .where("deletedAt", "is", null)
      .executeTakeFirstOrThrow();
    const saved = await (await person.get(`${path}/new?lineUuid=${lineUuid}`)).submit({ classifyName: "规格区间" });
    expect((await saved.follow()).text).toContain(`已保存线路分类 ${demoNames.lines.first} 规格区间`);
    expect((await person.get(`${path}?keyword=${encodeURIComponent("规格区间")}`)).$("tbody").text()).toContain(
      demoNames.lines.first,
    );
  },
});
