import { z } from "zod";
import { askedLat, askedLng, askedNumber, chosenNumber, date } from "~/kit/page/forms/rules";

export const searchKeys = [
  { value: "staName", label: "站点名称" },
  { value: "staSelfCode", label: "站点编号" },
] as const;

const text = (most: number) => z.string().trim().max(most).optional();

/** What a list may be narrowed by; keyword finds number, name, pinyin and initials, or what `searchKey` names of them; staName and staSelfCode only their own field. */
export const StationFilters = z.object({
  keyword: text(64),
  searchKey: z.enum(["staName", "staSelfCode"], { error: "请从列表中选择查找字段" }).optional(),
  staName: text(64),
  staSelfCode: text(20),
  state: chosenNumber,
  staKind: chosenNumber,
  district: text(6),
  lng: askedLng,
  lat: askedLat,
  /** Metres around lng, lat. */
  radius: askedNumber(1, 50_000, "半径为 1 到 50000 米"),
  minLng: askedLng,
  minLat: askedLat,
  maxLng: askedLng,
  maxLat: askedLat,
  /** The day whose lines are counted. */
  asOf: date.optional(),
});
export type StationFilters = z.output<typeof StationFilters>;
