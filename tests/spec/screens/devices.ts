import { expect } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { fleetNames } from "~/seed/demo-fleet";
import { builtScreen } from "../call";

const path = "/device/device-management";

builtScreen(path, {
  heading: "设备管理",
  shows: fleetNames.devices.ofFirstBus,
  async change(person) {
    const { modelUuid } = await db()
      .selectFrom("deviceModel")
      .select("modelUuid")
      .where("modelNum", "=", fleetNames.deviceModels.coinBox)
      .executeTakeFirstOrThrow();
    const page = await (
      await (
        await person.get(`${path}/new`)
      ).submit({ devSelfCode: "GG-7", modelUuid, devType: "3", simPhone: "19900199007" })
    ).follow();
    expect(page.text).toContain("已保存设备 GG-7");
    const bound = await (
      await (await person.get(`${page.url}/bind`)).submit({ bindType: "bus", ownerCode: fleetNames.buses.first })
    ).follow();
    expect(bound.text).toContain("已将设备 GG-7 绑定到车辆 1001");
    expect((await person.get(`${path}?keyword=19900199007`)).$("tbody").text()).toMatch(/GG-7.*车辆 1001/);
  },
});
