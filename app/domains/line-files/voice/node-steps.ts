import { nearestOn, type DrivenPath } from "~/transit/announcements/driven-path";
import { moveNodeTo } from "~/transit/announcements/edit-nodes";
import type { Node } from "~/transit/announcements/model";
import type { LngLat } from "~/transit/geo/lng-lat";

/** One change of a node on the map: its place along the path, its radius or its heading. */
export interface NodeStep {
  nodeUuid: string;
  distance?: number;
  radius?: number;
  azimuth?: number;
}

export const mostSteps = 200;
export const [leastRadius, mostRadius] = [10, 500];

/** The nodes of a direction after some steps, as the server makes them; a step of a node that is gone is left out. */
export function takeSteps(nodes: readonly Node[], path: DrivenPath, steps: readonly NodeStep[]): Node[] {
  return steps.reduce<Node[]>((now, step) => takeStep(now, path, step), [...nodes]);
}

export function takeStep(nodes: readonly Node[], path: DrivenPath, step: NodeStep): Node[] {
  const { nodeUuid, distance, ...look } = step;
  const moved = distance === undefined ? nodes : moveNodeTo(nodes, path, nodeUuid, Math.min(distance, path.length));
  return moved.map((node) => (node.nodeUuid === nodeUuid ? { ...node, ...look } : node));
}

/** A node as a hand has it, in pixels beside it: the edge of its circle across the heading, and the heading itself. */
export const handlesOf = ({ azimuth, radius }: Pick<Node, "azimuth" | "radius">, metresPerPixel: number) => ({
  radius: offsetTo(azimuth + 90, radius / metresPerPixel + beyondEdge),
  heading: offsetTo(azimuth, headingLength),
});

export type Offset = readonly [right: number, up: number];

export function radiusAt([right, up]: Offset, metresPerPixel: number): number {
  const metres = (Math.hypot(right, up) - beyondEdge) * metresPerPixel;
  return Math.round(Math.min(mostRadius, Math.max(leastRadius, metres)));
}

export const azimuthTo = ([right, up]: Offset): number =>
  (Math.round((Math.atan2(right, up) * 180) / Math.PI) + 360) % 360;

/** How far along the path a node comes to lie under a hand that holds it near `near`. */
export const draggedTo = (path: DrivenPath, place: LngLat, near: number): number =>
  Math.round(nearestOn(path, place, { near }).distance * 10) / 10;

const [beyondEdge, headingLength] = [14, 48];

function offsetTo(degrees: number, pixels: number): Offset {
  const turn = (degrees * Math.PI) / 180;
  return [Math.sin(turn) * pixels, Math.cos(turn) * pixels];
}
