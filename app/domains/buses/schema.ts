import { z } from "zod";
import { chosenNumber, code, date, keysToDelete, oneOf, recordKey, text, version } from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";
import { Period, Periods } from "~/kit/room/periods";
import { energyTypes } from "~/domains/bus-models/room";
import { busSources, busStates, floorTypes, plateColors } from "./choices";
import { normalisePlate, platePattern, plateTyped } from "./plate";
import { normaliseVin, vinPattern } from "./vin";

export * from "./choices";
export { energyTypes };
export { labelOf } from "~/kit/page/forms/rules";

const whole = (label: string, least: number, most: number) => {
  const message = `${label}应为 ${least} 到 ${most} 的整数`;
  return z.number({ error: message }).int(message).min(least, message).max(most, message);
};
/** Up to three decimals, as many figures before the point as the column holds. */
const amount = (label: string) =>
  z
    .number({ error: `${label}应为数字` })
    .min(0, `${label}不能小于 0`)
    .max(99_999_999.999, `${label}最大为 99999999.999`)
    .refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-4, `${label}最多三位小数`);
const chosen = (message: string) => z.string({ error: message }).regex(/^[0-9a-f]{32}$/, message);

const busSelfCode = code("自编号", 16);
const plateNum = z
  .string({ error: "请输入车牌号" })
  .overwrite(normalisePlate)
  .min(1, "请输入车牌号")
  .regex(platePattern, "车牌号格式不对，例如 京A12345 或 京AD12345");
const vin = z
  .string({ error: "请输入车辆识别代码" })
  .overwrite(normaliseVin)
  .regex(vinPattern, "车辆识别代码是 17 位字母和数字，不含 I、O、Q");

const bus = z.object({
  busSelfCode,
  plateNum,
  plateColor: oneOf(plateColors),
  vin: vin.nullish(),
  engineNo: text(32).nullish(),
  modelUuid: chosen("请选择车型"),
  orgId: chosen("请选择所属机构"),
  /** The line it belongs to from today on; it is kept in its authorised lines. */
  lineUuid: chosen("请从列表中选择线路").nullish(),
  parkingUuid: chosen("请从列表中选择场站").nullish(),
  busState: oneOf(busStates),
  /** Empty: that of the model. */
  energyType: oneOf(energyTypes).nullish(),
  approvedNumber: whole("核载人数", 1, 300),
  seatNumber: whole("座位数", 1, 150).nullish(),
  hasAc: z.boolean(),
  floorType: oneOf(floorTypes).nullish(),
  doorCount: whole("车门数", 1, 4).nullish(),
  wheelchair: z.boolean(),
  fuelTank: amount("油箱容量").nullish(),
  fuelKm: amount("百公里油耗").nullish(),
  mileage: amount("总里程").nullish(),
  source: oneOf(busSources).nullish(),
  provider: text(32).nullish(),
  contractNo: text(32).nullish(),
  registerDate: date.nullish(),
  productionDate: date.nullish(),
  scrapDate: date.nullish(),
  drivingLicenseExpire: date.nullish(),
  compulsoryInsExpire: date.nullish(),
  commercialInsExpire: date.nullish(),
  nextInspection: date.nullish(),
  nextMaintenance: date.nullish(),
  /** A person's key or job number. */
  fixedDriver: text(32).nullish(),
  remark: text(255).nullish(),
});

/** What a new bus has where nothing is said; kept apart, because a default would also fill what an update leaves out. */
const { shape } = bus;
const usual = {
  plateColor: shape.plateColor.default(9),
  busState: shape.busState.default(0),
  approvedNumber: shape.approvedNumber.default(50),
  hasAc: shape.hasAc.default(false),
  wheelchair: shape.wheelchair.default(false),
};

const reason = text(255).nullish();

/** What the page's form sends, with the version it began from. */
export const BusForm = bus.extend({ ...usual, version, reason });
export const BusAdd = bus.extend({
  ...usual,
  fuelTank: amount("油箱容量").nullish().default(60),
  fuelKm: amount("百公里油耗").nullish().default(0),
  busUuid: recordKey.optional(),
});
export const BusUpdate = changesOf(bus).extend({ busUuid: recordKey, version, reason });
/** What may be changed of many buses at once. */
export const BusBulk = changesOf(
  bus.pick({
    ...{ busState: true, orgId: true, modelUuid: true, parkingUuid: true, energyType: true, plateColor: true },
    ...{
      drivingLicenseExpire: true,
      compulsoryInsExpire: true,
      commercialInsExpire: true,
      nextInspection: true,
      nextMaintenance: true,
    },
    ...{ hasAc: true, wheelchair: true, floorType: true, source: true, provider: true, contractNo: true },
  }),
);
export const BusDelete = keysToDelete("busUuid", "车辆");
export type BusValues = z.output<typeof bus>;

const BusCheckFields = z.object({
  busSelfCode: busSelfCode.optional(),
  plateNum: plateNum.optional(),
  vin: vin.optional(),
  busUuid: recordKey.optional(),
});
/** One or more of own number, plate and VIN: true when all are free. */
export const BusCheck = BusCheckFields.refine((sent) => sent.busSelfCode ?? sent.plateNum ?? sent.vin, {
  path: ["busSelfCode"],
  message: "请输入自编号、车牌号或车辆识别代码",
});
export const BusKey = z.object({ busUuid: recordKey });

