import type { MapView } from "~/kit/page/map/map-view.client";
import { longestSequence } from "~/domains/line-versions/sequence/sequence-check";
import { distanceBetween, isInBox } from "~/transit/geo/lng-lat";
import { dragged } from "./drag-plan.client";
import { deletePoint, removeVia } from "./edit-path";
import { insertStation, removeStation } from "./edit-stations";
import type { EditorState } from "./editor-state";
import { type Grip, gripsOf, placeOfGrip, sameGrip } from "./grip";
import { cutNear } from "./line-cut";
import { callsOf, type KnownPlace, type Plan, stationsAt } from "./model";
import type { Offer } from "./offer-stations.client";

interface EditorHandle {
  state: () => EditorState;
  report: (changes: Partial<EditorState>) => void;
  change: (plan: Plan, chosen?: Grip | null) => void;
  mayMove: boolean;
}

/** What is done to a plan on its map: choosing, moving, removing and putting in. */
export function editOnMap(view: MapView, { state, report, change, mayMove }: EditorHandle) {
  function choose(chosen: Grip | null, show = false) {
    report({ chosen, note: "" });
    const place = chosen && placeOfGrip(state().plan, chosen);
    if (show && place && !isInBox(place, view.shownBox(1))) view.moveTo({ centre: place });
  }
  const sayFixed = () => report({ note: "您没有修改站点的权限，站点不能移动；可以拖动路径" });
  return {
    choose,
    click(grip: Grip | null) {
      choose(grip);
      if (grip?.kind === "station" && !mayMove) sayFixed();
    },
    step(by: 1 | -1) {
      const grips = gripsOf(state().plan);
      const at = grips.findIndex((grip) => sameGrip(grip, state().chosen));
      if (grips.length > 0)
        choose(grips[at < 0 ? (by > 0 ? 0 : grips.length - 1) : (at + by + grips.length) % grips.length]!, true);
    },
    remove() {
      const { plan, chosen } = state();
      if (chosen?.kind === "via") change(removeVia(plan, chosen.at), null);
      else if (chosen?.kind === "point") change(deletePoint(plan, chosen.leg, chosen.point), null);
      else if (chosen?.kind === "station") change(removeStation(plan, stationsAt(plan).indexOf(chosen.at)), null);
      else report({ note: "先点选一个站点、途经点或手绘点，再删除" });
    },
    nudge(east: number, north: number): boolean {
      const { plan, chosen } = state();
      const place = chosen && chosen.kind !== "leg" ? placeOfGrip(plan, chosen) : null;
      if (!place || !chosen) return false;
      if (chosen.kind === "station" && !mayMove) sayFixed();
      else change(...dragged(plan, chosen, view.shift(place, east, north)));
      return true;
    },
    /** A point at the map's centre, of the leg chosen or of the nearest one. */
    addAtCentre() {
      const { plan, chosen } = state();
      const place = view.centre();
      const nearest = plan.legs.map(({ points }) => cutNear(points, place).offset);
      const leg = chosen?.kind === "leg" ? chosen.leg : nearest.indexOf(Math.min(...nearest));
      if (!plan.legs[leg]) return report({ note: "还没有路段：先添加 2 个站点" });
      change(...dragged(plan, { kind: "leg", leg, piece: cutNear(plan.legs[leg].points, place).piece }, place));
    },
    /** At the serial typed if there is one; it stays ready for the next. */
    insert(station: KnownPlace) {
      const { plan, at } = state();
      const serial = /^\d{1,3}$/.test(at.trim()) ? Number(at) - 1 : undefined;
      const next = insertStation(plan, station, serial);
      if (next === plan) return report({ note: `一个方向最多 ${longestSequence} 个站点` });
      const before = new Set(plan.anchors);
      const call = callsOf(next).findIndex((anchor) => anchor.station === station && !before.has(anchor));
      change(next);
      report({ at: "", note: `已加为第 ${call + 1} 站：${station.staName}，Ctrl+Z 撤销` });
    },
    /** The one station of the network that a click has hit, where it is not on the line yet. */
    stationAt({ at, stations }: Offer): KnownPlace | undefined {
      const pixel = distanceBetween(at, view.shift(at, 0, 1));
      const near = stations.filter(({ lng, lat }) => distanceBetween(at, [lng, lat]) <= 8 * pixel);
      const called = callsOf(state().plan).some(({ station }) => station.staUuid === near[0]?.staUuid);
      return near.length === 1 && !called ? near[0] : undefined;
    },
  };
}
