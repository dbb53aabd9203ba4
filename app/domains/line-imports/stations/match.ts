import { groupBy } from "~/kit/ground/group-by";
import { distanceBetween } from "~/transit/geo/lng-lat";
import type { RowReport } from "./row-report";
import type { StationEntry } from "./station-entry";

export interface KnownStation {
  staUuid: string;
  staSelfCode: string;
  staName: string;
  lng: number;
  lat: number;
}

export interface Candidate extends KnownStation {
  /** Metres from the file's place; null where the file has none. */
  metres: number | null;
}

/** One whose number is "" is to be given one; `key` stands for its key until it has one. */
export interface NewStation extends Omit<KnownStation, "staUuid">, Pick<StationEntry, "row" | "nameEn" | "road"> {
  key: string;
}

/** Which station a row means. `ask`: several could be meant, and a person has to say. `none`: the row says too little. */
export interface Match {
  how: "code" | "name" | "chosen" | "new" | "ask" | "none";
  /** A station's key, that of a new one, or null. */
  key: string | null;
  metres: number | null;
  candidates: Candidate[];
}

interface StationMatchOptions {
  known: readonly KnownStation[];
  near: number;
  picks: Readonly<Record<string, string>>;
  report: RowReport;
}

type Tell = (column: "staName" | "staSelfCode" | "lng", message: string) => void;

/** Finds for every row the station it means: by its number, else the nearest of its name, else a new one; rows that mean the same new station share it. */
export function matchEntries(
  entries: readonly StationEntry[],
  { known, near, picks, report }: StationMatchOptions,
): { matches: Match[]; added: NewStation[] } {
  const byCode = new Map(known.map((station) => [station.staSelfCode, station]));
  const byName = groupBy(known, ({ staName }) => bareName(staName));
  const added: NewStation[] = [];
  const addedByCode = new Map<string, NewStation>();
  const addedByName = new Map<string, NewStation[]>();
  const matches = entries.map((entry): Match => {
    const { row, staSelfCode, staName, place } = entry;
    const error: Tell = (column, message) => report.error(row, column, message);
    const warning: Tell = (column, message) => report.warning(row, column, message);
    const nothing: Match = { how: "none", key: null, metres: null, candidates: [] };

    if (!staSelfCode && !staName) {
      error("staName", "请填写站名或站点编号");
      return nothing;
    }
    const numbered = staSelfCode ? byCode.get(staSelfCode) : undefined;
    if (numbered) {
      const metres = place && apart(place, numbered);
      if (staName && bareName(staName) !== bareName(numbered.staName))
        warning("staName", `编号 ${staSelfCode} 的站点名为“${numbered.staName}”，与文件不同，将使用已有站点`);
      if (metres !== null && metres > near)
        warning("lng", `编号 ${staSelfCode} 的站点离文件中的坐标 ${metresText(metres)}，将使用已有站点的位置`);
      return { how: "code", key: numbered.staUuid, metres, candidates: [] };
    }
    // Where it stands decides, and that has been reported.
    if (entry.misplaced) return nothing;
    const candidates = (staName ? (byName.get(bareName(staName)) ?? []) : [])
      .map((station): Candidate => ({ ...station, metres: place && apart(place, station) }))
      .filter(({ metres }) => metres === null || metres <= near)
      .sort((a, b) => (a.metres ?? 0) - (b.metres ?? 0))
      .slice(0, 20);
    const pick = picks[row];
    const picked = candidates.find(({ staUuid }) => staUuid === pick);
    if (picked) return { how: "chosen", key: picked.staUuid, metres: picked.metres, candidates };
    const [nearest, next] = candidates;
    if (nearest && pick !== "new") {
      // A number that no station has says that this is another station of the same name.
      if (!staSelfCode && (!next || (nearest.metres !== null && nearest.metres * 2 + 10 <= next.metres!)))
        return { how: "name", key: nearest.staUuid, metres: nearest.metres, candidates };
      if (!staSelfCode) {
        error("staName", `有 ${candidates.length} 个同名站点${place ? "相距很近" : ""}，请在这一行选择是哪一个`);
        return { how: "ask", key: null, metres: null, candidates };
      }
      warning(
        "staSelfCode",
        `没有编号为 ${staSelfCode} 的站点，将新建；${nearest.metres === null ? "" : `${metresText(nearest.metres)}处`}已有同名站点 ${nearest.staSelfCode}，如是同一站请在这一行选择`,
      );
    }
    const made = newStation(entry, error);
    return made ? { how: "new", key: made.key, metres: null, candidates } : { ...nothing, candidates };
  });
  return { matches, added };

  function newStation(entry: StationEntry, error: Tell): NewStation | undefined {
    const { staSelfCode, staName, place, nameEn, road } = entry;
    if (!staName) error("staName", `没有编号为 ${staSelfCode} 的站点；新建站点请填写站名`);
    if (!place)
      error("lng", staName && !staSelfCode ? "没有同名的站点；新建站点请填写坐标" : "没有这个站点；新建站点请填写坐标");
    if (!staName || !place) return undefined;
    const name = bareName(staName);
    const there = staSelfCode
      ? addedByCode.get(staSelfCode)
      : addedByName.get(name)?.find((one) => !one.staSelfCode && apart(place, one) <= 10);
    if (!there) {
      const [lng, lat] = place;
      const made = { key: `new-${added.length + 1}`, row: entry.row, staSelfCode, staName, nameEn, road, lng, lat };
      added.push(made);
      if (staSelfCode) addedByCode.set(staSelfCode, made);
      addedByName.set(name, [...(addedByName.get(name) ?? []), made]);
      return made;
    }
    if (bareName(there.staName) !== name)
      error("staSelfCode", `编号 ${staSelfCode} 在前面的行里是“${there.staName}”，一个编号只能是一个站点`);
    else if (apart(place, there) > 50)
      error("lng", `编号 ${staSelfCode} 在前面的行里相距 ${metresText(apart(place, there))}，一个编号只能是一个站点`);
    return there;
  }
}

/** A name as it is compared: without spaces and widths of letters, and whether or not it ends with 站. */
export function bareName(name: string): string {
  const bare = name.normalize("NFKC").toLowerCase().replace(/\s+/g, "");
  return bare.length > 2 && bare.endsWith("站") ? bare.slice(0, -1) : bare;
}

export function spellings(name: string): string[] {
  const bare = name.replace(/站$/, "");
  return [...new Set([name, bare, `${bare}站`, name.normalize("NFKC"), name.replace(/\s+/g, "")])].filter(Boolean);
}

export function metresText(metres: number): string {
  return metres < 10_000 ? `${Math.round(metres)} 米` : `${Math.round(metres / 1000)} 公里`;
}

const apart = (place: readonly [number, number], { lng, lat }: { lng: number; lat: number }) =>
  distanceBetween(place, [lng, lat]);
