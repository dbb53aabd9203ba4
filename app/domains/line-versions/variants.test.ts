import { beforeAll, describe, expect, it } from "vitest";
import { today } from "~/kit/ground/time/today.server";
import { demoVisitor } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { lineUrl } from "~/domains/lines/urls";
import { lineWithDraft, publishOn, saveStations, secondaryVariant, someStations } from "./line.sample";

describe("the pages of a line for one of its variants", () => {
  let admin: Visitor;
  let stations: Awaited<ReturnType<typeof someStations>>;
  beforeAll(async () => {
    admin = await demoVisitor("admin");
    stations = await someStations(5);
  });

  it("show and change the variant that the address names, and keep it in their links", async () => {
    const { lineUuid } = await lineWithDraft(stations.slice(0, 2));
    const short = await secondaryVariant(lineUuid, "高峰区间");
    const { versionUuid } = await saveStations(admin, { classifySid: short }, stations.slice(2, 5));
    const url = lineUrl({ lineUuid });
    const primary = await admin.get(url);
    expect(primary.$("tbody").text()).toContain(stations[0]!.staName);
    const shown = await admin.get(primary.$("nav[aria-label=线路分类] a").eq(1).attr("href")!.replace(/^/, url));
    expect(shown.$("tr[data-station-serial]").text()).toContain(stations[4]!.staName);
    expect(shown.$("nav[aria-label=方向] a").eq(1).attr("href")).toContain(`classify=${short}`);
    const editor = await admin.get(shown.$("a:contains(编辑站点)").attr("href")!);
    expect(editor.text).toContain("高峰区间");
    const saved = await (await editor.submit({}, { press: '[value="remove:2"]' })).submit({}, { press: "保存到草稿" });
    expect(saved.location).toContain(`classify=${short}&version=${versionUuid}`);
    expect((await admin.get(saved.location!)).$("tr[data-station-serial]").length).toBe(2);
    for (const page of ["match", "publish", "discard", "drawing"])
      expect([page, (await admin.get(`${url}/${page}?classify=${short}`)).status]).toEqual([page, 200]);
    await publishOn(await admin.get(`${url}/publish?classify=${short}`), { validFrom: today() });
    expect((await admin.get(`${url}?classify=${short}`)).text).toContain("生效中");
    expect((await admin.get(url)).$("tbody").text()).toContain("草稿");
    expect((await admin.get(`${url}?classify=${"0".repeat(32)}`)).status).toBe(404);
    const other = await lineWithDraft(stations.slice(0, 2));
    expect((await admin.get(`${lineUrl(other)}?classify=${short}`)).status).toBe(404);
  });
});
