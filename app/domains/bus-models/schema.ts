import { z } from "zod";
import {
  chosenNumber,
  code,
  decimal,
  keysToDelete,
  oneOf,
  recordKey,
  text,
  version,
  whole,
} from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";

export const energyTypes = [
  { value: 1, label: "柴油" },
  { value: 2, label: "汽油" },
  { value: 3, label: "CNG" },
  { value: 4, label: "LNG" },
  { value: 5, label: "纯电动" },
  { value: 6, label: "插电混动" },
  { value: 7, label: "燃料电池" },
  { value: 8, label: "双源无轨" },
] as const;
export const deckTypes = [
  { value: 1, label: "单层" },
  { value: 2, label: "双层" },
  { value: 3, label: "铰接" },
] as const;
export const emissions = ["国III", "国IV", "国V", "国VI", "无"] as const;

const modelNum = code("车辆型号", 32);

const busModel = z.object({
  modelNum,
  modelName: text(64).nullish(),
  brand: text(32).nullish(),
  manufacturer: text(64).nullish(),
  energyType: oneOf(energyTypes),
  length: whole(3000, 25_000).nullish(),
  width: whole(1500, 2600).nullish(),
  height: whole(2000, 4500).nullish(),
  grossMass: whole(1, 40_000).nullish(),
  seats: whole(1, 150).nullish(),
  approved: whole(1, 300).nullish(),
  emission: z.enum(emissions, { error: "请从列表中选择" }).nullish(),
  batteryKwh: decimal(0, 1000, 2).nullish(),
  rangeKm: whole(0, 2000).nullish(),
  maxSpeed: whole(1, 120).nullish(),
  doors: whole(1, 4).nullish(),
  deckType: oneOf(deckTypes).nullish(),
  icon: text(64).nullish(),
  remark: text(255).nullish(),
});

/** What a new model has where nothing is said; kept apart, because a default would also fill what an update leaves out. */
const usual = { energyType: busModel.shape.energyType.default(5) };

export const seatsFit = ({ seats, approved }: { seats?: number | null; approved?: number | null }) =>
  !seats || !approved || seats <= approved;
export const seatsError = { path: ["seats"], message: "座位数不能多于核载人数" };

export const BusModelForm = busModel
  .extend({ ...usual, version, reason: text(255).nullish() })
  .refine(seatsFit, seatsError);
export const BusModelAdd = busModel.extend({ ...usual, modelUuid: recordKey.optional() }).refine(seatsFit, seatsError);
export const BusModelUpdate = changesOf(busModel).extend({ modelUuid: recordKey, version });
/** What may be changed of many at once. */
export const BusModelBulk = changesOf(
  busModel.pick({ brand: true, manufacturer: true, energyType: true, emission: true, deckType: true }),
);
export const BusModelDelete = keysToDelete("modelUuid", "车辆型号");
export const BusModelNumCheck = z.object({ modelNum, modelUuid: recordKey.optional() });
export type BusModelValues = z.output<typeof BusModelAdd>;

export const BusModelFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  modelNum: z.string().trim().max(32).optional(),
  energyType: chosenNumber,
  manufacturer: z.string().trim().max(64).optional(),
});
export type BusModelFilters = z.output<typeof BusModelFilters>;

export const BusModelRow = z.object({
  modelUuid: z.string(),
  modelNum: z.string(),
  modelName: z.string().nullable(),
  brand: z.string().nullable(),
  manufacturer: z.string().nullable(),
  energyType: z.number(),
  /** Millimetres, kilograms, kilowatt hours, kilometres. */
  length: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  grossMass: z.number().nullable(),
  seats: z.number().nullable(),
  approved: z.number().nullable(),
  emission: z.string().nullable(),
  batteryKwh: z.number().nullable(),
  rangeKm: z.number().nullable(),
  maxSpeed: z.number().nullable(),
  doors: z.number().nullable(),
  deckType: z.number().nullable(),
  icon: z.string().nullable(),
  remark: z.string().nullable(),
  version: z.number(),
  /** UTC, ISO 8601. */
  updatedAt: z.string(),
  /** How many living buses are of this model. */
  busCount: z.number(),
});
export type BusModelRow = z.output<typeof BusModelRow>;

/** A model as a bus's form chooses it. */
export const BusModelOption = BusModelRow.pick({
  modelUuid: true,
  modelNum: true,
  modelName: true,
  energyType: true,
  seats: true,
  approved: true,
});
export type BusModelOption = z.output<typeof BusModelOption>;
