import type { Viewer } from "~/kit/data/access/viewer";
import { attempt } from "~/kit/ground/problem";
import { metresBeyond } from "~/transit/geo/beside";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { MatchProposal } from "~/domains/line-versions/schema";
import type { MatchSource, SourceState } from "~/domains/lines/match-sources";
import { type MatchAsked, proposeMatch } from "./propose.server";

/** A source with what it would give: kilometres, share on roads, broken ways, and metres of the compared path that it leaves. */
export interface SourceOffer extends SourceState {
  gives: { mileage: number; matchRatio: number; breaks: number; leaves: number | null } | null;
}

const anotherWay = 30;

export async function sourceOffers(
  viewer: Viewer,
  asked: MatchAsked,
  chosen: MatchProposal,
  compared: readonly LngLat[],
): Promise<SourceOffer[]> {
  const offers: SourceOffer[] = [];
  for (const state of chosen.sources) {
    const source = state.source as MatchSource;
    const found = state.used
      ? chosen
      : state.open &&
        (await attempt(() => proposeMatch(viewer, { ...asked, source })).then((done) => done.ok && done.value[0]));
    offers.push({ ...state, source, gives: found ? figuresOf(found, compared) : null });
  }
  return offers;
}

function figuresOf({ mileage, matchRatio, gaps, path }: MatchProposal, compared: readonly LngLat[]) {
  return {
    mileage,
    matchRatio,
    breaks: gaps.filter(({ broken }) => broken).length,
    leaves: compared.length > 1 ? Math.round(metresBeyond(compared, path, anotherWay)) : null,
  };
}
