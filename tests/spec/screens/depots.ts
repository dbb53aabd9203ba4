import { expect } from "vitest";
import { fleetNames } from "~/seed/demo-fleet";
import { builtScreen } from "../call";
import { orgNamed } from "../../kit/organisations";

const path = "/parking/parking-management";

builtScreen(path, {
  heading: "场站管理",
  shows: fleetNames.depots.east.parkingName,
  async change(person) {
    const orgId = await orgNamed("一车队");
    const outline = "116.3800,39.8700\n116.3810,39.8700\n116.3810,39.8710";
    const saved = await (
      await person.get(`${path}/new`)
    ).submit({ parkingNum: "SPEC1", parkingName: "规格场站", orgId, outline });
    const page = await saved.follow();
    expect(page.text).toContain("已保存场站 规格场站");
    expect(page.text).toMatch(/3 个点，面积 4,7\d\d m²/);
    expect((await person.get(`${path}?keyword=ggcz`)).$("tbody").text()).toContain("规格场站");
  },
});
