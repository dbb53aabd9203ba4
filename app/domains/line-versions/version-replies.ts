import { z } from "zod";
import { matchSources } from "~/domains/lines/match-sources";
import { FreeHand, Via } from "./version-schema";

const Problem = z.object({
  row: z.number(),
  path: z.string(),
  message: z.string(),
  level: z.enum(["error", "warning"]),
});

export const StationOfLine = z.object({
  serial: z.number(),
  direction: z.number(),
  staUuid: z.string(),
  staSelfCode: z.string(),
  staName: z.string(),
  ...{ lng: z.number(), lat: z.number() },
  ...{ staType: z.number(), staTypeName: z.string() },
  /** Kilometres from the first station and from the one before. */
  distance: z.number().nullable(),
  distancePrev: z.number().nullable(),
  duration: z.number().nullable(),
  dwell: z.number().nullable(),
  azimuth: z.number().nullable(),
  inRadius: z.number(),
  outRadius: z.number(),
  limitSpeed: z.number().nullable(),
  isKey: z.boolean(),
  isTimed: z.boolean(),
  alias: z.string().nullable(),
  aliasEn: z.string().nullable(),
  fareStage: z.number().nullable(),
  gone: z.boolean(),
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
