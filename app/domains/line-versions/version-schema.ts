import { z } from "zod";
import { date, recordKey, version } from "~/kit/page/forms/rules";
import { staTypes } from "~/domains/lines/choices";
import { matchSources } from "~/domains/lines/match-sources";

const whole = (least: number, most: number, words: string) =>
  z.number({ error: words }).int(words).min(least, words).max(most, words);
const name = (label: string) => z.string().trim().max(64, `${label}最多 64 个字`);
export const direction = z.union([z.literal(1), z.literal(2)], { error: "方向应为 1（上行）或 2（下行）" });

/** One call at a station as a person or a client sends it; its place in the list is its serial. */
export const SequenceEntry = z.object({
  staUuid: z.string({ error: "请选择站点" }).regex(/^[0-9a-f]{32}$/, "请选择站点"),
  serial: whole(1, 500, "站序应为 1 到 500 的整数").optional(),
  /** Left out: by its place. */
  staType: z
    .number({ error: "请选择站点类型" })
    .refine((value) => staTypes.some((choice) => choice.value === value), "请从列表中选择站点类型")
    .optional(),
  distance: z
    .number({ error: "请输入公里数" })
    .min(0, "距起点应为不小于 0 的公里数")
    .max(300, "距起点最多 300 公里")
    .nullish(),
  duration: whole(0, 36_000, "行驶时间应为 0 到 36000 秒").nullish(),
  dwell: whole(0, 600, "停站时间应为 0 到 600 秒").nullish(),
  azimuth: whole(0, 359, "方位角应为 0 到 359 的整数").nullish(),
  inRadius: whole(20, 300, "进站半径应为 20 到 300 米").default(50),
  outRadius: whole(20, 300, "出站半径应为 20 到 300 米").default(30),
  limitSpeed: whole(5, 120, "限速应为 5 到 120 公里/时").nullish(),
  isKey: z.boolean().default(false),
  isTimed: z.boolean().default(false),
  alias: name("报站名").nullish(),
  aliasEn: name("英文报站名").nullish(),
  fareStage: whole(0, 999, "票价段应为 0 到 999 的整数").nullish(),
});
export type SequenceEntry = z.output<typeof SequenceEntry>;

/** What a call says besides its station, its place and its type. */
export const callNumbers = [
  ...(["distance", "duration", "dwell", "azimuth"] as const),
  ...(["inRadius", "outRadius", "limitSpeed", "fareStage"] as const),
] as const;
export const callTexts = ["alias", "aliasEn"] as const;
export const callTicks = ["isKey", "isTimed"] as const;

const position = z.tuple(
  [
    z.number().min(-180, "经度在 -180 到 180 之间").max(180, "经度在 -180 到 180 之间"),
    z.number().min(-90, "纬度在 -90 到 90 之间").max(90, "纬度在 -90 到 90 之间"),
  ],
  { error: "应为 [经度, 纬度]" },
);
/** WGS84 points of a direction's path; an empty list takes the path away. */
const PathPoints = z
  .array(position)
  .max(20_000, "路径最多 20000 个点")
  .refine((points) => points.length !== 1, "路径至少需要 2 个点");

/** A point that the path must pass between two stations: gap 0 lies between the first two. */
export const Via = z.object({
  lng: position.def.items[0],
  lat: position.def.items[1],
  gap: whole(0, 498, "途经点所在的站间应为 0 到 498"),
});
export type Via = z.output<typeof Via>;
/** A stretch drawn by hand, from and to a point of the path, both included. */
export const FreeHand = z
  .tuple([z.number().int().min(0), z.number().int().min(1)], { error: "手绘路段应为 [起点序号, 终点序号]" })
  .refine(([from, to]) => from < to, "手绘路段的起点应在终点之前");
export type FreeHand = z.output<typeof FreeHand>;
const pathParts = {
  vias: z.array(Via).max(500, "一个方向最多 500 个途经点").optional(),
  freeHand: z.array(FreeHand).max(500, "一个方向最多 500 段手绘路段").optional(),
};

