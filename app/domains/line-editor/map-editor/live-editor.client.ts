import { baseChoice } from "~/kit/page/map/base-choice.client";
import type { LineDrawingInHand } from "~/kit/page/map/draw-line.client";
import type { MapSettings } from "~/kit/page/map/map-settings";
import type { MapView } from "~/kit/page/map/map-view.client";
import { type AroundKind, showAround } from "./around.client";
import { dragPlan } from "./drag-plan.client";
import { drawLegOn } from "./draw-leg.client";
import { editOnMap } from "./edit-on-map.client";
import { beginEditing, type EditorState } from "./editor-state";
import { type Grip, placeOfGrip } from "./grip";
import { livePlan } from "./live-plan.client";
import type { Plan } from "./model";
import { offerStations } from "./offer-stations.client";
import { planKeys } from "./plan-keys.client";
import { showPlan } from "./show-plan.client";

interface LiveEditorOptions {
  root: HTMLElement;
  first: Plan;
  lineUrl: string;
  mayMove: boolean;
  showSpacing: boolean;
  tell: (state: EditorState) => void;
}

export type LiveEditor = ReturnType<typeof liveEditor>;

/** A plan on a live map: dragged, drawn, undone, searched on the roads; `tell` hears of every change. */
export function liveEditor(view: MapView, { root, first, lineUrl, mayMove, showSpacing, tell }: LiveEditorOptions) {
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
  const edits = editOnMap(view, { state: () => state, report, change, mayMove });

  function cancel() {
    if (state.tool !== "choose") return setTool("choose");
    report({ chosen: null, offered: null, note: "" });
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
  const offers = offerStations(`${lineUrl}/around`, (found) => {
    const hit = found.offered && edits.stationAt(found.offered);
    if (hit) edits.insert(hit);
    else report(found);
  });
  const stopDragging = dragPlan(view, {
    plan: () => state.plan,
    mayMove,
    active: () => state.tool !== "draw",
    preview,
    drop: change,
    click(grip, place) {
      if (state.tool === "insert") void offers.at(place);
      else edits.click(grip);
    },
  });
  const keys = {
    undo: () => (drawing && state.drawn > 0 ? drawing.undo() : live.undo()),
    redo: live.redo,
    remove: edits.remove,
    cancel,
    step: edits.step,
    nudge: edits.nudge,
    enter: () =>
      drawing ? drawing.finish() : state.tool === "insert" ? void offers.at(view.centre()) : edits.addAtCentre(),
    centre() {
      drawing?.add(view.centre());
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
    choose: edits.choose,
    setTool,
    addAtCentre: edits.addAtCentre,
    insert: edits.insert,
    insertAt: (at: string) => report({ at }),
    offerHere: () => offers.at(view.centre()),
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

const NOTES = {
  choose: "",
  draw: "依次点击画出这一段，双击或回车结束，Ctrl+Z 退回一点，Esc 放弃",
  insert: "点击图上的站点加入线路；点击别处，列出附近的站点（回车取地图中心）",
};
