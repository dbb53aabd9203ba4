import { drivenPath } from "./driven-path";
import type { LineDirection, Node } from "./model";
import { hearDrive, simulateDrive } from "./simulate-drive";
import { type HeardNode as Heard, prepareTerminal } from "./terminal";

type HeardNode = Heard & Pick<Node, "distance">;

export interface DriveFault {
  serial: number;
  words: string;
}

/** What goes wrong on a drive at 30 km/h along one direction up to its terminus, with the nodes of all directions on board. */
export function faultsOfDrive(
  { nodes, isLoop }: { nodes: readonly HeardNode[]; isLoop: boolean },
  { direction, ...way }: LineDirection,
  seed: number,
): DriveFault[] {
  const terminal = prepareTerminal(nodes, isLoop);
  const drive = simulateDrive(drivenPath(way), { error: errors(seed) });
  const all = hearDrive(terminal, direction, drive).map(({ node, distance }) => ({
    ...terminal.nodes[node]!,
    at: distance,
  }));
  const end = all.findIndex((node) => node.direction === direction && node.event === 5);
  const heard = end < 0 ? all : all.slice(0, end + 1);
  const count = (serial: number) =>
    heard.filter((node) => node.direction === direction && node.serial === serial).length;
  return [
    ...terminal.nodes
      .filter((node) => node.direction === direction && count(node.serial) !== 1)
      .map(({ serial }) => ({ serial, words: `heard ${count(serial)} times` })),
    ...heard.flatMap(({ serial, at, distance, radius, ...node }, place) => {
      const before = heard[place - 1]?.serial ?? 0;
      const words = [
        node.direction === direction ? "" : "of the other direction",
        serial < before ? `after ${before}` : "",
        Math.abs(at - distance) > radius + 50 ? `at ${Math.round(at)} instead of ${distance}` : "",
      ].filter(Boolean);
      return words.length > 0 ? [{ serial, words: words.join(", ") }] : [];
    }),
  ];
}

/** Gauss by a seed; ten metres is the deviation east and north, ten degrees that of the heading. */
function errors(seed: number) {
  let state = seed;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return () => ({ east: 10 * gauss(), north: 10 * gauss(), heading: 10 * gauss() });
}
