import { coordsAsLines } from "~/transit/geo/coordinate-lines";
import type { FenceRow } from "./room";
import { windowLines } from "./time-windows";

export const typedOf = (fence: FenceRow, shown: { owner: string; buses: string }) => ({
  ...fence,
  coords: coordsAsLines(fence.coords),
  timeWindows: windowLines(fence.timeWindows),
  weekdays: fence.weekdays.map(String),
  ownerUuid: shown.owner,
  busUuids: shown.buses,
});
