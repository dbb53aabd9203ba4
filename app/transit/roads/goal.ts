import { arcStartNode, type Position, type RoadGraph } from "./graph";
import { METRES_PER_DEGREE, metresPerUnit, UNITS_PER_DEGREE, metresBetweenUnits } from "~/transit/geo/metres";

/** A circle that holds the start of every target's arc; metres outside it can only be too few, never too many. */
export interface Goal {
  x: number;
  y: number;
  east: number;
  north: number;
  radius: number;
}

export function goalAround(graph: RoadGraph, targets: readonly Position[], limit: number): Goal {
  const nodes = targets.map((target) => arcStartNode(graph, target.arc));
  const x = nodes.reduce((sum, node) => sum + graph.nodeX[node]!, 0) / nodes.length;
  const y = nodes.reduce((sum, node) => sum + graph.nodeY[node]!, 0) / nodes.length;
  const farthest = Math.min(89.9 * UNITS_PER_DEGREE, Math.abs(y) + (limit / METRES_PER_DEGREE) * UNITS_PER_DEGREE);
  const plane = metresPerUnit(farthest);
  const radius = Math.max(...nodes.map((node) => metresBetweenUnits(graph.nodeX[node]!, graph.nodeY[node]!, x, y)));
  return { x, y, east: plane.east * 0.999, north: plane.north * 0.999, radius };
}

/** Metres from a node to the circle, never more than any route to it; 0 inside. */
export function distanceToGoal(graph: RoadGraph, node: number, goal: Goal): number {
  const dx = (graph.nodeX[node]! - goal.x) * goal.east;
  const dy = (graph.nodeY[node]! - goal.y) * goal.north;
  return Math.max(0, Math.sqrt(dx * dx + dy * dy) - goal.radius);
}
