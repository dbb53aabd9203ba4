import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { fleetNames } from "~/seed/demo-fleet";
import { account, enter } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import { busModelRoom } from "./room";
import { orgNamed } from "../../../tests/kit/organisations";

const electric = () =>
  db()
    .selectFrom("busModel")
    .select("modelUuid")
    .where("modelNum", "=", fleetNames.busModels.electric)
    .executeTakeFirstOrThrow();
const { may } = busModelRoom;
let made = 0;

describeRoom({
  path: "/model/bus-model",
  may,
  valid: () => ({
    modelNum: `CX-${String(++made).padStart(4, "0")}`,
    modelName: "试验客车",
    brand: "滨江",
    manufacturer: "滨江客车厂",
    energyType: "6",
    emission: "国VI",
    icon: "bus",
    length: "10500",
    width: "2500",
    height: "3150",
    grossMass: "16000",
    seats: "28",
    approved: "70",
    doors: "2",
    deckType: "1",
    batteryKwh: "60.25",
    rangeKm: "450",
    maxSpeed: "69",
    remark: "两行\r\n备注",
  }),
  invalid: [
    { field: "modelNum", value: "", message: "请输入车辆型号" },
    { field: "modelNum", value: "1".repeat(33), message: "最多 32 个字" },
    { field: "modelName", value: "车".repeat(65), message: "最多 64 个字" },
    { field: "brand", value: "牌".repeat(33), message: "最多 32 个字" },
    { field: "manufacturer", value: "厂".repeat(65), message: "最多 64 个字" },
    { field: "length", value: "2999", message: "3000 到 25000 的整数" },
    { field: "length", value: "25001", message: "3000 到 25000 的整数" },
    { field: "width", value: "2601", message: "1500 到 2600 的整数" },
    { field: "height", value: "1999", message: "2000 到 4500 的整数" },
    { field: "grossMass", value: "40001", message: "1 到 40000 的整数" },
    { field: "seats", value: "151", message: "1 到 150 的整数" },
    { field: "seats", value: "71", message: "座位数不能多于核载人数" },
    { field: "approved", value: "301", message: "1 到 300 的整数" },
    { field: "batteryKwh", value: "1000.01", message: "0 到 1,000 的数" },
    { field: "batteryKwh", value: "1.234", message: "最多 2 位小数" },
    { field: "maxSpeed", value: "121", message: "1 到 120 的整数" },
    { field: "doors", value: "5", message: "1 到 4 的整数" },
    { field: "remark", value: "注".repeat(256), message: "最多 255 个字" },
  ],
  showsAs: "modelNum",
  unique: { field: "modelNum", message: "车辆型号已存在" },
  texts: ["brand", "manufacturer"],
  table: { name: "busModel", key: "modelUuid" },
  used: async () => ({ key: (await electric()).modelUuid, by: fleetNames.buses.first }),
  bulk: { field: "emission", value: "国V" },
  api: { missing: "/api/bus/model/v1.0/update", key: "modelUuid" },
});

it("counts, without a name, the buses of a model that belong to others", async () => {
  const { modelUuid } = await electric();
  const orgId = await orgNamed("调度中心");
  const outsider = await enter(await account({ permissions: [may.read, may.remove], dataScope: "own", orgId }));
  const ask = await outsider.get(`/model/bus-model/${modelUuid}/delete`);
  expect(ask.text).toContain("您的机构范围以外的车辆 12 条");
  expect(ask.text).not.toContain(fleetNames.buses.first);
});
