import { sql } from "kysely";
import { loadStations, stationsWithin } from "~/domains/stations/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { groupBy } from "~/kit/ground/group-by";
import { bearing, metresApart } from "~/transit/geo/metres";
import { type FoundStation, foundStations } from "~/domains/line-versions/queries.server";
import { isOpen, type TypedRow } from "~/domains/line-versions/sequence/sequence-form";
import { clearFirst, isAhead, orderAlong, rankInTurn, type Stop } from "./next-along";
import type { OfferedStation, StationOffer } from "./offers";
import { textsMeant, textsToLookUp } from "./wanted-texts";
import { nearestRoad } from "~/domains/roads/queries.server";

const mostTexts = 500;
const mostSearches = 100;
const mostAhead = 12;
const metresAhead = 3000;

/** For each station that is asked for, those that may be meant, the likeliest on the way first; nothing asked: the next along the road. */
export async function offerStations(
  viewer: Viewer,
  typed: string,
  rows: readonly TypedRow[],
  at: number | undefined,
): Promise<StationOffer[]> {
  const between = await neighbours(rows, (at ?? rows.length + 1) - 1);
  const { from } = between;
  if (typed.trim() === "") {
    if (!from) return [];
    const ahead = await nextAhead(viewer, from, rows);
    return [{ asked: "", found: ahead.map((station) => offered(station, from, rows, false)) }];
  }
  const { texts, exact } = await readTexts(viewer, typed);
  const searched = await searchOthers(viewer, texts, exact, texts.length === 1);
  return offerInTurn(texts, { exact, searched }, rows, between);
}

/** For each open row, from 0, the stations that may be meant, between its chosen neighbours. */
export async function offerForOpen(viewer: Viewer, rows: readonly TypedRow[]): Promise<Map<number, OfferedStation[]>> {
  const offers = new Map<number, OfferedStation[]>();
  const textOf = ({ asked = "" }: TypedRow) => asked.normalize("NFKC").trim();
  const asked = rows.filter(isOpen).map(textOf).filter(Boolean);
  if (asked.length === 0) return offers;
  const { exact } = await readTexts(viewer, asked.join("\n"));
  const known = { exact, searched: await searchOthers(viewer, asked, exact, false) };
  for (let first = 0; first < rows.length; first++) {
    if (!isOpen(rows[first]!)) continue;
    let next = first;
    while (rows[next] && isOpen(rows[next]!)) next++;
    const run = offerInTurn(rows.slice(first, next).map(textOf), known, rows, await neighbours(rows, first));
    run.forEach(({ found }, nth) => offers.set(first + nth, found));
    first = next;
  }
  return offers;
}

interface FoundByText {
  exact: ReadonlyMap<string, FoundStation[]>;
  searched: ReadonlyMap<string, FoundStation[]>;
}

/** For each text those that may be meant, as one would drive them in turn. */
function offerInTurn(
  texts: readonly string[],
  { exact, searched }: FoundByText,
  rows: readonly TypedRow[],
  { from, to }: Between,
): StationOffer[] {
  const meant = texts.map((text) => exact.get(text) ?? oneName(searched.get(text) ?? []));
  const ranked = rankInTurn(from, meant, to);
  let last = from;
  return texts.map((text, nth) => {
    const [first, others] = [ranked[nth]!, searched.get(text) ?? []];
    const likely = first.map(({ stop }) => stop);
    const rest = others.filter(({ staUuid }) => !likely.some((one) => one.staUuid === staUuid));
    const clear = clearFirst(first);
    const ticked = clear && !rows.some(({ staUuid }) => staUuid === clear.staUuid) ? clear : undefined;
    const found = [...likely, ...orderAlong(last, rest)].map((one) => offered(one, last, rows, one === ticked));
    last = clear ?? last;
    return { asked: text, found };
  });
}

interface Between {
  from?: Stop;
  to?: Stop;
}

/** The chosen stations around a place between rows, from 0. */
async function neighbours(rows: readonly TypedRow[], place: number): Promise<Between> {
  const isChosen = (row: TypedRow) => !isOpen(row);
  const before = rows.slice(0, place).filter(isChosen);
  const near = [before.at(-2), before.at(-1), rows.slice(place).find(isChosen)];
  const known = await loadStations(near.flatMap((row) => row?.staUuid ?? []));
  const [earlier, from, to] = near.map((row): Stop | undefined => {
    const station = known.find(({ staUuid }) => staUuid === row?.staUuid);
    const azimuth = row?.azimuth && /^\d{1,3}$/.test(row.azimuth) ? Number(row.azimuth) : null;
    return station && { ...station, azimuth: azimuth ?? station.azimuth };
  });
  if (from && from.azimuth === null && earlier)
    return { from: { ...from, azimuth: bearing([earlier.lng, earlier.lat], [from.lng, from.lat]) }, to };
  return { from, to };
}

