import type { RoadEdge } from "~/transit/roads/edge";
import type { DrivenEdge } from "~/transit/roads/lay-path";
import type { TurnRule } from "~/transit/roads/turn-rule";

interface Driven {
  way: number;
  from: number;
  to: number;
}

/** How often a drive breaks a rule, looked for way by way as a person would with the map. */
export function forbiddenTurns(
  edges: readonly RoadEdge[],
  rules: readonly TurnRule[],
  driven: readonly DrivenEdge[],
): number {
  if (rules.length === 0) return 0;
  const known = new Map(edges.map((edge) => [edge.edgeKey, edge]));
  const runs: Driven[] = [];
  for (const { edgeKey, forward } of driven) {
    const { wayId: way, fromNode, toNode } = known.get(edgeKey)!;
    const [from, to] = forward ? [fromNode, toNode] : [toNode, fromNode];
    const last = runs.at(-1);
    const turned = last?.way === way && (last.from === to || last.to !== from);
    if (last?.way === way && !turned) last.to = to;
    else runs.push({ way, from, to });
  }
  return runs.reduce((sum, _, i) => {
    const broken = rules.filter((rule) => isBroken(runs, i, rule));
    // Of several rules that order the way on from one road, one has to be kept.
    const kept = (rule: TurnRule) => rules.some((other) => orders(other, rule) && !isBroken(runs, i, other));
    return sum + broken.filter((rule) => !rule.only || !kept(rule)).length;
  }, 0);
}

const orders = (other: TurnRule, rule: TurnRule) =>
  other.only && other.ways[0] === rule.ways[0] && other.nodes[0] === rule.nodes[0];

function isBroken(runs: readonly Driven[], at: number, { only, ways, nodes }: TurnRule): boolean {
  if (runs[at]!.way !== ways[0] || runs[at]!.to !== nodes[0]) return false;
  for (let k = 1; k < ways.length; k++) {
    const [before, run] = [runs[at + k - 1]!, runs[at + k]];
    // The drive ends, breaks or turns round in the middle of a road here.
    if (!run || run.from !== before.to) return false;
    const along = run.way === ways[k] && (k === nodes.length || run.to === nodes[k] || at + k === runs.length - 1);
    if (!along) return only;
  }
  return !only;
}
