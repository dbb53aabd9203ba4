import { z } from "zod";
import type { LngLat } from "~/transit/geo/coordinates";
import { FILE_CRS } from "~/transit/geo/file-crs";
import type { LikelyCrs } from "~/transit/geo/likely-crs";
import type { Match } from "./match";

const place = { lng: z.number().nullable(), lat: z.number().nullable(), metres: z.number().nullable() };
const named = { staSelfCode: z.string(), staName: z.string() };
const level = z.enum(["error", "warning"]);

const PreviewRow = z.object({
  row: z.number(),
  serial: z.number(),
  how: z.enum(["code", "name", "chosen", "new", "ask", "none"]),
  staUuid: z.string().nullable(),
  ...named,
  ...place,
  candidates: z.array(z.object({ staUuid: z.string(), ...named, ...place, lng: z.number(), lat: z.number() })),
  level: level.nullable(),
});
export type PreviewRow = z.output<typeof PreviewRow>;

const DirectionReply = z.object({
  direction: z.number(),
  directionName: z.string(),
  rows: z.array(PreviewRow),
  more: z.number(),
  before: z.number(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
});
export type DirectionPreview = z.output<typeof DirectionReply> & { path: LngLat[] };

const count = z.number();

export const PreviewReply = z.object({
  sheets: z.array(z.string()),
  columns: z.array(z.object({ at: z.number(), header: z.string(), sample: z.string() })),
  rows: z.number(),
  otherLines: z.number().describe("属于其他线路、没有读取的行"),
  likelyCrs: z.enum(FILE_CRS).nullable(),
  into: z.string(),
  counts: z.object({
    code: count,
    name: count,
    chosen: count,
    new: count,
    ask: count,
    errors: count,
    warnings: count,
  }),
  directions: z.array(DirectionReply),
  /** The first of them; `counts` has them all. */
  problems: z.array(z.object({ row: z.number(), column: z.string(), message: z.string(), level })),
});

export interface StationPreview extends Omit<z.output<typeof PreviewReply>, "likelyCrs" | "directions"> {
  sheet: string | null;
  crs: LikelyCrs;
  /** The number of the version that it was made from; 0: the variant had nothing. */
  began: number;
  directions: DirectionPreview[];
  /** Of all that confirming would do: the same again means the same. */
  digest: string;
}

export const StationResult = z.object({
  lineUuid: z.string(),
  classifySid: z.string(),
  versionUuid: z.string(),
  created: z.array(z.object({ staUuid: z.string(), ...named })),
  directions: z.array(z.object({ direction: z.number(), directionName: z.string(), stations: z.number() })),
});
export type StationResult = z.output<typeof StationResult>;

export const matchWords: Record<Match["how"], string> = {
  code: "编号相同",
  name: "站名相同",
  chosen: "人工选择",
  new: "新建",
  ask: "待选择",
  none: "有错误",
};
