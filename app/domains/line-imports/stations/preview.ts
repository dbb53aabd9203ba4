import type { LngLat } from "~/transit/geo/coordinates";
import type { LikelyCrs } from "~/transit/geo/likely-crs";
import type { Candidate, Match } from "./match";
import type { RowProblem } from "./station-entry";

export interface StationPreview {
  sheets: string[];
  sheet: string | null;
  columns: { at: number; header: string; sample: string }[];
  rows: number;
  otherLines: number;
  crs: LikelyCrs;
  /** The number of the version that it was made from; 0: the variant had nothing. */
  began: number;
  into: string;
  counts: { code: number; name: number; chosen: number; new: number; ask: number; errors: number; warnings: number };
  directions: DirectionPreview[];
  /** The first of them; `counts` has them all. */
  problems: RowProblem[];
  /** Of all that confirming would do: the same again means the same. */
  digest: string;
}

export interface DirectionPreview {
  direction: 1 | 2;
  directionName: string;
  rows: PreviewRow[];
  more: number;
  before: number;
  added: string[];
  removed: string[];
  path: LngLat[];
}

export interface PreviewRow {
  row: number;
  serial: number;
  how: Match["how"];
  staUuid: string | null;
  staSelfCode: string;
  staName: string;
  lng: number | null;
  lat: number | null;
  metres: number | null;
  candidates: Candidate[];
  level: RowProblem["level"] | null;
}

export interface StationResult {
  lineUuid: string;
  classifySid: string;
  versionUuid: string;
  created: { staUuid: string; staSelfCode: string; staName: string }[];
  directions: { direction: 1 | 2; directionName: string; stations: number }[];
}

export const matchWords: Record<Match["how"], string> = {
  code: "编号相同",
  name: "站名相同",
  chosen: "人工选择",
  new: "新建",
  ask: "待选择",
  none: "有错误",
};
