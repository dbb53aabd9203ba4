import type { SequenceEntry } from "~/domains/line-versions/schema";
import type { LngLat } from "~/transit/geo/coordinates";

/** What is wrong or doubtful in a row of the file; `column` as the person finds it there. */
export interface RowProblem {
  row: number;
  column: string;
  message: string;
  level: "error" | "warning";
}

export interface StationEntry {
  row: number;
  direction: 1 | 2 | null;
  serial: number | null;
  staSelfCode: string;
  staName: string;
  /** As the file has it, and in WGS84. */
  point: LngLat | null;
  place: LngLat | null;
  /** It names a place that is none. */
  misplaced: boolean;
  nameEn: string | null;
  road: string | null;
  /** A stop on request; what else a call may be follows from its place. */
  hail: boolean;
  /** An end of the line by what the file says: 起, 终. */
  end: "first" | "last" | null;
  /** What the file says of the call; what it leaves out is not here. */
  call: Partial<Omit<SequenceEntry, "staUuid" | "serial" | "staType">>;
}
