import { baseChoice } from "~/kit/page/map/base-choice.client";
import type { LineDrawingInHand } from "~/kit/page/map/draw-line.client";
import { distanceBetween, isInBox } from "~/transit/geo/lng-lat";
import type { MapSettings } from "~/kit/page/map/map-settings";
import type { MapView } from "~/kit/page/map/map-view.client";
import { longestSequence } from "~/domains/line-versions/sequence/sequence-check";
import { type AroundKind, showAround } from "./around.client";
import { dragged, dragPlan } from "./drag-plan.client";
import { drawLegOn } from "./draw-leg.client";
import { deletePoint, removeVia } from "./edit-path";
import { insertStation, removeStation } from "./edit-stations";
import { beginEditing, type EditorState } from "./editor-state";
import { type Grip, gripsOf, placeOfGrip, sameGrip } from "./grip";
import { cutNear } from "./line-cut";
import { livePlan } from "./live-plan.client";
import { callsOf, type KnownPlace, type Plan, stationsAt } from "./model";
import { offerStations, type Offer } from "./offer-stations.client";
import { planKeys } from "./plan-keys.client";
import { showPlan } from "./show-plan.client";

interface Given {
  root: HTMLElement;
  first: Plan;
  lineUrl: string;
  mayMove: boolean;
  showSpacing: boolean;
  tell: (state: EditorState) => void;
}

export type LiveEditor = ReturnType<typeof liveEditor>;

