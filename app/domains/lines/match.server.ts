import { createHash } from "node:crypto";
import { matchStops } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kernel/access/viewer";
import { db, inTransaction } from "~/kernel/db/pool.server";
import { problem } from "~/kernel/http/problem";
import { readContent, type StoredPath } from "./content.server";
import { stationsOf, versionDetail } from "./detail.server";
import { type Direction, directionsOf } from "./directions";
import { saveInto } from "./drafts.server";
import { lengthOf, measureStops } from "./measure";
import type { MatchProposal, VersionDetail } from "./schema";
import { editedVersion, requireVariant, versionsOf } from "./versions.server";
import { readLineView } from "./view.server";

type Asked = { classifySid?: string; lineUuid?: string; versionUuid?: string; direction?: Direction };

/** Lays the stations of a variant's draft (or of what is in force) on the roads, direction by direction; nothing is saved. */
export async function proposeMatch(viewer: Viewer, { direction, ...key }: Asked): Promise<MatchProposal[]> {
  const variant = await requireVariant(viewer, key);
  const version = editedVersion(await versionsOf(variant.classifySid), key.versionUuid).current;
  const [content, view] = await Promise.all([readContent(db(), version?.versionUuid ?? null), readLineView()]);
  const stations = await stationsOf(db(), content);
  const wanted = directionsOf(variant.lineType, view).filter((one) => direction === undefined || one.direction === direction);
  const filled = wanted.filter((one) => content[one.direction - 1]!.rows.length > 1);
  if (filled.length === 0) throw problem.field("direction", "这个方向少于 2 个站点，请先编辑站点再匹配");
  const proposals: MatchProposal[] = [];
  for (const one of filled) {
    const places = content[one.direction - 1]!.rows.map(({ staUuid }) => stations.get(staUuid)!);
    proposals.push({ ...one, ...(await matchPlaces(viewer, places)) });
  }
  return proposals;
}

/** oneClickMatch: the proposals, and with `accept` the draft that they were saved into. */
export async function oneClickMatch(viewer: Viewer, { accept, version, ...asked }: Asked & { accept?: boolean; version?: number }): Promise<{ proposals: MatchProposal[]; saved: VersionDetail | null }> {
  const proposals = await proposeMatch(viewer, asked);
  return { proposals, saved: accept ? await saveMatch(viewer, asked, proposals, version) : null };
}

/** Saves the proposal that the person saw; one that has changed since (roads or stations did) is refused. */
export async function acceptMatch(viewer: Viewer, asked: Asked & { direction: Direction; proposal: string; version?: number }): Promise<VersionDetail> {
  const { proposal, version, ...which } = asked;
  const proposals = await proposeMatch(viewer, which);
  if (proposals[0]?.proposal !== proposal) throw problem.field("", "道路或站点在您查看之后有变化，匹配结果已更新，请重新核对");
  return saveMatch(viewer, which, proposals, version);
}

async function saveMatch(viewer: Viewer, { direction: _direction, ...key }: Asked, proposals: readonly MatchProposal[], version?: number): Promise<VersionDetail> {
  const directions = proposals.map((one) => ({ direction: one.direction as Direction, path: storedPath(one) }));
  const { variant, versionUuid } = await inTransaction((trx) => saveInto(trx, viewer, { ...key, version, directions }));
  return versionDetail(variant, (await versionsOf(variant.classifySid)).find((one) => one.versionUuid === versionUuid));
}

function storedPath({ path, gaps, edgeKeys, mileage, matchState, matchRatio }: MatchProposal): StoredPath {
  return { points: path, gaps, edgeKeys, source: "match", matchState: matchState as StoredPath["matchState"], matchRatio, mileage, vias: [], freeHand: [] };
}

async function matchPlaces(viewer: Viewer, places: readonly { lng: number; lat: number }[]): Promise<Omit<MatchProposal, "direction" | "directionName">> {
  const found = await matchStops(viewer, places.map(({ lng, lat }) => ({ lng, lat })));
  const path = found.path.map(([lng, lat]): [number, number] => [round(lng, 7), round(lat, 7)]);
  const gaps = found.gaps.map(({ from, to, pathFrom, pathTo, routeLength, straightLength, confidence, broken, reason }) => ({
    ...{ from, to, pathFrom, pathTo, broken, reason },
    ...{ routeLength: round(routeLength, 1), straightLength: round(straightLength, 1), confidence: round(confidence, 3) },
  }));
  const matchRatio = round(found.matchedShare, 4);
  return {
    proposal: createHash("sha256").update(JSON.stringify([places.map(({ lng, lat }) => [lng, lat]), path])).digest("hex").slice(0, 32),
    path,
    gaps,
    distances: measureStops(path, places.map(({ lng, lat }) => [lng, lat] as const)).map(({ distance }) => distance),
    mileage: lengthOf(path),
    matchState: gaps.some(({ broken }) => broken) || matchRatio < 0.95 ? (matchRatio > 0 ? "partial" : "none") : "full",
    matchRatio,
    edgeKeys: found.edges.map(({ edgeKey, forward }) => `${edgeKey}${forward ? "+" : "-"}`),
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
