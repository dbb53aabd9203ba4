import type { FoundStation } from "~/domains/line-versions/queries.server";

export interface OfferedStation extends FoundStation {
  /** Metres from the stop before, and the degrees in which it lies from there. */
  away: number | null;
  towards: number | null;
  serials: number[];
  ticked: boolean;
}

export interface StationOffer {
  /** Empty: the next along the road. */
  asked: string;
  found: OfferedStation[];
}

export const pickOf = (nth: number, staUuid: string) => `${nth}.${staUuid}`;

export const stationsPicked = (picks: readonly string[]) => picks.map((pick) => pick.split(".")[1] ?? "");

export function textsLeft(offers: readonly StationOffer[], picks: readonly string[]): string {
  return offers
    .filter(({ found }, nth) => !found.some(({ staUuid }) => picks.includes(pickOf(nth, staUuid))))
    .map(({ asked }) => asked)
    .join("\n");
}

const points = ["北", "东北", "东", "东南", "南", "西南", "西", "西北"];

export const inWords = (degrees: number) => points[Math.round(degrees / 45) % 8]!;
