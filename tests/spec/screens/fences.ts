import { expect } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { builtScreen } from "../call";
import { orgNamed } from "../../kit/organisations";

const path = "/electronic-fence/electronic-fence-management";

builtScreen(path, {
  heading: "电子围栏管理",
  shows: "人民广场限速区",
  async change(person) {
    const orgId = await orgNamed("一车队");
    const saved = await (
      await person.get(`${path}/new`)
    ).submit({
      fenceNum: "SPEC1",
      fenceName: "规格围栏",
      orgId,
      shape: "1",
      lng: "116.38",
      lat: "39.87",
      radius: "120",
      ruleType: "30",
      limitSpeed: "25",
    });
    expect((await saved.follow()).text).toMatch(/已保存电子围栏 规格围栏.*半径 120米.*限速 25 公里\/时/);
    const list = await person.get(`${path}?lng=116.3801&lat=39.8701`);
    expect(list.$("tbody").text()).toMatch(/规格围栏.*启用/s);
    expect(list.$("select[name=enabled] option").text()).toContain("停用");
    expect(list.$("details svg").text()).toContain("规格围栏");
  },
});

builtScreen("/electronic-fence/waiting-area", {
  heading: "待车区",
  shows: "城东待车区",
  async change(person) {
    const { fenceUuid } = await db()
      .selectFrom("fence")
      .select("fenceUuid")
      .where("fenceNum", "=", "WL02")
      .executeTakeFirstOrThrow();
    const form = await person.get("/electronic-fence/waiting-area/new");
    const saved = await form.submit({
      waitName: "规格待车区",
      fenceUuid,
      capacity: "12",
      coords: "116.4322,39.8732\n116.4332,39.8732\n116.4332,39.8738",
    });
    expect((await saved.follow()).text).toMatch(/已保存待车区 规格待车区.*12 个.*3 个点/);
    expect((await person.get("/electronic-fence/waiting-area?keyword=ggdcq")).$("tbody").text()).toContain(
      "规格待车区",
    );
  },
});
