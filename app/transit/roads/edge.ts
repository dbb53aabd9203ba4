/**
 * A stretch of road between two junctions, as stored and as matched: WGS84, `coords` flat as [lng, lat, lng, lat, ...].
 * `forward` / `backward` say in which directions a bus may drive it (one-ways, bus lanes against traffic and bus-only
 * access already taken into account), relative to the order of `coords`.
 */
export interface RoadEdge {
  /** Stable across imports of the same data: `${wayId}:${seq}`. */
  edgeKey: string;
  /** OSM way id (or the source's own id). */
  wayId: number;
  /** Place of this stretch within its way, from 0. */
  seq: number;
  fromNode: number;
  toNode: number;
  coords: Float64Array;
  /** OSM `highway` value. */
  roadClass: string;
  roadName: string;
  forward: boolean;
  backward: boolean;
  /** Metres. */
  length: number;
  /** km/h where tagged, else 0. */
  maxSpeed: number;
}
