import type { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { findVersionDetail, saveInto, type StoredPath } from "~/domains/line-versions/queries.server";
import type { Direction } from "~/domains/lines/directions";
import type { MatchProposal, MatchRequest, VersionDetail } from "~/domains/line-versions/schema";
import { type MatchAsked, proposeMatch } from "./propose.server";

/** oneClickMatch: the proposals, and with `accept` the draft that they were saved into. */
export async function oneClickMatch(
  viewer: Viewer,
  { accept, version, ...asked }: Partial<z.output<typeof MatchRequest>>,
): Promise<{ proposals: MatchProposal[]; saved: VersionDetail | null }> {
  const proposals = await proposeMatch(viewer, asked);
  return { proposals, saved: accept ? await saveMatch(viewer, asked, proposals, version) : null };
}

/** Saves the proposal that the person saw, or `picked` gaps; one changed since (roads or stations did) is refused. */
export async function acceptMatch(
  viewer: Viewer,
  asked: MatchAsked & { direction: Direction; proposal: string; picked?: number[]; version?: number },
): Promise<VersionDetail> {
  const { proposal, version, picked, ...which } = asked;
  const proposals = await proposeMatch(viewer, which);
  if (proposals[0]?.proposal !== proposal)
    throw problem.field("", "道路或站点在您查看之后有变化，匹配结果已更新，请重新核对");
  return saveMatch(
    viewer,
    which,
    picked ? await proposeMatch(viewer, { ...which, source: proposals[0].source, gaps: picked }) : proposals,
    version,
  );
}

async function saveMatch(
  viewer: Viewer,
  { classifySid, lineUuid, versionUuid }: MatchAsked,
  proposals: readonly MatchProposal[],
  version?: number,
): Promise<VersionDetail> {
  const directions = proposals.map((one) => ({ direction: one.direction as Direction, path: storedPath(one) }));
  const saved = await inTransaction((trx) =>
    saveInto(trx, viewer, { classifySid, lineUuid, versionUuid, version, directions }),
  );
  return findVersionDetail(viewer, saved.variant, saved.versionUuid);
}

function storedPath({ path: points, pathSource: source, matchState, ...found }: MatchProposal): StoredPath {
  const { gaps, edgeKeys, mileage, matchRatio, vias, freeHand } = found;
  const state = { matchState: matchState as StoredPath["matchState"], matchRatio };
  return { points, source, ...state, gaps, edgeKeys, mileage, vias, freeHand };
}
