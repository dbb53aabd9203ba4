import type { Standing, StoredPath } from "~/domains/line-versions/queries.server";
import { labelOf, pathSources } from "~/domains/lines/choices";
import type { MatchSource } from "~/domains/lines/match-sources";

export interface GivenPath {
  path: StoredPath;
  inForce: boolean;
  since: Date;
  /** It is the primary variant's: what of it has the stations of both. */
  borrowed?: boolean;
}

interface VersionPath {
  path: StoredPath | null;
  version: { standing: Standing; updatedAt: Date } | undefined;
}

/** A draft's own path where a person or a file gave it, else what is in force; what only a draft's stations gave is worked out again. */
export function givenPath(own: VersionPath, inForce: VersionPath | null): GivenPath | null {
  const known = own.path?.source === "match" && own.version?.standing === "draft" ? inForce : own.path ? own : inForce;
  return known?.path && known.version
    ? { path: known.path, inForce: known.version.standing === "effective", since: known.version.updatedAt }
    : null;
}

/** Sources from the best on: what people gave before what the program worked out, a reference given since before all. */
export function orderOf(given: GivenPath | null, reference: { updatedAt: Date } | undefined): MatchSource[] {
  if (!given) return ["relation", "reference", "path", "stations"];
  const { source } = given.path;
  if (given.borrowed) return ["relation", "reference", "path", "stations"];
  if (source === "reference" || (source !== "match" && reference && reference.updatedAt > given.since))
    return ["reference", "path", "relation", "stations"];
  return source === "gtfs" || source === "drawn"
    ? ["path", "relation", "reference", "stations"]
    : source === "osm"
      ? ["relation", "path", "reference", "stations"]
      : ["relation", "reference", "path", "stations"];
}

export const givenText = ({ path, inForce, borrowed }: GivenPath): string =>
  `${borrowed ? "主分类生效中的路径" : inForce ? "生效中的路径" : "这一版本的路径"}，${labelOf(pathSources, path.source)}`;