/** One more line for a bus, or with `lines` all of them. */
export const BusLineAdd = z
  .object({
    busUuid: recordKey,
    version,
    lines: Periods.optional(),
    ...Period.partial({ lineUuid: true, beginDate: true }).shape,
  })
  .superRefine((sent, context) => {
    const faults = sent.lines ? [] : (Period.safeParse(sent).error?.issues ?? []);
    for (const { path, message } of faults) context.addIssue({ code: "custom", path, message });
  });
/** What the page of a bus's lines sends. */
export const BusLinesForm = z.object({ lines: Periods.default([]), version, reason });
export const AuthorisedLine = z.object({
  busLineUuid: z.string(),
  lineUuid: z.string(),
  lineName: z.string(),
  isMain: z.boolean(),
  beginDate: z.string(),
  endDate: z.string().nullable(),
  /** Today lies in its period. */
  inForce: z.boolean(),
});
export type AuthorisedLine = z.output<typeof AuthorisedLine>;

export const mostPresets = 20;
/** What the page of a bus's preset persons sends: those there are with their order, and who is added. */
export const BusPresetsForm = z.object({
  rows: z
    .array(z.object({ personUuid: recordKey, sort: whole("次序", 1, 99), remove: z.boolean().default(false) }))
    .default([]),
  /** Several stand apart by spaces or commas. */
  jobNumbers: text(255).nullish(),
  chosen: chosen("请从列表中选择人员").nullish(),
  version,
  reason,
});
/** All preset persons of a bus, in order. */
export const PresetAdd = z.object({
  busUuid: recordKey,
  personUuids: z.array(recordKey).max(mostPresets, `最多 ${mostPresets} 人`),
  version,
});
export const Preset = z.object({
  personUuid: z.string(),
  jobNumber: z.string(),
  name: z.string(),
  orgName: z.string(),
  postName: z.string(),
  /** What speaks against the person, in words. */
  warnings: z.array(z.string()),
});
export type Preset = z.output<typeof Preset>;

/** What a list may be narrowed by. */
export const BusFilters = z.object({
  /** Own number, plate, VIN, pinyin or initials. */
  keyword: z.string().trim().max(64).overwrite(plateTyped).optional(),
  busSelfCode: z.string().trim().max(16).optional(),
  plateNum: z.string().trim().max(16).overwrite(normalisePlate).optional(),
  /** With the organisations below. */
  orgId: z.string().max(32).optional(),
  modelUuid: z.string().max(32).optional(),
  busState: chosenNumber,
  /** The main line of today: by key, or by its name (a part of it where no line has exactly that name). */
  lineUuid: z.string().max(32).optional(),
  lineName: z.string().trim().max(64).optional(),
  parkingUuid: z.string().max(32).optional(),
  energyType: chosenNumber,
  /** Something is overdue, or has less than 30 days left (or none). */
  expire: z.enum(["30", "overdue"]).optional(),
  hasDevice: z.enum(["1", "0"]).optional(),
});
export type BusFilters = z.output<typeof BusFilters>;

const when = z.string().nullable();
export const BusRow = z.object({
  busUuid: z.string(),
  busSelfCode: z.string(),
  plateNum: z.string(),
  plateColor: z.number(),
  vin: z.string().nullable(),
  engineNo: z.string().nullable(),
  modelUuid: z.string(),
  modelNum: z.string(),
  modelName: z.string().nullable(),
  orgId: z.string(),
  orgName: z.string(),
  /** The main line of today. */
  lineUuid: z.string().nullable(),
  lineName: z.string().nullable(),
  parkingUuid: z.string().nullable(),
  parkingName: z.string().nullable(),
  busState: z.number(),
  energyType: z.number().nullable(),
  /** Its own energy type, else its model's. */
  energy: z.number(),
  approvedNumber: z.number(),
  seatNumber: z.number().nullable(),
  hasAc: z.boolean(),
  floorType: z.number().nullable(),
  doorCount: z.number().nullable(),
  wheelchair: z.boolean(),
  fuelTank: z.number().nullable(),
  fuelKm: z.number().nullable(),
  mileage: z.number().nullable(),
  source: z.number().nullable(),
  provider: z.string().nullable(),
  contractNo: z.string().nullable(),
  registerDate: when,
  productionDate: when,
  scrapDate: when,
  drivingLicenseExpire: when,
  compulsoryInsExpire: when,
  commercialInsExpire: when,
  nextInspection: when,
  nextMaintenance: when,
  /** The earliest of the five before; none for a scrapped bus. */
  firstExpire: when,
  /** Days until then; negative where it is overdue. */
  daysLeft: z.number().nullable(),
  fixedDriver: z.string().nullable(),
  driverNumber: z.string().nullable(),
  driverName: z.string().nullable(),
  /** The address to show the picture from. */
  imgUrl: z.string().nullable(),
  remark: z.string().nullable(),
  deviceCount: z.number(),
  /** One of its devices has reported in the last minutes. */
  online: z.boolean(),
  version: z.number(),
  /** UTC, ISO 8601. */
  updatedAt: z.string(),
});
export type BusRow = z.output<typeof BusRow>;

/** A device's number, to bind it to the bus whose page asks. */
export const DeviceToBind = z.object({ devSelfCode: code("设备编号", 16) });
