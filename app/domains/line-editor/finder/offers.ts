import { metresText } from "~/kit/page/map/line-drawing";
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

/** A row to be added: the station ticked for a text, or the text alone while none is. */
export interface OfferedRow {
  asked: string;
  staUuid?: string;
}

/** What was asked for in its order. */
export const rowsPicked = (offers: readonly StationOffer[], picks: readonly string[]): OfferedRow[] =>
  offers.flatMap(({ asked }, nth): OfferedRow[] => {
    const own = picks.filter((pick) => pick.startsWith(`${nth}.`));
    if (own.length > 0) return own.map((pick) => ({ asked, staUuid: pick.slice(`${nth}.`.length) }));
    return asked === "" ? [] : [{ asked }];
  });

/** The ticks with this station in the place of what was ticked for the same text; null where no text may mean it. */
export function picksWith(offers: readonly StationOffer[], picks: readonly string[], staUuid: string): string[] | null {
  const means = offers.flatMap(({ found }, nth) => (found.some((one) => one.staUuid === staUuid) ? [nth] : []));
  const isFree = (nth: number) => !picks.some((pick) => pick.startsWith(`${nth}.`));
  const place = means.find(isFree) ?? means[0];
  if (place === undefined) return null;
  return [...picks.filter((pick) => !pick.startsWith(`${place}.`)), pickOf(place, staUuid)];
}

export const tickedAs = (offers: readonly StationOffer[], picks: readonly string[]): StationOffer[] =>
  offers.map(({ asked, found }, nth) => ({
    asked,
    found: found.map((station) => ({ ...station, ticked: picks.includes(pickOf(nth, station.staUuid)) })),
  }));

const points = ["北", "东北", "东", "东南", "南", "西南", "西", "西北"];

export const inWords = (degrees: number) => points[Math.round(degrees / 45) % 8]!;

export const headingWords = ({ azimuth, byRoad }: Pick<OfferedStation, "azimuth" | "byRoad">) =>
  azimuth !== null && `朝${inWords(azimuth)}${byRoad ? "（按道路）" : ` ${azimuth}°`}`;

export const wayWords = ({ away, towards }: Pick<OfferedStation, "away" | "towards">) =>
  away !== null && [towards !== null && inWords(towards), metresText(away)].filter(Boolean).join(" ");

/** A station as one of several to choose from. */
export const offerWords = (offer: OfferedStation) =>
  [
    `${offer.staName} ${offer.staSelfCode}`,
    [offer.road, offer.roadSide].filter(Boolean).join(" "),
    headingWords(offer),
    offer.away !== null && `距上一站 ${wayWords(offer)}`,
    offer.serials.length > 0 && `已是第 ${offer.serials.join("、")} 站`,
  ]
    .filter(Boolean)
    .join("，");
