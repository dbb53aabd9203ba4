import { z } from "zod";
import { chosenNumber, date } from "~/kit/page/forms/rules";

const text = (most: number) => z.string().trim().max(most).optional();
const east = z.coerce.number().min(-180).max(180).optional();
const north = z.coerce.number().min(-90).max(90).optional();

/** What a list may be narrowed by; keyword finds number, name, pinyin and initials, staName and staSelfCode only their own field. */
export const StationFilters = z.object({
  keyword: text(64),
  staName: text(64),
  staSelfCode: text(20),
  state: chosenNumber,
  staKind: chosenNumber,
  district: text(6),
  lng: east,
  lat: north,
  /** Metres around lng, lat. */
  radius: z.coerce.number().min(1).max(50_000).optional(),
  minLng: east,
  minLat: north,
  maxLng: east,
  maxLat: north,
  /** The day whose lines are counted. */
  asOf: date.optional(),
});
export type StationFilters = z.output<typeof StationFilters>;
