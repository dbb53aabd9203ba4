import { expect } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { takeReports } from "~/domains/reports/queries.server";
import type { BusOnLine, StateNode, WatchedBus } from "~/domains/monitor/schema";
import { fleetNames } from "~/seed/demo-fleet";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";

const { first, scrapped } = fleetNames.buses;
const tree = (name: string) => `/api/common/v1.0/${name}`;
const offline = "/api/realDispatch/dispatch/v1.0/getOffLineBusNew";

const report = () =>
  takeReports([
    {
      devSelfCode: fleetNames.devices.ofFirstBus,
      reportedAt: new Date().toISOString(),
      lng: 116.4,
      lat: 39.88,
      speed: 20,
    },
  ]);
const node = async (person: Visitor, name: string, code: string) =>
  (await person.call<StateNode[]>(tree(name))).data.find((one) => one.busSelfCode === code);
const keyOf = async (busSelfCode: string) =>
  (await db().selectFrom("bus").select("busUuid").where("busSelfCode", "=", busSelfCode).executeTakeFirstOrThrow())
    .busUuid;

builtCall(tree("busStateTree"), {
  async success(person) {
    expect(await node(person, "busStateTree", scrapped)).toMatchObject({
      kind: "bus",
      busStateName: "报废",
      online: false,
    });
    await report();
    expect(await node(person, "busStateTree", first)).toMatchObject({
      online: true,
      position: { lng: 116.4, lat: 39.88, speed: 20 },
    });
  },
});
builtCall(tree("workBusStateTree"), {
  async success(person) {
    expect(await node(person, "workBusStateTree", first)).toMatchObject({
      kind: "bus",
      lineName: expect.stringMatching(/路/),
    });
    expect(await node(person, "workBusStateTree", scrapped)).toBeUndefined();
  },
});
builtCall(tree("getBusByLine"), {
  async success(person) {
    const { lineUuid, lineName } = (await node(person, "busStateTree", first))!;
    const buses = (await person.call<BusOnLine[]>(tree("getBusByLine"), { lineUuid })).data;
    expect(buses.find((bus) => bus.busSelfCode === first)).toMatchObject({ lineName, isMain: true });
    expect(buses.map((bus) => bus.busSelfCode)).not.toContain(scrapped);
  },
  bad: { body: { lineUuid: "x" }, path: "lineUuid", message: "32 位" },
});
builtCall(offline, {
  async success(person) {
    const busUuids = [await keyOf(first), await keyOf(scrapped)];
    await report();
    expect((await person.call<WatchedBus[]>(offline, { busUuids })).data.map((bus) => bus.busSelfCode)).toEqual([
      scrapped,
    ]);
  },
  bad: { body: { busUuids: [] }, path: "busUuids", message: "请选择车辆" },
});
