import { expect } from "vitest";
import { addDays } from "~/kit/ground/time/days";
import { demoNames } from "~/seed/demo-city";
import { builtScreen } from "../call";
import { lineNamed } from "../../kit/line-named";
import { day } from "../../kit/days";

const lineAt = async (lineName: string) => `/line/line-management/${await lineNamed(lineName)}`;

builtScreen("/line/line-management/:lineUuid/versions", {
  at: async () => `${await lineAt(demoNames.lines.withPlan)}/versions`,
  heading: `${demoNames.lines.withPlan}：线路版本`,
  shows: new RegExp(`${demoNames.plannedFrom} 起.*待生效.*${demoNames.validFrom} 起.*生效中`, "s"),
  async change(person) {
    const at = await lineAt(demoNames.lines.withPlan);
    const plannedFor = day(7);
    const draft = await (
      await (await person.get(`${at}/versions/plan`)).submit({ plannedFor, reason: "下周改线" })
    ).follow();
    expect(draft.text).toContain(`正在查看计划 ${plannedFor} 生效的草稿`);
    expect((await person.get(`${at}/versions`)).$("tbody").text()).toMatch(
      new RegExp(`计划 ${plannedFor} 生效的草稿.*下周改线`, "s"),
    );
    expect(
      (
        await (
          await (
            await person.get(`${at}/publish?version=${new URL(draft.url, "http://x").searchParams.get("version")}`)
          ).submit()
        ).follow()
      ).text,
    ).toContain(`草稿将于 ${plannedFor} 起生效`);
    expect((await person.get(`${at}/versions`)).$("tbody").text()).toContain(
      `至 ${addDays(demoNames.plannedFrom, -1)}`,
    );
  },
});
