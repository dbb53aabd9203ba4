import { boxOf } from "~/transit/geo/lng-lat";
import { pointsOf } from "~/transit/geo/shape";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { RoadEdge } from "~/transit/roads/edge";

const scale = 1e7;

export interface EdgeRow extends Omit<RoadEdge, "coords"> {
  shape: Buffer;
}

export const edgeColumns = [
  "edgeKey",
  "wayId",
  "seq",
  "fromNode",
  "toNode",
  "shape",
  "roadClass",
  "roadName",
  "forward",
  "backward",
  "length",
  "maxSpeed",
] as const;

/** Leaves out the closed roads, which only tell why a path ends. */
export const forBuses = sql<boolean>`(forward or backward)`;

export function toEdge({ shape, ...row }: EdgeRow): RoadEdge {
  return { ...row, coords: degreesOf(shape) };
}

/** An edge ready to be stored: its points packed, its texts fit for the database, its digest over all that counts as a change. */
export function toRow(edge: RoadEdge): EdgeRow & { digest: string; bounds: [number, number, number, number] } {
  const shape = packed(edge.coords);
  const { minLng, minLat, maxLng, maxLat } = boxOf(pointsOf(edge.coords))!;
  const { edgeKey, wayId, seq, fromNode, toNode, forward, backward, length } = edge;
  const roadName = plain(edge.roadName, 255);
  const roadClass = plain(edge.roadClass, 40);
  const maxSpeed = Math.max(0, Math.min(999, Math.round(edge.maxSpeed) || 0));
  const facts = `${seq}|${fromNode}|${toNode}|${roadClass}|${roadName}|${forward}|${backward}|${maxSpeed}|`;
  const digest = createHash("sha256").update(facts).update(shape).digest("base64url").slice(0, 22);
  return {
    edgeKey,
    wayId,
    seq,
    fromNode,
    toNode,
    shape,
    roadClass,
    roadName,
    forward,
    backward,
    length,
    maxSpeed,
    digest,
    bounds: [minLng, minLat, maxLng, maxLat],
  };
}

export function degreesOf(shape: Buffer): Float64Array {
  const coords = new Float64Array(shape.length / 4);
  for (let i = 0; i < coords.length; i++) coords[i] = shape.readInt32LE(4 * i) / scale;
  return coords;
}

function packed(coords: Float64Array): Buffer {
  const shape = Buffer.allocUnsafe(coords.length * 4);
  for (let i = 0; i < coords.length; i++) shape.writeInt32LE(Math.round(coords[i]! * scale), 4 * i);
  return shape;
}

function plain(text: string, longest: number): string {
  const clean = text.replace(/[\u0000-\u001f\u007f]/g, " ").trim();
  return clean.length > longest ? [...clean].slice(0, longest).join("") : clean;
}