/** A plan on a live map: dragged, drawn, undone, searched on the roads; `tell` hears of every change. */
export function liveEditor(view: MapView, { root, first, lineUrl, mayMove, showSpacing, tell }: Given) {
  const picture = showPlan(view, { spacing: showSpacing });
  let state = beginEditing(first);
  const wanted: Record<AroundKind, boolean> = { stations: false, lines: false };
  let drawing: LineDrawingInHand | null = null;
  const report = (changes: Partial<EditorState>) => {
    state = { ...state, trial: null, ...changes };
    if (state.chosen && !placeOfGrip(state.plan, state.chosen)) state.chosen = null;
    picture.show(state.plan, state.chosen);
    if ("offered" in changes) picture.offer(state.offered);
    tell(state);
  };
  const live = livePlan(first, `${lineUrl}/route-between`, report);
  const around = showAround(view, `${lineUrl}/around`, (note) => report({ note }));
  const change = (plan: Plan, chosen: Grip | null = state.chosen) => {
    state.chosen = chosen;
    live.change(plan);
    report({ note: "", offered: null });
  };
  const preview = (plan: Plan, chosen: Grip | null = state.chosen) => {
    picture.preview(plan, chosen);
    tell((state = { ...state, trial: plan }));
  };
  const centre = () => view.toLngLat(view.map.getView().getCenter()!);

  function choose(chosen: Grip | null, show = false) {
    report({ chosen, note: "" });
    const place = chosen && placeOfGrip(state.plan, chosen);
    if (show && place && !isInBox(place, view.shownBox(1)))
      view.map.getView().animate({ center: view.toMap(place), duration: 150 });
  }
  function cancel() {
    if (state.tool !== "choose") return setTool("choose");
    report({ chosen: null, offered: null, note: "" });
  }
  function remove() {
    const { plan, chosen } = state;
    if (chosen?.kind === "via") change(removeVia(plan, chosen.at), null);
    else if (chosen?.kind === "point") change(deletePoint(plan, chosen.leg, chosen.point), null);
    else if (chosen?.kind === "station") change(removeStation(plan, stationsAt(plan).indexOf(chosen.at)), null);
    else report({ note: "先点选一个站点、途经点或手绘点，再删除" });
  }
  function nudge(east: number, north: number): boolean {
    const place = state.chosen && state.chosen.kind !== "leg" ? placeOfGrip(state.plan, state.chosen) : null;
    if (!place || !state.chosen) return false;
    if (state.chosen.kind === "station" && !mayMove) report({ note: noMoving });
    else {
      const [x = 0, y = 0] = view.toMap(place);
      const step = view.map.getView().getResolution()!;
      change(...dragged(state.plan, state.chosen, view.toLngLat([x + east * step, y + north * step])));
    }
    return true;
  }
  /** A point at the map's centre, of the leg chosen or of the nearest one. */
  function addAtCentre() {
    const { plan, chosen } = state;
    const place = centre();
    const nearest = plan.legs.map(({ points }) => cutNear(points, place).offset);
    const leg = chosen?.kind === "leg" ? chosen.leg : nearest.indexOf(Math.min(...nearest));
    if (!plan.legs[leg]) return report({ note: "还没有路段：先添加 2 个站点" });
    change(...dragged(plan, { kind: "leg", leg, piece: cutNear(plan.legs[leg].points, place).piece }, place));
  }
  function setTool(tool: EditorState["tool"]) {
    drawing?.dispose();
    drawing = null;
    const leg = state.chosen?.kind === "leg" ? state.chosen.leg : null;
    if (tool === "draw" && leg === null) return report({ tool: "choose", note: "先在图上点选一段路径，再手绘它" });
    if (tool === "draw") drawing = startDrawing(leg!);
    report({ tool, drawn: 0, offered: null, at: "", note: NOTES[tool] });
    around.toggle("stations", wanted.stations || tool === "insert");
    picture.preview(state.plan, state.chosen);
  }
  const startDrawing = (leg: number) =>
    drawLegOn(view, () => state.plan, leg, {
      preview,
      count: (drawn) => tell((state = { ...state, drawn })),
      end(plan) {
        setTool("choose");
        change(plan, { kind: "leg", leg, piece: 0 });
      },
    });
  /** Puts a station in; it stays ready for the next. */
  function insert(station: KnownPlace) {
    const serial = /^\d{1,3}$/.test(state.at.trim()) ? Number(state.at) - 1 : undefined;
    const next = insertStation(state.plan, station, serial);
    if (next === state.plan) return report({ note: `一个方向最多 ${longestSequence} 个站点` });
    const before = new Set(state.plan.anchors);
    const call = callsOf(next).findIndex((anchor) => anchor.station === station && !before.has(anchor));
    change(next);
    report({ at: "", note: `已加为第 ${call + 1} 站：${station.staName}，Ctrl+Z 撤销` });
  }
  const offers = offerStations(`${lineUrl}/around`, (found) => {
    const hit = found.offered && stationAt(found.offered);
    if (hit) insert(hit);
    else report(found);
  });
  /** The one station of the network that a click has hit, where it is not on the line yet. */
  function stationAt({ at, stations }: Offer): KnownPlace | undefined {
    const [x = 0, y = 0] = view.toMap(at);
    const pixel = distanceBetween(at, view.toLngLat([x, y + view.map.getView().getResolution()!]));
    const near = stations.filter(({ lng, lat }) => distanceBetween(at, [lng, lat]) <= 8 * pixel);
    const called = callsOf(state.plan).some(({ station }) => station.staUuid === near[0]?.staUuid);
    return near.length === 1 && !called ? near[0] : undefined;
  }
  const stopDragging = dragPlan(view, {
    plan: () => state.plan,
    mayMove,
    active: () => state.tool !== "draw",
    preview,
    drop: change,
    click(grip, place) {
      if (state.tool === "insert") return void offers.at(place);
      choose(grip);
      if (grip?.kind === "station" && !mayMove) report({ note: noMoving });
    },
  });
  const keys = {
    undo: () => (drawing && state.drawn > 0 ? drawing.undo() : live.undo()),
    redo: live.redo,
    remove,
    cancel,
    step(by: 1 | -1) {
      const grips = gripsOf(state.plan);
      const at = grips.findIndex((grip) => sameGrip(grip, state.chosen));
      if (grips.length > 0)
        choose(grips[at < 0 ? (by > 0 ? 0 : grips.length - 1) : (at + by + grips.length) % grips.length]!, true);
    },
    nudge,
    enter: () => (drawing ? drawing.finish() : state.tool === "insert" ? void offers.at(centre()) : addAtCentre()),
    centre() {
      drawing?.add(centre());
      return drawing !== null;
    },
  };
  const stopKeys = planKeys(root, view.target, keys);
  // While stations are put in, quick clicks ask for places and do not zoom.
  const still = () => state.tool !== "insert";
  view.map.on("dblclick", still);
  view.home = () => picture.fit(live.now());
  view.home();
  report({});
  return {
    ...keys,
    change,
    choose,
    setTool,
    addAtCentre,
    insert,
    insertAt: (at: string) => report({ at }),
    offerHere: () => offers.at(centre()),
    drawCentre: keys.centre,
    around(kind: AroundKind, on: boolean) {
      wanted[kind] = on;
      around.toggle(kind, on || (kind === "stations" && state.tool === "insert"));
    },
    base: baseChoice(view) as (settings: MapSettings | null) => Promise<void>,
    say: (note: string) => report({ note }),
    settled: live.settled,
    dispose() {
      drawing?.dispose();
      offers.dispose();
      view.map.un("dblclick", still);
      stopKeys();
      stopDragging();
      around.dispose();
      live.dispose();
      picture.dispose();
    },
  };
}

const noMoving = "您没有修改站点的权限，站点不能移动；可以拖动路径";
const NOTES = {
  choose: "",
  draw: "依次点击画出这一段，双击或回车结束，Ctrl+Z 退回一点，Esc 放弃",
  insert: "点击图上的站点加入线路；点击别处，列出附近的站点（回车取地图中心）",
};
