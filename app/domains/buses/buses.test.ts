import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kernel/db/pool.server";
import { today } from "~/kernel/time/today.server";
import { fleetNames } from "~/seed/demo-fleet";
import { account, enter, visitorWith } from "../../../tests/accounts";
import { describeRoom } from "../../../tests/room";
import type { Visitor } from "../../../tests/visit";
import { may } from "./policy";

const path = "/bus/bus-management";
let made = 0;

const keyOf = async (table: "busModel" | "organisation" | "depot" | "line", key: string, column: string, value: string) =>
  ((await db().selectFrom(table as "depot").select(key as "parkingUuid").where(column as "parkingNum", "=", value).where("deletedAt", "is", null).executeTakeFirstOrThrow()) as unknown as Record<string, string>)[key]!;
const fleet = (name = "一车队") => keyOf("organisation", "orgId", "orgName", name);
const line = (name: string) => keyOf("line", "lineUuid", "lineName", name);
const bus = (code: string) => db().selectFrom("bus").selectAll().where("busSelfCode", "=", code).where("deletedAt", "is", null).executeTakeFirstOrThrow();

async function newBus() {
  made += 1;
  return {
    busSelfCode: `T${String(made).padStart(4, "0")}`,
    plateNum: `京B${String(10_000 + made)}`,
    plateColor: "2",
    modelUuid: await keyOf("busModel", "modelUuid", "modelNum", fleetNames.busModels.electric),
    orgId: await fleet(),
    busState: "0",
    approvedNumber: "80",
    provider: "滨江租车",
    contractNo: "HT-1",
  };
}

describeRoom({
  path,
  may,
  valid: async () => ({
    ...(await newBus()),
    engineNo: "DJ-9",
    lineUuid: await line("1路"),
    parkingUuid: await keyOf("depot", "parkingUuid", "parkingNum", fleetNames.depots.east.parkingNum),
    energyType: "6",
    seatNumber: "32",
    hasAc: "on",
    floorType: "2",
    doorCount: "3",
    wheelchair: "on",
    fuelTank: "60.5",
    fuelKm: "31.125",
    mileage: "1200.125",
    source: "1",
    productionDate: "2024-01-01",
    registerDate: "2024-01-01",
    scrapDate: "2034-01-01",
    drivingLicenseExpire: "2027-05-01",
    compulsoryInsExpire: "2027-05-01",
    commercialInsExpire: "2027-05-01",
    nextInspection: "2027-05-01",
    nextMaintenance: "2027-05-01",
    fixedDriver: fleetNames.persons.first,
    remark: "两行\r\n备注",
  }),
  invalid: [
    { field: "busSelfCode", value: "", message: "请输入自编号" },
    { field: "busSelfCode", value: "1".repeat(17), message: "最多 16 个字" },
    { field: "plateNum", value: "", message: "请输入车牌号" },
    { field: "plateNum", value: "京I12345", message: "车牌号格式不对" },
    { field: "vin", value: "LBJGDE1B0TA00000O", message: "不含 I、O、Q" },
    { field: "engineNo", value: "1".repeat(33), message: "最多 32 个字" },
    { field: "modelUuid", value: "", message: "请选择车型" },
    { field: "orgId", value: "", message: "请选择所属机构" },
    { field: "approvedNumber", value: "0", message: "1 到 300" },
    { field: "approvedNumber", value: "301", message: "1 到 300" },
    { field: "seatNumber", value: "151", message: "1 到 150" },
    { field: "seatNumber", value: "81", message: "不能多于核载人数 80" },
    { field: "doorCount", value: "5", message: "1 到 4" },
    { field: "fuelTank", value: "-1", message: "不能小于 0" },
    { field: "fuelKm", value: "1.2345", message: "最多三位小数" },
    { field: "mileage", value: "很多", message: "应为数字" },
    { field: "provider", value: "商".repeat(33), message: "最多 32 个字" },
    { field: "contractNo", value: "同".repeat(33), message: "最多 32 个字" },
    { field: "registerDate", value: "2023-12-31", message: "不能早于出厂日期" },
    { field: "scrapDate", value: "2023-12-31", message: "不能早于登记日期" },
    { field: "fixedDriver", value: "没有这个工号", message: "没有工号为" },
    { field: "fixedDriver", value: fleetNames.persons.dispatcher, message: "不是驾驶员岗位" },
    { field: "fixedDriver", value: fleetNames.persons.left, message: /不是驾驶员岗位|已离职/ },
    { field: "remark", value: "注".repeat(256), message: "最多 255 个字" },
  ],
  showsAs: "busSelfCode",
  unique: { field: "busSelfCode", message: "自编号已被使用" },
  texts: ["provider", "contractNo"],
  table: { name: "bus", key: "busUuid" },
  used: async () => ({ key: (await bus(fleetNames.buses.first)).busUuid, by: fleetNames.devices.ofFirstBus }),
  api: { missing: "/api/bus/v1.0/update", key: "busUuid" },
});
