import type { Viewer } from "~/kit/data/access/viewer";
import type { Direction } from "~/domains/lines/directions";
import { pressed, type SequenceTyped, type TypedRow } from "~/domains/line-versions/sequence/sequence-form";
import { offeredMap, stationClicked } from "./offered-map.server";
import { offerStations } from "./offer-stations.server";
import { stationsPicked, textsLeft } from "./offers";
import type { FinderShown } from "./station-finder";

type Asked = Pick<SequenceTyped, "find" | "at" | "picks" | "place">;

/** The stations that a button adds, and what is left in the fields of the finder; null for buttons of other things. */
export async function pickStations(
  viewer: Viewer,
  asked: Asked,
  button: string,
  rows: readonly TypedRow[],
  at: number | undefined,
) {
  const stations = await stationsOf(viewer, asked, button);
  if (!stations) return null;
  const answered = button === "pick" && stations.length > 0;
  const find = answered ? textsLeft(await offerStations(viewer, asked.find ?? "", rows, at), asked.picks) : asked.find;
  const words = button === "pick" ? "请先勾选要加入的站点" : "点击的地方没有站点，请点在站点上，或按名称查找";
  return {
    stations,
    find,
    at: at === undefined ? asked.at : String(at + stations.length),
    refused: stations.length > 0 ? [] : [{ row: 0, path: "find", message: words, level: "error" as const }],
  };
}

async function stationsOf(viewer: Viewer, { picks, place }: Asked, button: string): Promise<string[] | null> {
  if (button === "pick") return stationsPicked(picks);
  if (button.startsWith("add:")) return [button.slice("add:".length)];
  const clicked = button === "place" ? await stationClicked(viewer, place) : undefined;
  return clicked === undefined ? null : clicked === null ? [] : [clicked];
}

export const rowsWith = (
  rows: readonly TypedRow[],
  stations: readonly string[],
  at: number | undefined,
  direction: Direction,
): TypedRow[] =>
  stations.reduce<TypedRow[]>(
    (now, staUuid, nth) => pressed(now, `add:${staUuid}`, at === undefined ? undefined : at + nth, direction),
    [...rows],
  );

export async function shownFinder(
  viewer: Viewer,
  { find, at }: Pick<Asked, "find" | "at">,
  rows: readonly TypedRow[],
  before: number | undefined,
  look: boolean,
): Promise<FinderShown> {
  if (!look) return { find, at, offers: null };
  const offers = await offerStations(viewer, find ?? "", rows, before);
  return { find, at, offers, picture: await offeredMap(viewer, offers, rows, before) };
}