async function nextAhead(viewer: Viewer, from: Stop, rows: readonly TypedRow[]): Promise<FoundStation[]> {
  const near = await stationsWithin(viewer, from, metresAhead, 60);
  const called = new Set(rows.map(({ staUuid }) => staUuid));
  return orderAlong(
    from,
    (await faceRoads(viewer, near)).filter((station) => !called.has(station.staUuid) && isAhead(from, station)),
  ).slice(0, mostAhead);
}

async function readTexts(
  viewer: Viewer,
  typed: string,
): Promise<{ texts: string[]; exact: Map<string, FoundStation[]> }> {
  const all = [...new Set(textsToLookUp(typed))].slice(0, 4 * mostTexts);
  const codes = all.map((text) => text.toLowerCase());
  const { rows } = await sql<{ staUuid: string }>`
    select sta_uuid from station where deleted_at is null and (lower(sta_self_code) = any(${codes}) or sta_name = any(${all}))
    order by sta_self_code limit ${4 * mostTexts}`.execute(db());
  const known = await faceRoads(viewer, await loadStations(rows.map(({ staUuid }) => staUuid)));
  const byCode = new Map(known.map((station) => [station.staSelfCode.toLowerCase(), station]));
  const byName = groupBy(known, ({ staName }) => staName);
  const texts = textsMeant(typed, {
    byCode: (cell) => byCode.get(cell.toLowerCase()),
    isName: (cell) => byName.has(cell),
  }).slice(0, mostTexts);
  const exact = new Map<string, FoundStation[]>();
  for (const text of texts) {
    const coded = byCode.get(text.toLowerCase());
    const found = coded ? [coded] : byName.get(text);
    if (found) exact.set(text, found);
  }
  return { texts, exact };
}

/** What a search finds for each text that is no name or number; `all`: for those too. */
async function searchOthers(
  viewer: Viewer,
  texts: readonly string[],
  exact: ReadonlyMap<string, unknown>,
  all: boolean,
) {
  const found = new Map<string, FoundStation[]>();
  for (const text of new Set(texts))
    if ((!exact.has(text) || all) && found.size < mostSearches)
      found.set(text, await faceRoads(viewer, await foundStations(viewer, text)));
  return found;
}

const oneName = (found: readonly FoundStation[]) =>
  found.every(({ staName }) => staName === found[0]!.staName) ? found : [];

function offered(
  station: FoundStation,
  last: Stop | undefined,
  rows: readonly TypedRow[],
  ticked: boolean,
): OfferedStation {
  const { staUuid, staName, staSelfCode, road, roadSide, azimuth, byRoad, lng, lat } = station;
  const here = [lng, lat] as const;
  const way = last && { metres: metresApart([last.lng, last.lat], here), degrees: bearing([last.lng, last.lat], here) };
  return {
    staUuid,
    staName,
    staSelfCode,
    road,
    roadSide,
    azimuth,
    byRoad,
    lng,
    lat,
    ticked,
    away: way ? Math.round(way.metres) : null,
    towards: way && way.metres > 0 ? Math.round(way.degrees) : null,
    serials: rows.flatMap((row, at) => (row.staUuid === staUuid ? [at + 1] : [])),
  };
}

const besideRoad = { least: 2, most: 40 };
const mostAsked = 400;
const atOnce = 8;

/** Stations that do not say how a bus stands there face as their side of the road has it; on its middle line nothing is known. */
async function faceRoads(viewer: Viewer, stations: readonly FoundStation[]): Promise<FoundStation[]> {
  const silent = stations.filter(({ azimuth }) => azimuth === null).slice(0, mostAsked);
  const faced = new Map<string, number>();
  for (let at = 0; at < silent.length; at += atOnce)
    await Promise.all(
      silent.slice(at, at + atOnce).map(async ({ staUuid, lng, lat }) => {
        const road = await nearestRoad(viewer, lng, lat, besideRoad.most);
        if (road && road.distance >= besideRoad.least) faced.set(staUuid, road.azimuth);
      }),
    );
  return stations.map((station) => {
    const azimuth = faced.get(station.staUuid);
    return azimuth === undefined ? station : { ...station, azimuth, byRoad: true };
  });
}
