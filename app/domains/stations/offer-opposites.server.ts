import { sql } from "kysely";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { type Offer, offerOf, type Offers, removeRepeats } from "~/kit/room/offers.server";
import { findRow, listRows, loadRows } from "~/kit/room/source.server";
import { findOpposites, oppositeWithin } from "./find-opposites.server";
import type { StationRow } from "./room";
import { stationsAround, stationSource } from "./source.server";

const mostNear = 20;

const choiceFor = (own?: string) => (station: StationRow) => {
  const { staUuid, staName, staSelfCode, away, oppositeSta, oppositeCode } = station;
  const about = [
    typeof away === "number" && `${away.toFixed(0)} 米`,
    oppositeSta !== own && oppositeCode && `现为 ${oppositeCode} 的对向站`,
  ].filter(Boolean);
  return { value: staUuid, label: `${staName} ${staSelfCode}${about.length > 0 ? `（${about.join("，")}）` : ""}` };
};

export const offerOpposites = offerOf(stationSource, choiceFor());

export async function loadOffers({ viewer, params }: Pick<ViewerCall, "viewer" | "params">): Promise<Offers> {
  const station = await findRow(stationSource, viewer, params.staUuid ?? "");
  return { oppositeSta: station ? offerOppositesOf(station) : offerOpposites };
}

/** Before any search the stations near by, the likely one first. */
function offerOppositesOf({ staUuid, lng, lat }: Pick<StationRow, "staUuid" | "lng" | "lat">): Offer {
  const choiceOf = choiceFor(staUuid);
  const others = sql`station.sta_uuid <> ${staUuid}`;
  const around = stationsAround({ lng, lat });
  const near = { ...around, where: (...asked: Parameters<typeof around.where>) => [...around.where(...asked), others] };
  return async (viewer, chosen, keyword) => {
    if (keyword) return offerOf(stationSource, choiceOf, others)(viewer, chosen, keyword);
    const [own, likely, { rows }] = await Promise.all([
      loadRows(stationSource, viewer, chosen),
      findOpposites([staUuid]),
      listRows(near, viewer, {
        page: 1,
        size: mostNear,
        sort: [{ id: "away", desc: false }],
        filters: { lng, lat, radius: oppositeWithin },
      }),
    ]);
    const first = likely.get(staUuid)?.staUuid;
    const found = rows.toSorted((one, other) => Number(other.staUuid === first) - Number(one.staUuid === first));
    return { keyword, found: found.length, all: false, choices: removeRepeats([...own, ...found].map(choiceOf)) };
  };
}
