import type { CompiledLine, CompiledNode } from "./model";
import { beginTrip, drive, type Fix, prepareTerminal } from "./terminal";

export interface HeardAt {
  fix: Fix;
  node: CompiledNode;
}

/** What a terminal with this package, switched on somewhere, announces along a track. */
export function hearTrack(line: CompiledLine, fixes: Iterable<Fix>): HeardAt[] {
  const terminal = prepareTerminal(
    line.nodes.filter(({ isBroadcast }) => isBroadcast),
    line.isLoop,
  );
  const heard: HeardAt[] = [];
  let trip = beginTrip();
  for (const fix of fixes) {
    const next = drive(terminal, trip, fix);
    trip = next.trip;
    if (next.fired !== null) heard.push({ fix, node: terminal.nodes[next.fired]! });
  }
  return heard;
}
