import { drawnLayer, pixelsOf } from "~/kit/page/map/drawn-layer.client";
import { hoverMark } from "~/kit/page/map/hover-mark.client";
import { lineLayer } from "~/kit/page/map/line-layer.client";
import type { MapStation } from "~/kit/page/map/line-drawing";
import type { MapView } from "~/kit/page/map/map-view.client";
import { HALO, HIGHLIGHT, LINE } from "~/kit/page/map/road-style";
import { stationLayer } from "~/kit/page/map/station-layer.client";
import { colourAt } from "~/kit/page/map/theme-colour.client";
import type { Node } from "~/transit/announcements/model";
import { boxOf, type LngLat } from "~/transit/geo/lng-lat";
import { handlesOf, type Offset } from "./node-steps";

/** What a hand can take hold of. */
export interface Grip {
  kind: "node" | "radius" | "heading";
  nodeUuid: string;
}

/** The path, its nodes, and of the chosen one its circle and handles. */
export function showNodes(view: MapView, path: readonly LngLat[]) {
  const { map } = view;
  const colour = colourAt(view.target, LINE);
  const shown: MapStation[] = [];
  let chosen: Node | undefined;
  const stations = stationLayer(shown, { colour, spacing: false, path, zIndex: 5 });
  const handles = drawnLayer({
    beyond: 64,
    zIndex: 6,
    isEmpty: () => !chosen,
    draw(pen, sight) {
      if (!chosen) return;
      const [x, y] = pixelsOf(view.toMap([chosen.lng, chosen.lat]), sight) as [number, number];
      drawHandles(pen, x, y, { metres: metres(chosen), node: chosen });
    },
  });
  const layers = [lineLayer({ path: [...path], stations: [], breaks: [] }, colour), stations.layer, handles];
  for (const layer of layers) map.addLayer(layer);
  const mark = hoverMark(view);

  const resolution = () => map.getView().getResolution()!;
  const metres = ({ lat }: Node) => resolution() * Math.cos((lat * Math.PI) / 180);
  const offset = ({ lng, lat }: Node, place: LngLat): Offset => {
    const [[x, y], [atX, atY]] = [view.toMap(place), view.toMap([lng, lat])] as [[number, number], [number, number]];
    return [(x - atX) / resolution(), (y - atY) / resolution()];
  };
  return {
    metres,
    offset,
    at: stations.at,
    hover: (serial: number | null) => mark.show(shown.find((one) => one.serial === serial) ?? null),
    show(nodes: readonly Node[], node: Node | undefined) {
      const wanted = nodes.map(({ serial, name, lng, lat, distance }) => ({
        serial,
        staName: name,
        lng,
        lat,
        distance,
      }));
      shown.splice(0, shown.length, ...wanted);
      chosen = node;
      mark.show(null);
      stations.highlight(new Set(node ? [node.serial] : []));
      handles.changed();
    },
    gripAt(place: LngLat, nodes: readonly Node[], node: Node | undefined): Grip | null {
      if (node) {
        const [right, up] = offset(node, place);
        const near = Object.entries(handlesOf(node, metres(node))).find(
          ([, [x, y]]) => Math.hypot(right - x, up - y) <= reach,
        );
        if (near) return { kind: near[0] as "radius" | "heading", nodeUuid: node.nodeUuid };
      }
      const serial = stations.at(view.toMap(place));
      const under = nodes.find((one) => one.serial === serial);
      return under ? { kind: "node", nodeUuid: under.nodeUuid } : null;
    },
    /** Into the middle and near enough to be moved. */
    bring(node: Node | undefined) {
      if (!node) return;
      const olView = map.getView();
      const zoom = Math.max(olView.getZoom() ?? 0, Math.min(nearEnough, olView.getMaxZoom()));
      view.moveTo({ centre: [node.lng, node.lat], zoom });
    },
    fit(nodes: readonly Node[]) {
      const box = boxOf([...path, ...nodes.map(({ lng, lat }): LngLat => [lng, lat])]);
      if (box) view.fit(box);
    },
    dispose() {
      mark.dispose();
      for (const layer of layers) map.removeLayer(layer);
    },
  };
}

const [reach, nearEnough] = [12, 16];

function drawHandles(pen: CanvasRenderingContext2D, x: number, y: number, at: { metres: number; node: Node }) {
  const { radius, heading } = handlesOf(at.node, at.metres);
  const circle = (dx: number, dy: number, size: number) => {
    pen.beginPath();
    pen.arc(x + dx, y - dy, size, 0, 7);
  };
  const stroke = (colour: string, width: number) => {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke();
  };
  circle(0, 0, at.node.radius / at.metres);
  pen.save();
  pen.globalAlpha = 0.15;
  pen.fillStyle = HIGHLIGHT;
  pen.fill();
  pen.restore();
  stroke(HIGHLIGHT, 1.5);
  for (const [colour, width] of [
    [HALO, 6],
    [HIGHLIGHT, 3],
  ] as const) {
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x + heading[0], y - heading[1]);
    stroke(colour, width);
  }
  drawArrow(pen, x + heading[0], y - heading[1], at.node.azimuth);
  circle(...radius, 7);
  pen.fillStyle = HALO;
  pen.fill();
  stroke(HIGHLIGHT, 2.5);
}

function drawArrow(pen: CanvasRenderingContext2D, x: number, y: number, azimuth: number) {
  pen.save();
  pen.translate(x, y);
  pen.rotate((azimuth * Math.PI) / 180);
  pen.beginPath();
  for (const [dx, dy] of arrow) pen.lineTo(dx, dy);
  pen.closePath();
  pen.fillStyle = HIGHLIGHT;
  pen.strokeStyle = HALO;
  pen.lineWidth = 2;
  pen.fill();
  pen.stroke();
  pen.restore();
}

const arrow = [
  [0, -11],
  [8, 6],
  [-8, 6],
] as const;
