import type { LngLat } from "~/transit/geo/lng-lat";
import type { TripService } from "~/transit/gtfs/trip-service";
import type { FileCrs } from "~/transit/geo/file-crs";

/** What a file of lines may be; told by its content, never by its name. */
export const lineFileKinds = {
  records: "三行一条的线路文本（百度地图导出）",
  polylines: "线路名;编号;折线 文本",
  announcer: "报站器的 SQLite 数据库",
  echarts: "ECharts 线路 JSON",
  geojson: "GeoJSON",
  gtfs: "GTFS",
  table: "线路站点表",
} as const;
export type LineFileKind = keyof typeof lineFileKinds;

/** Coordinates are the file's own here and below. */
export interface FileStop {
  /** Tells stops of files of one kind apart, the same at every reading. */
  key: string;
  name: string;
  nameEn?: string;
  /** Not a number where a table names a station without its place: it is looked up before anything else is done. */
  lng: number;
  lat: number;
  code?: string;
  onRequest?: boolean;
  /** What a table says of the call besides, by the specification's names. */
  call?: Readonly<Record<string, unknown>>;
  /** Seconds from the direction's first stop, and seconds standing, where the file says so. */
  duration?: number;
  dwell?: number;
}

export interface FileDirection {
  name?: string;
  from?: string;
  to?: string;
  circular: boolean;
  /** 1 up, 2 down, where the file says so. */
  direction?: 1 | 2;
  stops: FileStop[];
  path: LngLat[];
  /** First and last departure, HH:MM. */
  hours?: { first: string; last: string };
  services?: TripService[];
  record: number;
}

export interface FileLine {
  key: string;
  name: string;
  ref?: string;
  directions: FileDirection[];
  interval?: string;
  sign?: LineSign;
  /** Who runs it, as a table says. */
  company?: string;
  /** The fare, in the table's words. */
  price?: string;
  /** Why it may be no bus line at all. */
  doubt?: string;
}

/** What passengers know a line by beside its number; colours have six hexadecimal digits. */
export interface LineSign {
  longName: string | null;
  color: string | null;
  textColor: string | null;
}

export interface FileProblem {
  /** The record and, where there is one, the line of the text: 第 8 条记录（第 24 行）. */
  where: string;
  text: string;
}

export interface LineFile {
  /** The last day (YYYY-MM-DD) on which anything in it runs, of a file that says on which days. */
  lastDay?: string;
  kind: LineFileKind;
  lines: FileLine[];
  problems: FileProblem[];
  /** What is made of the file that its reader should know, and what of it is not taken. */
  notes?: string[];
  counts: FileCounts;
  /** What the format is known to be in, and how that is known; a hint, never taken without asking. */
  hint?: { crs: FileCrs; why: string };
}

export interface FileCounts {
  records: number;
  /** Records that repeat another one word for word. */
  duplicates: number;
  /** Other records with the same line and stops as an earlier one; each is a direction of its own. */
  alike: number;
}

/** A file of lines that cannot be used; the message says in Chinese what is wrong, where, and what to do. */
export class LineFileError extends Error {
  override readonly name = "LineFileError";
}

/** Begins the message of a file of no known kind. */
export const unrecognised = "认不出这个文件";
