import { type DrivenPath, drivenPath } from "../driven-path";
import { fillPlaylists, type NodeSound } from "../fill-playlists";
import type { CompileInput, Fault, LineDirection, Node } from "../model";
import type { Direction } from "../words";

/** A node with where it stands in the input and what it lets hear. */
export interface ExaminedNode {
  node: Node;
  at: number;
  sound: NodeSound;
}

export interface ExaminedDirection {
  direction: Direction;
  at: number;
  line: LineDirection;
  path: DrivenPath;
  nodes: ExaminedNode[];
}

export interface ExaminedFile {
  input: CompileInput;
  nodes: ExaminedNode[];
  directions: ExaminedDirection[];
}

/** A rule names every fault it finds; it never throws and changes nothing. */
export type Rule = (examined: ExaminedFile) => Fault[];

export function examine(input: CompileInput): ExaminedFile {
  const nodes = examineNodes(input);
  const directions = input.line.directions.map((line, at) => ({
    direction: line.direction,
    at,
    line,
    path: drivenPath(line),
    nodes: nodes.filter(({ node }) => node.direction === line.direction).sort((a, b) => a.node.serial - b.node.serial),
  }));
  return { input, nodes, directions };
}

/** What each node lets hear. */
export function examineNodes({
  line,
  recipe,
  nodes,
  clips,
}: Pick<CompileInput, "line" | "recipe" | "nodes" | "clips">): ExaminedNode[] {
  const fill = fillPlaylists(line, recipe, clips);
  return nodes.map((node, at) => ({ node, at, sound: fill(node) }));
}

export function faultAt({ at }: Pick<ExaminedNode, "at">, field: string, message: string): Fault {
  return { path: `nodes[${at}].${field}`, message, row: at + 1 };
}
