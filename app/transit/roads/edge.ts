/** WGS84, `coords` flat [lng, lat, ...]; whether a bus may drive along them (`forward`) and against (`backward`). */
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
