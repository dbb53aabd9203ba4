import { expect } from "vitest";
import { fleetNames } from "~/seed/demo-fleet";
import { builtScreen } from "../call";

builtScreen("/model/bus-model", {
  heading: "车辆型号管理",
  shows: fleetNames.busModels.electric,
  async change(person) {
    const saved = await (
      await person.get("/model/bus-model/new")
    ).submit({ modelNum: "GG-8", modelName: "规格客车", seats: "30", approved: "70" });
    expect((await saved.follow()).text).toContain("已保存车辆型号 GG-8");
    expect((await person.get("/model/bus-model?keyword=ggkc")).$("tbody").text()).toContain("规格客车");
  },
});

builtScreen("/model/device-model", {
  heading: "设备型号管理",
  shows: fleetNames.deviceModels.terminal,
  async change(person) {
    const saved = await (
      await person.get("/model/device-model/new")
    ).submit({ modelNum: "GG-9", modelName: "规格终端", support: ["1", "8"] });
    expect((await saved.follow()).text).toMatch(/已保存设备型号 GG-9.*在线状态、报站/s);
    expect((await person.get("/model/device-model?keyword=ggzd")).$("tbody").text()).toContain("规格终端");
  },
});

builtScreen("/personnel/post-management", {
  heading: "岗位管理",
  shows: fleetNames.posts.dispatcher,
  async change(person) {
    const saved = await (
      await person.get("/personnel/post-management/new")
    ).submit({ postCode: "GG", postName: "规格员", postType: "6" });
    expect((await saved.follow()).text).toContain("已保存岗位 规格员");
    expect((await person.get("/personnel/post-management?postType=6")).$("tbody").text()).toContain("规格员");
  },
});
