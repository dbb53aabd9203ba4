import { redirect } from "@remix-run/node";
import { staleGaps, nearestRoad } from "~/domains/roads/queries.server";
import type { ViewerCall } from "~/kit/page/http/page.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { attempt } from "~/kit/ground/problem";
import { clickMapPicture } from "~/kit/page/map/click-map.server";
import { boxOf, growBox } from "~/transit/geo/coordinates";
import {
  drawingOf,
  editedDirection,
  loadVersionInForce,
  type LinePicture,
  pictureOf,
  queryKept,
  runningTimes,
} from "~/domains/line-versions/queries.server";
import { proposeMatch } from "./queries.server";
import type { DirectionDetail, MatchProposal, Via } from "~/domains/line-versions/schema";
import { variantUrl } from "~/domains/lines/urls";
import { noGain } from "./gain.server";
import { matchQuery, readMatchQuery } from "./match-query";
import { toLookAt } from "~/domains/line-versions/path-words";
import { type MatchAsked, offRoad, viaReach } from "./propose.server";
import { tooFast } from "./too-fast";
import { sourceOffers } from "./source-offers.server";
import { distanceBetween, isLngLat } from "~/transit/geo/lng-lat";
import { clickedPlace } from "~/kit/page/map/click-map";
import { type Axis, degreeExamples, readDegrees } from "~/transit/geo/degrees";

export async function matchPage(call: ViewerCall) {
  const { viewer, url } = call;
  const { directions, version, one } = await editedDirection(call);
  const direction = one.direction as 1 | 2;
  const asked = readMatchQuery(url.searchParams);
  const query = { ...asked, gap: asked.gap !== null && asked.gap < one.stationList.length - 1 ? asked.gap : null };
  const added = await addedVia(viewer, url.searchParams, query.gap);
  if (added && typeof added !== "string")
    throw redirect(
      variantUrl(version, "match", {
        version: queryKept(url).version,
        direction,
        ...matchQuery({ ...query, ...withAdded(query, one, added) }),
      }),
      303,
    );
  const { gap, ...wanted } = query;
  const { classifySid, versionUuid } = version;
  const which = { classifySid, versionUuid: versionUuid ?? undefined, direction, ...wanted };
  const proposed = await attempt(() => proposeMatch(viewer, which));
  const proposal = proposed.ok ? proposed.value[0]! : null;
  const picture = await pictureOf(viewer, drawn(one, proposal));
  return {
    ...version,
    direction,
    directionName: one.directionName,
    old: { mileage: one.pathMileage, hasPath: one.path.length > 1, freeHand: one.freeHand.length },
    stations: one.stationList.map(({ serial, staName }) => ({ serial, staName })),
    proposal: proposal && { ...proposal, path: null, edgeKeys: null, drawn: drawnGaps(proposal) },
    ...(await judged(viewer, which, one, proposal)),
    tooFast: proposal ? tooFast(await runningTimes(versionUuid, direction), proposal.gaps) : [],
    stale: proposal && !proposal.matchedGaps ? await staleOf(viewer, one) : [],
    refusal: proposed.ok ? null : proposed.problem.message,
    directions: directions.map((each) => ({ direction: each.direction, directionName: each.directionName })),
    query,
    kept: queryKept(url),
    picture,
    setting:
      gap === null
        ? null
        : {
            gap,
            click: clickPicture(one, gap, proposal, picture),
            error: typeof added === "string" ? added : null,
            typed: { lng: url.searchParams.get("lng") ?? "", lat: url.searchParams.get("lat") ?? "" },
          },
  };
}

/** What each source would give beside the path in force, and what speaks against the one that is shown. */
async function judged(viewer: Viewer, which: MatchAsked, one: DirectionDetail, proposal: MatchProposal | null) {
  if (!proposal) return { offers: [], compared: null, against: "", look: "" };
  const { directions } = await loadVersionInForce(viewer, { classifySid: which.classifySid });
  const running = directions.find(({ direction }) => direction === one.direction)?.path ?? [];
  const old = one.path.length > 1 ? { points: one.path, gaps: one.gaps } : null;
  return {
    offers: await sourceOffers(viewer, which, proposal, running.length > 1 ? running : one.path),
    compared: running.length > 1 ? "生效路径" : old && "原路径",
    against: proposal.matchState === "full" ? "" : await noGain(viewer, old, proposal),
    look: toLookAt({ ...proposal, stationList: one.stationList }),
  };
}

