import { grab } from "~/kit/page/map/grab.client";
import type { MapView } from "~/kit/page/map/map-view.client";
import type { LngLat } from "~/transit/geo/lng-lat";
import { addVia, insertPoint, movePoint, moveVia } from "./edit-path";
import { moveStation } from "./edit-stations";
import { type Grip, gripAt } from "./grip";
import type { Plan } from "./model";

interface Dragging {
  plan: () => Plan;
  mayMove: boolean;
  active: () => boolean;
  preview: (plan: Plan, chosen: Grip) => void;
  drop: (plan: Plan, chosen: Grip) => void;
  click: (grip: Grip | null, place: LngLat) => void;
}

/** Drags stations, points to pass and points drawn by hand; the line itself gets a new point where it is taken hold of. */
export function dragPlan(view: MapView, { plan, mayMove, active, preview, drop, click }: Dragging): () => void {
  return grab<Grip>(view, {
    at: (place, metres) => gripAt(plan(), place, metres),
    holds: (grip) => grip.kind !== "station" || mayMove,
    onDrag: (grip, place) => preview(...dragged(plan(), grip, place)),
    onDrop: (grip, place) => drop(...dragged(plan(), grip, place)),
    onClick: click,
    active,
  });
}

/** The plan with a grip at another place, and what is chosen then. */
export function dragged(plan: Plan, grip: Grip, place: LngLat): [Plan, Grip] {
  if (grip.kind === "via") return [moveVia(plan, grip.at, place), grip];
  if (grip.kind === "point") return [movePoint(plan, grip.leg, grip.point, place), grip];
  if (grip.kind === "station") {
    const anchor = plan.anchors[grip.at];
    return anchor?.kind === "station" ? [moveStation(plan, anchor.station.staUuid, place), grip] : [plan, grip];
  }
  if (plan.legs[grip.leg]?.mode === "free")
    return [
      insertPoint(plan, grip.leg, grip.piece + 1, place),
      { kind: "point", leg: grip.leg, point: grip.piece + 1 },
    ];
  return [addVia(plan, grip.leg, place), { kind: "via", at: grip.leg + 1 }];
}
