import { expect } from "vitest";
import { takeReports } from "~/domains/reports/queries.server";
import { fleetNames } from "~/seed/demo-fleet";
import { builtScreen } from "../call";

const { first } = fleetNames.buses;
const at = `/bus/bus-monitor?keyword=${first}`;

builtScreen("/bus/bus-monitor", {
  at: async () => at,
  heading: "车辆监控",
  shows: first,
  async change(person) {
    await takeReports([
      {
        devSelfCode: fleetNames.devices.ofFirstBus,
        reportedAt: new Date().toISOString(),
        lng: 116.39,
        lat: 39.87,
        speed: 28,
        azimuth: 180,
      },
    ]);
    const page = await person.get(at);
    expect(page.$('[data-live="counts"]').text()).toBe("在线 1，离线 0，共 1 辆");
    expect(page.$("main svg title").text()).toContain("28 公里/时，在线");
  },
});