const anyVersion = z.object({ classifySid: recordKey.optional(), lineUuid: recordKey.optional() });
const variant = anyVersion.extend({ versionUuid: recordKey.optional() });
const named = (value: { classifySid?: string; lineUuid?: string }) => Boolean(value.classifySid ?? value.lineUuid);
const namedError = { path: ["classifySid"], message: "请给出线路分类主键 classifySid 或线路主键 lineUuid" };

export const ofVariant = <S extends z.ZodRawShape>(shape: S) => variant.extend(shape).refine(named, namedError);

/** A variant by its own key, or a line's primary variant. */
export const VariantAlone = anyVersion.refine(named, namedError);
/** Strict: its answer names a version, and one that is sent would be taken for a wish. */
export const VariantOnDay = anyVersion.extend({ asOf: date.optional() }).strict().refine(named, namedError);
/** The same; a version of it by key, else as each call says. */
export const VariantKey = variant.extend({ asOf: date.optional() }).refine(named, namedError);
export const VersionSave = variant
  .extend({
    /** The number the edit began from: it only ever rises within a variant; 0: nothing was there. Left out: whatever is open now. */
    version,
    reason: z.string().trim().max(255, "最多 255 个字").optional(),
    /** Directions and parts left out stay as they are. */
    directions: z
      .array(
        z.object({
          direction,
          stationList: z.array(SequenceEntry).max(500, "一个方向最多 500 个站点").optional(),
          path: PathPoints.optional(),
          ...pathParts,
        }),
        { error: "请给出方向列表" },
      )
      .min(1, "请给出至少一个方向")
      .max(2, "最多两个方向")
      .refine((all) => new Set(all.map((one) => one.direction)).size === all.length, "同一个方向只能给出一次"),
  })
  .refine(named, namedError);
export type VersionSave = z.output<typeof VersionSave>;
export const MatchRequest = variant
  .extend({
    version,
    direction: direction.optional(),
    /** Left out: the best one that fits. */
    source: z
      .enum(
        matchSources.map(({ value }) => value),
        { error: "来源应为 path、relation、reference 或 stations" },
      )
      .optional(),
    /** In place of the path's own points to pass; needs `direction`. */
    vias: pathParts.vias,
    /** Only these gaps, 0 between the first two stations; needs `direction`. */
    gaps: z
      .array(whole(0, 498, "站间序号应为 0 到 498 的整数"))
      .min(1, "请给出至少一段站间")
      .max(499, "最多 499 段站间")
      .optional(),
    keepFreeHand: z.boolean().default(true),
    accept: z.boolean().default(false),
  })
  .refine(named, namedError)
  .refine(({ vias, gaps, direction: one }) => one !== undefined || (!vias && !gaps), {
    path: ["direction"],
    message: "给出途经点或站间时，请同时给出方向 1（上行）或 2（下行）",
  });

/** Stations of one direction: in place of those that are there, or with `at` put in before that serial. */
export const StationsAdd = variant
  .extend({
    direction,
    stationList: z.array(SequenceEntry, { error: "请给出站点列表" }).max(500, "一个方向最多 500 个站点"),
    at: whole(1, 501, "插入位置应为 1 到 501 的整数").optional(),
    version,
    reason: z.string().trim().max(255, "最多 255 个字").optional(),
  })
  .refine(named, namedError);
export type StationsAdd = z.output<typeof StationsAdd>;
export const StationsOfVariant = variant
  .extend({ asOf: date.optional(), direction: direction.optional() })
  .refine(named, namedError);

/** `restoreOn`: for a change for a while, the day from which what held before holds again. `seen`: the variant's times as the page showed them; absent: whatever they are. */
export const PublishForm = z.object({
  validFrom: date,
  restoreOn: date.nullish(),
  version,
  reason: z.string().trim().max(255, "最多 255 个字").nullish(),
  seen: z.string().max(32).optional(),
});
export type PublishForm = z.output<typeof PublishForm>;
