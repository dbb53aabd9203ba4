import type { Box } from "~/transit/geo/lng-lat";
import type { NodeTable } from "./nodes";

export type OsmTags = Readonly<Record<string, string>>;
export type MemberType = "node" | "way" | "relation";

export interface OsmWay {
  id: number;
  /** Node ids in the way's order, also those that are not in the file. */
  refs: Float64Array;
  tags: OsmTags;
}

export interface OsmMember {
  type: MemberType;
  ref: number;
  role: string;
}

export interface OsmRelation {
  id: number;
  members: readonly OsmMember[];
  tags: OsmTags;
}

/** What roads and bus routes need of an OSM file; ways and relations in ascending id, whatever the file's order. */
export interface OsmExtract {
  /** Around every node of the file; null where it has none. */
  bounds: Box | null;
  /** Nodes of the kept ways, stops, and members of the kept relations. */
  nodes: NodeTable;
  nodeTags: ReadonlyMap<number, OsmTags>;
  ways: readonly OsmWay[];
  /** Bus routes, their masters and stop areas. */
  relations: readonly OsmRelation[];
  restrictions: readonly OsmRelation[];
  /** Relations left out, by `type` or `route=...`. */
  otherRelations: Readonly<Record<string, number>>;
  /** How much the whole file held, and how many node references of kept ways point outside it. */
  counts: { nodes: number; ways: number; relations: number; missingNodes: number };
  /** Ways that an editor had numbered itself: the file's number by that which they have here. */
  former?: ReadonlyMap<number, number>;
}
