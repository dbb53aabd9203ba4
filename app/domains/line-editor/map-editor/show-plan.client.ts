import { boxOf, isInBox } from "~/transit/geo/lng-lat";
import type { MapView } from "~/kit/page/map/map-view.client";
import { pathHandles } from "~/kit/page/map/path-handles.client";
import { type PieceLook, pathPieces } from "~/kit/page/map/path-pieces.client";
import { LINE } from "~/kit/page/map/road-style";
import { stationLayer } from "~/kit/page/map/station-layer.client";
import { colourAt } from "~/kit/page/map/theme-colour.client";
import { type Grip, placeOfGrip, sameGrip } from "./grip";
import { measure, type MeasuredCall, stationsOf } from "./measure-plan";
import type { Offer } from "./offer-stations.client";
import { callsOf, type Leg, pathOf, placeOf, type Plan, stationsAt } from "./model";

/** Points of hand-drawn stretches shown at once. */
const mostHandles = 800;

export function showPlan(view: MapView, { spacing }: { spacing: boolean }) {
  const { map } = view;
  const colour = colourAt(view.target, LINE);
  const pieces = pathPieces(view, colour);
  const handles = pathHandles(view);
  const asked = pathHandles(view, 7);
  let stations: ReturnType<typeof stationLayer> | undefined;
  let last: { plan: Plan; chosen: Grip | null } | undefined;

  function line(plan: Plan, chosen: Grip | null) {
    const looks = looksOf(plan);
    const legs = plan.legs.map((leg, at) => ({
      key: leg,
      line: leg.points,
      look: looks[at]!,
      chosen: chosen?.kind === "leg" && chosen.leg === at,
    }));
    const ends = [plan.head, plan.tail]
      .filter((one) => one.length > 1)
      .map((one) => ({ key: one, line: one, look: "aside" as const, chosen: false }));
    pieces.show([...ends, ...legs]);
    hold(plan, chosen);
  }
  function hold(plan: Plan, chosen: Grip | null) {
    const vias = plan.anchors.flatMap((anchor, at) =>
      anchor.kind === "via"
        ? [{ at: anchor.at, kind: "via" as const, chosen: sameGrip(chosen, { kind: "via", at }) }]
        : [],
    );
    const ring = chosen?.kind === "station" ? placeOfGrip(plan, chosen) : null;
    handles.show([
      ...pointsInSight(plan, chosen),
      ...vias,
      ...(ring ? [{ at: ring, kind: "ring" as const, chosen: true }] : []),
    ]);
  }
  function pointsInSight(plan: Plan, chosen: Grip | null) {
    const box = view.shownBox(1);
    const points = plan.legs.flatMap((leg, at) =>
      leg.mode === "free"
        ? leg.points.slice(1, -1).map((point, i) => ({
            at: point,
            kind: "point" as const,
            chosen: sameGrip(chosen, { kind: "point", leg: at, point: i + 1 }),
          }))
        : [],
    );
    const inSight = points.filter(({ at }) => isInBox(at, box));
    return inSight.length <= mostHandles ? inSight : inSight.filter((one) => one.chosen);
  }
  function calls(plan: Plan) {
    const [called, path] = [stationsOf(plan), pathOf(plan).points];
    if (stations) return stations.show(called, path);
    stations = stationLayer(called, { colour, spacing, path, zIndex: 5 });
    map.addLayer(stations.layer);
  }
  const rearranged = () => {
    if (last) hold(last.plan, last.chosen);
  };
  map.on("moveend", rearranged);
  return {
    /** All of it; what has not changed since stays. */
    show(plan: Plan, chosen: Grip | null) {
      if (last?.plan !== plan) calls(plan);
      last = { plan, chosen };
      line(plan, chosen);
    },
    /** A place that was clicked and the stations found there, numbered as they are listed. */
    offer(offer: Offer | null) {
      const found = (offer?.stations ?? []).map(({ lng, lat }, at) => ({
        at: [lng, lat] as const,
        kind: "offer" as const,
        chosen: false,
        number: at + 1,
      }));
      asked.show([...(offer ? [{ at: offer.at, kind: "place" as const, chosen: false }] : []), ...found.toReversed()]);
    },
    /** Only its line and handles, as they would be. */
    preview: line,
    fit(plan: Plan) {
      const box = boxOf([...pathOf(plan).points, ...callsOf(plan).map((anchor) => placeOf(plan, anchor))]);
      if (box) view.fit(box);
    },
    dispose() {
      map.un("moveend", rearranged);
      pieces.dispose();
      handles.dispose();
      asked.dispose();
      if (stations) map.removeLayer(stations.layer);
    },
  };
}

function looksOf(plan: Plan): PieceLook[] {
  const measured = measure(plan);
  const at = stationsAt(plan);
  return plan.legs.map((leg, i) => lookOf(leg, measured[at.findIndex((place) => place > i)]));
}

function lookOf(leg: Leg, way: MeasuredCall | undefined): PieceLook {
  if (leg.way !== "laid") return leg.way;
  if (leg.mode === "free") return "free";
  return way?.doubtful ? "doubtful" : "laid";
}
