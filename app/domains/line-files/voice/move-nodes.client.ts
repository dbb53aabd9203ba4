import { grab } from "~/kit/page/map/grab.client";
import type { MapView } from "~/kit/page/map/map-view.client";
import { linkRows } from "~/kit/page/map/page-rows.client";
import { pointAtStations } from "~/kit/page/map/point-at-stations.client";
import { drivenPath } from "~/transit/announcements/driven-path";
import type { Node } from "~/transit/announcements/model";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { NodeControls } from "./node-controls.client";
import { nodeKeys } from "./node-keys.client";
import { azimuthTo, draggedTo, mostSteps, type NodeStep, radiusAt, takeStep, takeSteps } from "./node-steps";
import { bringRow, showRows } from "./node-rows.client";
import { type Grip, showNodes } from "./show-nodes.client";

interface Moving {
  path: readonly LngLat[];
  nodes: readonly Node[];
  steps: readonly NodeStep[];
  controls: NodeControls;
  say: (text: string, bad?: boolean) => void;
}

/** Lets the nodes be moved by hand, keys and numbers; each change is a step that can be taken back. @public */
export function moveNodes(view: MapView, { path: line, nodes: given, steps: kept, controls, say }: Moving): () => void {
  const path = drivenPath({ path: line.map(([lng, lat]) => ({ lng, lat, distance: 0 })), stations: [] });
  const drawn = showNodes(view, path.points);
  let steps = kept.filter(({ nodeUuid }) => given.some((node) => node.nodeUuid === nodeUuid));
  let now: readonly Node[] = takeSteps(given, path, steps);
  let chosen: string | null = null;
  let near: number | null = null;
  let byKey = false;

  const find = (nodeUuid: string | null, among = now) => among.find((node) => node.nodeUuid === nodeUuid);
  const serialOf = (nodeUuid: string | null) => find(nodeUuid)?.serial ?? null;
  const show = (nodes: readonly Node[] = now) => {
    const node = find(chosen, nodes);
    drawn.show(nodes, node);
    showRows(nodes);
    controls.choose(node);
    controls.hold(steps);
    say(
      node ? `${node.serial} ${node.name}：距起点 ${node.distance} 米，半径 ${node.radius} 米，${node.azimuth}°` : "",
    );
  };
  const choose = (nodeUuid: string | null) => {
    chosen = nodeUuid;
    byKey = false;
    show();
    rows.mark(serialOf(chosen));
    if (chosen) bringRow(chosen);
  };
  const take = (next: readonly NodeStep[]) => {
    steps = [...next];
    now = takeSteps(given, path, steps);
    show();
    rows.mark(serialOf(chosen));
  };
  const add = (step: NodeStep, merge = false) => {
    const [before, after] = [find(step.nodeUuid), find(step.nodeUuid, takeStep(now, path, step))];
    if (!before || !after || sameNumbers(before, after)) return show();
    const last = steps.at(-1);
    const again = merge && byKey && last?.nodeUuid === step.nodeUuid && last.distance !== undefined;
    if (!again && steps.length >= mostSteps) {
      show();
      return say(`已有 ${mostSteps} 步修改，请先保存`, true);
    }
    byKey = merge;
    take([...(again ? steps.slice(0, -1) : steps), step]);
  };
  const undo = () => {
    byKey = false;
    take(steps.slice(0, -1));
  };
  const stepTo = ({ kind, nodeUuid }: Grip, place: LngLat): NodeStep => {
    const node = find(nodeUuid)!;
    if (kind === "radius") return { nodeUuid, radius: radiusAt(drawn.offset(node, place), drawn.metres(node)) };
    if (kind === "heading") return { nodeUuid, azimuth: azimuthTo(drawn.offset(node, place)) };
    near = draggedTo(path, place, near ?? node.distance);
    return { nodeUuid, distance: near };
  };

  const rows = linkRows(
    (serial) => drawn.hover(serial),
    (serial) => {
      choose(now.find((node) => node.serial === serial)?.nodeUuid ?? null);
      drawn.bring(find(chosen));
    },
  );
  const stopPointing = pointAtStations(
    view,
    drawn.at,
    (serial) => rows.mark(serial ?? serialOf(chosen)),
    () => {},
  );
  const stopGrabbing = grab<Grip>(view, {
    at: (place) => drawn.gripAt(place, now, find(chosen)),
    holds: () => true,
    onDrag(grip, place) {
      chosen = grip.nodeUuid;
      show(takeStep(now, path, stepTo(grip, place)));
    },
    onDrop(grip, place) {
      const step = stepTo(grip, place);
      near = null;
      add(step);
    },
    onClick: (grip) => choose(grip?.nodeUuid ?? null),
    active: () => true,
  });
  const stopKeys = nodeKeys(view.target, {
    undo,
    clear: () => choose(null),
    step(by) {
      const at = now.findIndex((node) => node.nodeUuid === chosen);
      const next = now[at < 0 ? (by > 0 ? 0 : now.length - 1) : (at + by + now.length) % now.length];
      choose(next?.nodeUuid ?? null);
      drawn.bring(next);
    },
    move(metres) {
      const node = find(chosen);
      if (!node) return false;
      add({ nodeUuid: node.nodeUuid, distance: Math.max(0, Math.min(path.length, node.distance + metres)) }, true);
      return true;
    },
  });
  controls.listen({
    undo,
    drop: () => take([]),
    type: (measure, value) => chosen && add({ nodeUuid: chosen, [measure]: value }),
  });
  view.home = () => drawn.fit(now);
  view.home();
  show();
  return () => {
    stopKeys();
    stopGrabbing();
    stopPointing();
    rows.dispose();
    drawn.dispose();
  };
}

const sameNumbers = (a: Node, b: Node) => a.distance === b.distance && a.radius === b.radius && a.azimuth === b.azimuth;
