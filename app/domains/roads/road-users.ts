import type { Viewer } from "~/kit/data/access/viewer";
import type { Proposal } from "~/kit/page/import-flow/proposal";
import type { BusNetwork } from "~/transit/osm/bus-network";

/** A path that drives where roads change, with its share on the roads as they still are, 0 to 1. */
export interface PathOnRoads {
  checkKey: string;
  name: string;
  before: number;
}

export interface UndoneLines {
  lines: number;
  restoredLines?: number;
  stations: number;
  restored: number;
  kept: { name: string; why: string }[];
  keptCount: number;
}

type Records = Omit<Proposal, "counts">;
type Counts = Proposal["counts"];

/** What runs on the roads, for map files to bring along: lines, stations and checked paths. The front door hands it in, because their rooms stand on this one. */
export interface RoadUsers<Path extends PathOnRoads> {
  previewBusRoutes(
    viewer: Viewer,
    file: BusNetwork,
  ): Promise<{ lines: Records; stations: Records; problems: { ref: string; text: string }[] }>;
  applyBusRoutes(
    viewer: Viewer,
    file: BusNetwork,
    choice: { orgId: string },
  ): Promise<{ lines: Counts; stations: Counts; problems: { ref: string; text: string }[] }>;
  /** Takes the lines and stations of an import back; what was changed since stays and is named. */
  undoBusRoutes(viewer: Viewer, importId: string): Promise<UndoneLines>;
  pathsOnWays(viewer: Viewer, wayIds: readonly number[]): Promise<Path[]>;
  /** Checks those of these paths that still run on the changed roads: how many, those that lie on roads less than before, and how many accepted stretches are asked about again. */
  afterRoads(
    viewer: Viewer,
    paths: readonly Path[],
  ): Promise<{ checked: number; broken: (PathOnRoads & { after: number })[]; asked: number }>;
}
