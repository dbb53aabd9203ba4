import type { CountTile } from "~/kit/page/tables/count-tiles";
import type { AnnouncedCounts } from "./announced.server";
import { type AnnouncedStanding, announcedStandings } from "./words";

/** How many buses stand how, where that is counted yet, each leading to those. */
export const announcedTiles = (
  counts: AnnouncedCounts | undefined,
  to: (standing: AnnouncedStanding) => string,
  current?: string,
): CountTile[] =>
  announcedStandings.map(({ value, label, look }) => ({
    label,
    look,
    count: counts?.[value],
    isCurrent: current === value,
    href: to(value),
  }));
