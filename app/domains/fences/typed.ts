import { coordsAsLines } from "~/transit/geo/coordinate-lines";
import type { FenceRow } from "./room";
import { windowLines } from "./time-windows";

/** A fence as its form takes it: lines of coordinates, of hours and of bus numbers, and what people call the owner. */
export const typedOf = (fence: FenceRow, shown: { owner: string; buses: string }) => ({
  ...fence,
  coords: coordsAsLines(fence.coords),
  timeWindows: windowLines(fence.timeWindows),
  weekdays: fence.weekdays.map(String),
  ownerUuid: shown.owner,
  busUuids: shown.buses,
});