/** The gaps of the stored path that a change of stations or roads has touched; none where it does not know its gaps. */
async function staleOf(viewer: Viewer, { path, gaps, freeHand, stationList }: DirectionDetail): Promise<number[]> {
  if (path.length < 2 || gaps.length !== stationList.length - 1) return [];
  const old = { points: path, freeHand, gaps: gaps.map((gap) => ({ ...gap, ratio: 1 })) };
  const stops = stationList.map(({ lng, lat }) => ({ lng, lat }));
  return staleGaps(viewer, old, stops);
}

function withAdded(query: ReturnType<typeof readMatchQuery>, one: DirectionDetail, via: Via) {
  const gaps = query.gaps && [...new Set([...query.gaps, via.gap])].sort((a, b) => a - b);
  return { vias: withVia(query.vias ?? one.vias, via, one.stationList), gaps };
}

function drawn(one: DirectionDetail, proposal: MatchProposal | null): LinePicture["drawing"] {
  if (!proposal) return drawingOf(one);
  const stationList = one.stationList.map((row, at) => {
    const [here, before] = [proposal.distances[at] ?? null, proposal.distances[at - 1] ?? null];
    return { ...row, distance: here, distancePrev: here !== null && before !== null ? here - before : null };
  });
  const { path, gaps } = proposal;
  return drawingOf({ ...one, stationList, path, gaps }, one);
}

function drawnGaps({ gaps, freeHand }: MatchProposal): number[] {
  return gaps.flatMap(({ pathFrom, pathTo }, gap) =>
    freeHand.some(([from, to]) => from < pathTo && to > pathFrom) ? [gap] : [],
  );
}

function clickPicture(
  one: DirectionDetail,
  gap: number,
  proposal: MatchProposal | null,
  { drawing, roads }: LinePicture,
) {
  const [from, to] = [one.stationList[gap]!, one.stationList[gap + 1]!];
  const vias = (proposal?.vias ?? one.vias).filter((via) => via.gap === gap);
  const way = proposal ? proposal.path.slice(proposal.gaps[gap]!.pathFrom, proposal.gaps[gap]!.pathTo + 1) : [];
  const bounds = growBox(boxOf([...[from, to, ...vias].map(({ lng, lat }) => [lng, lat] as const), ...way])!, 250);
  const dots = vias.map(({ lng, lat }, at) => ({
    key: String(at),
    label: `途经点${at + 1}`,
    title: "",
    online: true,
    lng,
    lat,
    azimuth: null,
  }));
  return clickMapPicture({
    ...drawing,
    title: `${from.staName}到${to.staName}`,
    roads,
    bounds,
    dots,
    highlights: [from.serial, to.serial],
    width: 540,
    height: 440,
  });
}

type Place = { lng: number; lat: number };

/** The points to pass with another one put where it lengthens the straight way between its gap's stations least. */
function withVia(vias: readonly Via[], via: Via, stations: readonly Place[]): Via[] {
  const own = vias.filter(({ gap }) => gap === via.gap);
  const chain: Place[] = [stations[via.gap]!, ...own, stations[via.gap + 1]!];
  const longer = chain.slice(1).map((to, i) => between(chain[i]!, via) + between(via, to) - between(chain[i]!, to));
  const at = longer.indexOf(Math.min(...longer));
  return [
    ...vias.filter(({ gap }) => gap < via.gap),
    ...own.slice(0, at),
    via,
    ...own.slice(at),
    ...vias.filter(({ gap }) => gap > via.gap),
  ];
}

const between = (a: Place, b: Place) => distanceBetween([a.lng, a.lat], [b.lng, b.lat]);

/** The point that a form of the match page adds to a gap, clicked or typed and put on the nearest road; its fault in words, or null where none is added. */
async function addedVia(viewer: Viewer, search: URLSearchParams, gap: number | null): Promise<Via | string | null> {
  if (gap === null || !(search.has("add") || search.has("at.x"))) return null;
  const clicked = clickedPlace(search, "at");
  const [lng, lat] = clicked ?? [typed(search, "lng"), typed(search, "lat")];
  if (Number.isNaN(lng) || Number.isNaN(lat))
    return `请输入经度和纬度，例如 ${degreeExamples.lng}，${degreeExamples.lat}`;
  if (!isLngLat(lng, lat)) return "经度在 -180 到 180 之间，纬度在 -90 到 90 之间";
  const road = await nearestRoad(viewer, lng, lat, viaReach);
  return road ? { gap, lng: degrees(road.lng), lat: degrees(road.lat) } : offRoad;
}

const degrees = (value: number) => Number(value.toFixed(6));
const typed = (search: URLSearchParams, axis: Axis) => readDegrees(search.get(axis) ?? "", axis) ?? NaN;
