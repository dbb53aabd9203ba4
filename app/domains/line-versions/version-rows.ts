import type { Viewer } from "~/kit/data/access/viewer";
import type { Author } from "~/kit/data/db/history.server";
import { problem } from "~/kit/ground/problem";
import type { RunningParams } from "./params/running-params";
import type { Period } from "./times/periods";

export interface Variant {
  lineUuid: string;
  lineName: string;
  lineId: string | null;
  lineType: number;
  orgId: string;
  classifySid: string;
  classifyName: string;
  sortType: number;
  own: OwnFigures;
}

/** What a line itself says of its directions; declared kilometres are those of its primary variant. */
export interface OwnFigures {
  startDirection: number | null;
  declared: Record<number, number | null>;
}

/** A variant by its own key or a line's primary one, and where it matters which, a version of it. */
export interface VersionKey {
  classifySid?: string;
  lineUuid?: string;
  versionUuid?: string;
}

export type Standing = "draft" | "effective" | "planned" | "past";

/** A version without its stations and paths; days as `YYYY-MM-DD`. */
export interface VersionRow {
  versionUuid: string;
  classifySid: string;
  version: number;
  standing: Standing;
  validFrom: string | null;
  /** The first day on which it no longer holds; null: without end. */
  validTo: string | null;
  plannedFor: string | null;
  baseUuid: string | null;
  baseNumber: number | null;
  submittedAt: Date | null;
  submittedBy: string | null;
  submittedByName: string | null;
  returnedReason: string | null;
  note: string | null;
  completeness: { text: string } | null;
  importedVersion: number | null;
  params: RunningParams | null;
  updatedAt: Date;
  updatedBy: string | null;
  updatedByName: string | null;
}

export interface EditedVersion {
  current: VersionRow | undefined;
  /** What a draft begun now takes the place of; not what it copies where that is past. */
  base: VersionRow | undefined;
  plannedFor: string | null;
}

/** A draft as it is; for a version with a period the draft in its place, or itself; else `currentVersion`. */
export function editedVersion(versions: readonly VersionRow[], versionUuid?: string): EditedVersion {
  const named = versionUuid ? versions.find((one) => one.versionUuid === versionUuid) : currentVersion(versions);
  if (versionUuid && !named) throw problem.missing("线路版本");
  if (!named || !versionUuid || named.standing === "draft")
    return { current: named, base: named, plannedFor: named?.plannedFor ?? null };
  const plannedFor = named.standing === "planned" ? named.validFrom : null;
  const current = versions.find((one) => one.standing === "draft" && one.plannedFor === plannedFor) ?? named;
  return { current, base: named.standing === "past" ? inForce(versions) : named, plannedFor };
}

/** The draft named, else the open one; throws problem.missing. */
export function draftAmong(versions: readonly VersionRow[], versionUuid?: string): VersionRow {
  const draft = versions.find((one) => one.standing === "draft" && (!versionUuid || one.versionUuid === versionUuid));
  if (!draft) throw problem.missing("草稿");
  return draft;
}

/** What is shown where no version is named: the open draft (one without a day, else the earliest), else what is in force, else the next planned version. */
function currentVersion(versions: readonly VersionRow[]): VersionRow | undefined {
  return (
    versions.find(({ standing }) => standing === "draft") ??
    inForce(versions) ??
    versions.findLast(({ standing }) => standing === "planned")
  );
}

export function inForce(versions: readonly VersionRow[]): VersionRow | undefined {
  return versions.find(({ standing }) => standing === "effective");
}

export const shownOf = (version: VersionRow | undefined) => ({
  versionUuid: version?.versionUuid ?? null,
  version: version?.version ?? null,
  standing: version?.standing ?? ("none" as const),
  validFrom: version?.validFrom ?? null,
  validTo: version?.validTo ?? null,
  plannedFor: version?.plannedFor ?? null,
});

export function periodsOf(
  versions: readonly { versionUuid: string; validFrom: string | null; validTo: string | null }[],
): Period[] {
  return versions.flatMap(({ versionUuid, validFrom: from, validTo: to }) =>
    from === null ? [] : [{ versionUuid, from, to }],
  );
}

export function authorOf(viewer: Viewer, reason?: string | null): Author {
  return reason ? { ...viewer, reason } : viewer;
}
