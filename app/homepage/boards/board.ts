import type { CountTile } from "~/kit/page/tables/count-tiles";
import type { Share } from "~/kit/page/tables/share-bar";

/** One of the pages of figures beside the homepage: each figure leads to the records that it counts. */
export interface Board {
  tiles: CountTile[];
  tables: BoardTable[];
  /** Of how many figures the first ones are still being made. */
  pending: number;
}

export interface BoardTable {
  title: string;
  all: { label: string; href: string };
  /** What is counted, with its unit. */
  head: string;
  rows: { name: string; href?: string; figure: string; shares: Share[] }[];
  empty: string;
}

export const figureTile = (
  count: number | undefined,
  label: string,
  href: string,
  look?: CountTile["look"],
): CountTile => ({ count, label, href, look, isCurrent: false });
