import { z } from "zod";
import {
  chosenNumber,
  code,
  keysToDelete,
  lat,
  lng,
  oneOf,
  recordKey,
  requiredText,
  text,
  version,
  whole,
} from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";
import { pointsOf } from "~/transit/geo/shape";
import { pointsFault } from "~/transit/geo/shape-faults";
import { coordsPairs, coordsText, GeoArea } from "~/kit/page/map/shape-rules";

export const parkingTypes = [
  { value: 1, label: "停车场" },
  { value: 2, label: "保养场" },
  { value: 3, label: "枢纽站" },
  { value: 4, label: "首末站" },
  { value: 5, label: "充电站" },
] as const;
export const parkingStates = [
  { value: 1, label: "废弃" },
  { value: 2, label: "正常经营" },
  { value: 3, label: "临时使用" },
  { value: 4, label: "停用" },
  { value: 5, label: "临时停用" },
] as const;
export const ownerships = [
  { value: 1, label: "自有" },
  { value: 2, label: "租赁" },
] as const;

const parkingNum = code("场站编号", 20);

const depot = z.object({
  parkingNum,
  parkingName: requiredText("场站名称", 64),
  parkingType: oneOf(parkingTypes),
  level: text(32).nullish(),
  orgId: z.string({ error: "请选择所属机构" }).regex(/^[0-9a-f]{32}$/, "请选择所属机构"),
  lng: lng.nullish(),
  lat: lat.nullish(),
  address: text(255).nullish(),
  landArea: z
    .number({ error: "请输入占地面积" })
    .min(0, "占地面积不能为负")
    .max(99_999_999.99, "占地面积最多 99,999,999.99 平方米")
    .multipleOf(0.01, "占地面积最多两位小数")
    .nullish(),
  busBays: whole(0, 5000).nullish(),
  chargers: whole(0, 2000).nullish(),
  repairPits: whole(0, 1000).nullish(),
  state: oneOf(parkingStates),
  ownership: oneOf(ownerships).nullish(),
  manager: text(32).nullish(),
  phone: z
    .string()
    .trim()
    .regex(/^\+?[\d\- ]{3,20}$/, "电话是 3 到 20 位数字，可含短横线")
    .nullish(),
  remark: text(255).nullish(),
});

/** What a new depot has where nothing is said; an update must not fill it in. */
const usual = { parkingType: depot.shape.parkingType.default(1), state: depot.shape.state.default(2) };

/** Half a point is refused at the half that lacks. */
function wholePoint(
  { lng: east, lat: north }: { lng?: number | null; lat?: number | null },
  context: z.core.$RefinementCtx,
) {
  const [lacksEast, lacksNorth] = [east === null || east === undefined, north === null || north === undefined];
  if (lacksEast === lacksNorth) return;
  context.addIssue({ code: "custom", path: [lacksEast ? "lng" : "lat"], message: "经度和纬度请同时填写，或都留空" });
}

function soundOutline({ outline }: { outline?: number[] | null }, context: z.core.$RefinementCtx) {
  const fault = outline && outline.length > 0 && pointsFault("polygon", pointsOf(outline));
  if (fault) context.addIssue({ code: "custom", path: ["outline"], message: fault });
}

/** What the page's form sends: the outline as lines of coordinates. */
export const DepotForm = depot
  .extend({ ...usual, outline: coordsText.nullish(), version, reason: text(255).nullish() })
  .superRefine(wholePoint)
  .superRefine(soundOutline);
export const DepotAdd = depot
  .extend({ ...usual, parkingUuid: recordKey.optional(), outline: coordsPairs.nullish() })
  .superRefine(wholePoint)
  .superRefine(soundOutline);
export const DepotUpdate = changesOf(depot)
  .extend({ parkingUuid: recordKey, outline: coordsPairs.nullish(), version })
  .superRefine(soundOutline);
export const DepotDelete = keysToDelete("parkingUuid", "场站");
export const ParkingNumCheck = z.object({ parkingNum, parkingUuid: recordKey.optional() });
/** What several depots may be changed to at once. */
export const DepotBulk = changesOf(
  depot.pick({ parkingType: true, state: true, orgId: true, ownership: true, level: true, manager: true, phone: true }),
);

export const DepotFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  parkingNum: z.string().trim().max(20).optional(),
  parkingType: chosenNumber,
  state: chosenNumber,
  orgId: z.string().trim().max(32).optional(),
});
export type DepotFilters = z.output<typeof DepotFilters>;

export interface DepotRow {
  parkingUuid: string;
  parkingNum: string;
  parkingName: string;
  parkingType: number;
  level: string | null;
  orgId: string;
  orgName: string;
  lng: number | null;
  lat: number | null;
  /** Corners of the outline, longitude and latitude in turn. */
  outline: number[] | null;
  address: string | null;
  landArea: number | null;
  busBays: number | null;
  chargers: number | null;
  repairPits: number | null;
  state: number;
  ownership: number | null;
  manager: string | null;
  phone: string | null;
  remark: string | null;
  version: number;
  updatedAt: string;
  /** Living buses parked here, devices bound to it, fences that belong to it. */
  busCount: number;
  deviceCount: number;
  fenceCount: number;
}

/** A depot as calls answer it. */
export const DepotReply = z.object({
  parkingUuid: z.string(),
  parkingNum: z.string(),
  parkingName: z.string(),
  parkingType: z.number(),
  level: z.string().nullable(),
  orgId: z.string(),
  orgName: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  outline: z.array(z.tuple([z.number(), z.number()])).nullable(),
  geojson: GeoArea.nullable(),
  address: z.string().nullable(),
  landArea: z.number().nullable(),
  busBays: z.number().nullable(),
  chargers: z.number().nullable(),
  repairPits: z.number().nullable(),
  state: z.number(),
  ownership: z.number().nullable(),
  manager: z.string().nullable(),
  phone: z.string().nullable(),
  remark: z.string().nullable(),
  version: z.number(),
  updatedAt: z.string(),
  busCount: z.number(),
  deviceCount: z.number(),
  fenceCount: z.number(),
});

export type DepotValues = z.output<typeof DepotAdd>;
