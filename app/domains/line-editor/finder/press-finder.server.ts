import type { Viewer } from "~/kit/data/access/viewer";
import type { Direction } from "~/domains/lines/directions";
import { longestSequence } from "~/domains/line-versions/sequence/sequence-check";
import { type SequenceTyped, type TypedRow, withRow } from "~/domains/line-versions/sequence/sequence-form";
import { offeredMap, stationClicked } from "./offered-map.server";
import { offerStations } from "./offer-stations.server";
import { type OfferedRow, picksWith, rowsPicked, type StationOffer, tickedAs } from "./offers";
import type { FinderShown } from "./station-finder";

type FinderFields = Pick<SequenceTyped, "find" | "at" | "picks" | "place">;

interface PlacedPicks {
  placed: OfferedRow[];
  /** The finder's fields and ticks as they are shown again. */
  finder: Pick<FinderFields, "find" | "at" | "picks">;
  refused: { row: number; path: string; message: string; level: "error" }[];
}

/** The rows that a button of the finder adds, texts without a tick among them; null for buttons of other things. */
export async function pickStations(
  viewer: Viewer,
  asked: FinderFields,
  button: string,
  rows: readonly TypedRow[],
  at: number | undefined,
): Promise<PlacedPicks | null> {
  const { find = "", picks } = asked;
  const added = (placed: OfferedRow[], left: string): PlacedPicks => ({
    placed,
    finder: { find: left, at: at === undefined ? asked.at : String(at + placed.length), picks: [] },
    refused: [],
  });
  const refused = (message: string): PlacedPicks => ({
    placed: [],
    finder: asked,
    refused: [{ row: 0, path: "find", message, level: "error" }],
  });
  if (button.startsWith("add:")) return added([{ asked: "", staUuid: button.slice("add:".length) }], find);
  if (button === "pick") {
    const offers = await offerStations(viewer, find, rows, at);
    // Of pasted names with several stations none is ticked: their rows wait.
    const mayWait = offers.length > 1 && offers.some(({ found }) => found.length > 1);
    if (picks.length === 0 && !mayWait) return refused("请先勾选要加入的站点");
    return added(rowsPicked(offers, picks), "");
  }
  if (button !== "place") return null;
  const clicked = await stationClicked(viewer, asked.place);
  if (!clicked) return clicked === undefined ? null : refused("点击的地方没有站点，请点在站点上，或按名称查找");
  const offers = await offerStations(viewer, find, rows, at);
  if (offers.length < 2) return added([{ asked: "", staUuid: clicked }], find);
  const ticked = picksWith(offers, picks, clicked);
  if (!ticked) return refused("点击的站点不是要找的站点之一，请点图中标出的站点");
  return { placed: [], finder: { find, at: asked.at, picks: ticked }, refused: [] };
}

/** The rows with what was picked, and how many of it found no place. */
export function rowsWith(
  rows: readonly TypedRow[],
  placed: readonly OfferedRow[],
  at: number | undefined,
  direction: Direction,
): { rows: TypedRow[]; left: number } {
  const added = placed.reduce<TypedRow[]>(
    (now, { asked, staUuid }, nth) =>
      withRow(now, staUuid ? { staUuid } : { asked }, at === undefined ? undefined : at + nth, direction),
    [...rows],
  );
  return { rows: added, left: Math.max(0, rows.length + placed.length - longestSequence) };
}

export async function shownFinder(
  viewer: Viewer,
  { find, at, picks }: Pick<FinderFields, "find" | "at"> & Partial<Pick<FinderFields, "picks">>,
  rows: readonly TypedRow[],
  before: number | undefined,
  look: boolean,
): Promise<FinderShown> {
  if (!look) return { find, at, offers: null };
  const found = await offerStations(viewer, find ?? "", rows, before);
  const offers: StationOffer[] = picks && picks.length > 0 ? tickedAs(found, picks) : found;
  return { find, at, offers, picture: await offeredMap(viewer, offers, rows, before) };
}
