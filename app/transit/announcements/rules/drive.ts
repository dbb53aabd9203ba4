import { hearDrive, simulateDrive } from "../simulate-drive";
import { headingTolerance, prepareTerminal } from "../terminal";
import { type ExaminedNode, faultAt, type Rule } from "./examined";

/** Metres and degrees by which a position may be wrong, and metres before its circle at which a node is heard without harm. */
const [positionError, headingError] = [20, 20];
const allowance = 40;

/** What a bus that drives the path by the terminal's rule does not announce, or may announce long before its place. */
export const driveRule: Rule = ({ input, directions }) =>
  directions.flatMap(({ direction, path, nodes }) => {
    const fixes = [...simulateDrive(path)];
    const heardAt = (margin: number, turn: number) => {
      const grown = nodes.map(({ node }) => ({ ...node, radius: node.radius + margin }));
      const terminal = prepareTerminal(grown, input.line.isLoop, { tolerance: headingTolerance + turn });
      const heard = hearDrive(terminal, direction, fixes);
      return new Map(heard.map(({ node, distance }) => [node, distance]));
    };
    const [exact, wide] = [heardAt(0, 0), heardAt(positionError, headingError)];
    return nodes.flatMap((one, at) => {
      const words = exact.has(at) ? misplaced(one, wide.get(at)) : "按行驶路径模拟时没有播报";
      return words ? [faultAt(one, "radius", `“${one.node.name}”${words}，请调整位置、半径或方位角`)] : [];
    });
  });

function misplaced({ node: { distance, radius } }: ExaminedNode, heardAt = distance): string | undefined {
  const early = Math.round(distance - radius - heardAt);
  return early > allowance ? `按行驶路径模拟时可能提前 ${early} 米播报` : undefined;
}
