import { z } from "zod";
import { matchSources } from "~/domains/lines/match-sources";
import { FreeHand, Via } from "./version-schema";

const Problem = z.object({
  row: z.number(),
  path: z.string(),
  message: z.string(),
  level: z.enum(["error", "warning"]),
});

/** One call of a direction at a station; its serial is its place in the list, from 1. */
const SequenceRow = z.object({
  staUuid: z.string(),
  /** 1 start up, 2 end up, 3 start down, 4 end down, 5 ordinary, 6 up hail stop, 7 down hail stop. */
  staType: z.number(),
  /** Kilometres from the first station, measured along the path where there is one. */
  distance: z.number().nullable(),
  /** Seconds from the first station, and seconds standing. */
  duration: z.number().nullable(),
  dwell: z.number().nullable(),
  /** Degrees in which the bus must head for its announcement to fire; null follows the path. */
  azimuth: z.number().nullable(),
  /** Metres. */
  inRadius: z.number(),
  outRadius: z.number(),
  /** km/h. */
  limitSpeed: z.number().nullable(),
  isKey: z.boolean(),
  isTimed: z.boolean(),
  /** What is announced in place of the station's name. */
  alias: z.string().nullable(),
  aliasEn: z.string().nullable(),
  fareStage: z.number().nullable(),
});
export type SequenceRow = z.output<typeof SequenceRow>;

export const StationOfLine = SequenceRow.extend({
  serial: z.number(),
  direction: z.number(),
  staSelfCode: z.string(),
  staName: z.string(),
  staTypeName: z.string(),
  lng: z.number(),
  lat: z.number(),
  gone: z.boolean(),
  /** Kilometres from the station before. */
  distancePrev: z.number().nullable(),
});
export type StationOfLine = z.output<typeof StationOfLine>;

export const Gap = z.object({
  from: z.number(),
  to: z.number(),
  pathFrom: z.number(),
  pathTo: z.number(),
  routeLength: z.number(),
  straightLength: z.number(),
  confidence: z.number(),
  broken: z.boolean(),
  reason: z.string(),
});
export type Gap = z.output<typeof Gap>;

export const DirectionDetail = z.object({
  direction: z.number(),
  directionName: z.string(),
  stationList: z.array(StationOfLine),
  path: z.array(z.tuple([z.number(), z.number()])),
  pathSource: z.string().nullable(),
  matchState: z.string(),
  matchRatio: z.number().nullable(),
  mileage: z.number().nullable().describe("里程（公里），按参数 S014 取路径里程或申报里程"),
  pathMileage: z.number().nullable().describe("路径里程（公里）"),
  gaps: z.array(Gap),
  vias: z.array(Via),
  freeHand: z.array(FreeHand),
  problems: z.array(Problem),
  /** Since the path was laid or said to be right. */
  movedStations: z.array(z.object({ staUuid: z.string(), staName: z.string(), metres: z.number() })),
});
export type DirectionDetail = z.output<typeof DirectionDetail>;

export const VersionHead = z.object({
  lineUuid: z.string(),
  lineName: z.string(),
  lineType: z.number(),
  classifySid: z.string(),
  classifyName: z.string(),
  sortType: z.number(),
  /** null where the variant has nothing yet. */
  versionUuid: z.string().nullable(),
  version: z.number().nullable(),
  standing: z.enum(["draft", "effective", "planned", "past", "none"]),
  validFrom: z.string().nullable(),
  /** The first day on which it no longer holds. */
  validTo: z.string().nullable(),
  plannedFor: z.string().nullable(),
});
export const VersionDetail = VersionHead.extend({
  lineId: z.string().nullable(),
  orgId: z.string(),
  /** What an import found of it, in words; null where it is whole. */
  completeness: z.string().nullable(),
  directions: z.array(DirectionDetail),
});
export type VersionDetail = z.output<typeof VersionDetail>;

/** What a match proposes for one direction; `proposal` names it, so that accepting means exactly this one. */
export const MatchProposal = z.object({
  direction: z.number(),
  directionName: z.string(),
  proposal: z.string(),
  path: z.array(z.tuple([z.number(), z.number()])),
  gaps: z.array(Gap),
  /** Kilometres along the new path to each station. */
  distances: z.array(z.number().nullable()),
  mileage: z.number(),
  matchState: z.string(),
  matchRatio: z.number(),
  edgeKeys: z.array(z.string()),
  vias: z.array(Via),
  freeHand: z.array(FreeHand),
  source: z.enum(matchSources.map(({ value }) => value)),
  sources: z.array(
    z.object({ source: z.string(), sourceName: z.string(), used: z.boolean(), open: z.boolean(), reason: z.string() }),
  ),
  /** What the path's source will be once it is saved. */
  pathSource: z.enum(["drawn", "match", "osm", "gtfs", "reference"]),
  /** The gaps that were matched anew; null: all. */
  matchedGaps: z.array(z.number()).nullable(),
});
export type MatchProposal = z.output<typeof MatchProposal>;
