import { hearDrive, simulateDrive } from "../simulate-drive";
import { prepareTerminal } from "../terminal";
import { type ExaminedNode, faultAt, type Rule } from "./examined";

/** Metres: a node may be heard this much before its circle begins by the rounding of positions. */
const allowance = 20;

/** What a bus that drives the path by the terminal's rule does not announce, or not where it should. */
export const driveRule: Rule = ({ input, directions }) =>
  directions.flatMap(({ direction, path, nodes }) => {
    const own = nodes.filter(({ node }) => node.direction === direction);
    const terminal = prepareTerminal(
      own.map(({ node }) => node),
      input.line.isLoop,
    );
    const heardAt = new Map(
      hearDrive(terminal, direction, simulateDrive(path)).map(({ node, distance }) => [node, distance]),
    );
    return own.flatMap((one, at) => {
      const distance = heardAt.get(at);
      const words = distance === undefined ? "按行驶路径模拟时没有播报" : misplaced(one, distance);
      return words ? [faultAt(one, "radius", `“${one.node.name}”${words}，请调整位置、半径或方位角`)] : [];
    });
  });

function misplaced({ node: { distance, radius } }: ExaminedNode, heardAt: number): string | undefined {
  const early = Math.round(distance - radius - heardAt);
  return early > allowance ? `按行驶路径模拟时提前 ${early} 米播报` : undefined;
}
