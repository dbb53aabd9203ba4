import { drivenPath } from "~/transit/announcements/driven-path";
import type { LineDirection } from "~/transit/announcements/model";
import { hearDrive, simulateDrive } from "~/transit/announcements/simulate-drive";
import { prepareTerminal } from "~/transit/announcements/terminal";
import type { HeardNode } from "./heard";

/** One announcement of a trip; `seconds` and `metres` from its start, none where the drive never fires the node. */
export interface TripStop extends HeardNode {
  seconds?: number;
  metres?: number;
}

export const tripSpeed = 30;

/** The nodes that are announced in driving order, each with when a bus at an even 30 km/h fires it by the terminal's rule. */
export function driveTrip(driven: LineDirection | undefined, heard: readonly HeardNode[], isLoop: boolean): TripStop[] {
  const announced = heard.filter(({ node }) => node.isBroadcast);
  if (!driven || driven.stations.length < 2) return announced.map((one) => ({ ...one }));
  const terminal = prepareTerminal(
    announced.map(({ node }) => node),
    isLoop,
  );
  const fired = new Map(
    hearDrive(terminal, driven.direction, simulateDrive(drivenPath(driven), { speed: tripSpeed })).map((one) => [
      one.node,
      one,
    ]),
  );
  return announced.map((one, at) => {
    const found = fired.get(at);
    return { ...one, ...(found && { seconds: found.time, metres: Math.round(found.distance) }) };
  });
}
