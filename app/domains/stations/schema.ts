import { z } from "zod";
import {
  chosenNumber,
  code,
  date,
  keysToDelete,
  labelOf,
  lat,
  lng,
  oneOf,
  recordKey,
  requiredText,
  text,
  version,
} from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";

export { labelOf };

export const staKinds = [
  { value: 1, label: "常规" },
  { value: 2, label: "BRT" },
  { value: 3, label: "港湾" },
  { value: 4, label: "枢纽" },
  { value: 5, label: "临时" },
] as const;
export const staStates = [
  { value: 0, label: "未开通" },
  { value: 10, label: "运营" },
  { value: 20, label: "停运" },
] as const;
export const staFacilities = [
  { value: 1, label: "候车亭" },
  { value: 2, label: "电子站牌" },
  { value: 4, label: "座椅" },
] as const;
export const roadSides = ["东侧", "南侧", "西侧", "北侧", "路中"] as const;

const staSelfCode = code("站点编号", 20);

const station = z.object({
  staSelfCode,
  staName: requiredText("站点名称", 64),
  nameEn: text(128).nullish(),
  lng,
  lat,
  azimuth: z
    .number({ error: "请输入 0 到 359 的整数" })
    .int("请输入整数")
    .min(0, "方位角在 0 到 359 之间")
    .max(359, "方位角在 0 到 359 之间")
    .nullish(),
  road: text(64).nullish(),
  roadSide: z.enum(roadSides, { error: "请从列表中选择" }).nullish(),
  district: z
    .string()
    .regex(/^\d{6}$/, "行政区划是 6 位数字，例如 110108")
    .nullish(),
  address: text(255).nullish(),
  nearby: text(255).nullish(),
  staKind: oneOf(staKinds),
  state: oneOf(staStates),
  openDate: date.nullish(),
  stopDate: date.nullish(),
  isShare: z.boolean(),
  remark: text(255).nullish(),
});

/** What a new station has where nothing is said; kept apart, because a default would also fill what an update leaves out. */
const usual = {
  staKind: station.shape.staKind.default(1),
  state: station.shape.state.default(10),
  isShare: station.shape.isShare.default(false),
};

const inOrder = (value: { openDate?: string | null; stopDate?: string | null }) =>
  !value.openDate || !value.stopDate || value.openDate <= value.stopDate;
const orderError = { path: ["stopDate"], message: "停用日期不能早于启用日期" };

/** What the page's form sends: facilities as ticked boxes, and the version it began from. */
export const StationForm = station
  .extend({
    ...usual,
    facilities: z
      .array(z.coerce.number())
      .default([])
      .transform((ticked) => ticked.reduce((bits, bit) => bits | (bit & 7), 0)),
    version,
    reason: text(255).nullish(),
    /** The person has seen which lines a move touches. */
    acknowledged: z.boolean().default(false),
  })
  .refine(inOrder, orderError);

/** What the API's `add` takes; facilities are bits: 1 候车亭, 2 电子站牌, 4 座椅. */
export const StationAdd = station
  .extend({ ...usual, staUuid: recordKey.optional(), facilities: z.number().int().min(0).max(7).default(0) })
  .refine(inOrder, orderError);
export const StationUpdate = changesOf(station).extend({
  staUuid: recordKey,
  facilities: z.number().int().min(0).max(7).optional(),
  version,
});
/** What may be changed of many stations at once. */
export const StationBulk = changesOf(
  station.pick({ state: true, staKind: true, district: true, openDate: true, stopDate: true, isShare: true }),
);
export const StationDelete = keysToDelete("staUuid", "站点");
export const StationNumCheck = z.object({ staSelfCode, staUuid: recordKey.optional() });
export const StationKey = z.object({ staUuid: recordKey, asOf: date.optional() });

/** What a list may be narrowed by; keyword finds number, name, pinyin and initials, staName and staSelfCode only their own field. */
export const StationFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  staName: z.string().trim().max(64).optional(),
  staSelfCode: z.string().trim().max(20).optional(),
  state: chosenNumber,
  staKind: chosenNumber,
  district: z.string().trim().max(6).optional(),
  lng: z.coerce.number().min(-180).max(180).optional(),
  lat: z.coerce.number().min(-90).max(90).optional(),
  /** Metres around lng, lat. */
  radius: z.coerce.number().min(1).max(50_000).optional(),
  minLng: z.coerce.number().min(-180).max(180).optional(),
  minLat: z.coerce.number().min(-90).max(90).optional(),
  maxLng: z.coerce.number().min(-180).max(180).optional(),
  maxLat: z.coerce.number().min(-90).max(90).optional(),
  /** The day whose lines are counted. */
  asOf: date.optional(),
});
export type StationFilters = z.output<typeof StationFilters>;

export const StationRow = z.object({
  staUuid: z.string(),
  staSelfCode: z.string(),
  staName: z.string(),
  nameEn: z.string().nullable(),
  pinyin: z.string(),
  initials: z.string(),
  lng: z.number(),
  lat: z.number(),
  azimuth: z.number().nullable(),
  road: z.string().nullable(),
  roadSide: z.string().nullable(),
  district: z.string().nullable(),
  address: z.string().nullable(),
  nearby: z.string().nullable(),
  staKind: z.number(),
  state: z.number(),
  facilities: z.number(),
  openDate: z.string().nullable(),
  stopDate: z.string().nullable(),
  isShare: z.boolean(),
  remark: z.string().nullable(),
  source: z.string().nullable(),
  version: z.number(),
  /** UTC, ISO 8601. */
  updatedAt: z.string(),
  /** How many lines call there on the day asked for; and that day, null: today. */
  lineCount: z.number(),
  asOf: z.string().nullable(),
  /** Metres to the point searched around. */
  away: z.number().nullable().optional(),
});
export type StationRow = z.output<typeof StationRow>;

export const LineOfStation = z.object({
  lineUuid: z.string(),
  lineName: z.string(),
  lineType: z.number(),
  lineTypeName: z.string(),
  direction: z.number(),
  serial: z.number(),
});

export type StationValues = z.output<typeof StationAdd>;
