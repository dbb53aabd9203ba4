import { sql } from "kysely";
import { offerVariants } from "~/domains/line-variants/queries.server";
import { readingsOf } from "~/domains/stations/queries.server";
import { loadVersionInForce } from "~/domains/line-versions/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { Clip, LineInput, LineStation, Names, Recipe } from "~/transit/announcements/model";
import type { Direction } from "~/transit/announcements/words";
import { exampleOf } from "./example";
import { recipeOf } from "./queries.server";

export interface ExampleAsked {
  keyword: string;
  classifySid: string;
  direction: string;
  serial: string;
}

/** What a line would let hear with the version: a line and a direction that the viewer reaches, the first ones where nothing is asked for. */
export async function loadExample(viewer: Viewer, versionUuid: string, asked: ExampleAsked) {
  const offered = await offerVariants(viewer, asked.classifySid ? [asked.classifySid] : [], asked.keyword);
  const chosen = offered.choices.find(({ value }) => value === asked.classifySid) ?? offered.choices[0];
  const variants = { choices: offered.choices, chosen: chosen?.value };
  if (!chosen) return { variants, directions: [], stations: [], rows: [], readings: {} };
  const line = await loadVersionInForce(viewer, { classifySid: chosen.value });
  const served = line.directions.filter(({ stationList }) => stationList.length > 1);
  const direction = served.find((one) => String(one.direction) === asked.direction) ?? served[0];
  const directions = served.map((one) => ({ value: one.direction, label: one.directionName }));
  if (!direction) return { variants, directions, stations: [], rows: [], readings: {} };
  const keys = direction.stationList.map(({ staUuid }) => staUuid);
  const english = await englishNames(keys);
  const stations = direction.stationList.map((one): LineStation => {
    const zh = one.alias ?? one.staName;
    const en = one.aliasEn ?? english.get(one.staUuid);
    return {
      serial: one.serial,
      staUuid: one.staUuid,
      code: one.staSelfCode,
      lng: one.lng,
      lat: one.lat,
      staType: one.staType,
      inRadius: one.inRadius,
      outRadius: one.outRadius,
      names: { zh, yue: zh, ...(en && { en }) },
    };
  });
  const input: LineInput = {
    classifySid: line.classifySid,
    lineNo: line.lineName,
    names: namesOf(line.lineName),
    isLoop: line.lineType === 2,
    directions: [{ direction: direction.direction as Direction, stations, path: [] }],
  };
  const recipe = await recipeOf(versionUuid);
  const at = stations.findIndex(({ serial }) => String(serial) === asked.serial);
  const rows = exampleOf(input, recipe, await clipsFor(recipe, input, keys), at < 0 ? undefined : at + 1);
  return {
    variants,
    directions,
    direction: direction.direction,
    stations: stations.map(({ serial, names }) => ({ serial, name: names.zh ?? "" })),
    rows,
    readings: await readingsByName(stations),
  };
}

async function readingsByName(stations: readonly LineStation[]): Promise<Record<string, string>> {
  const named = stations.map(({ staUuid, names }) => ({ staUuid, words: names.zh ?? "" }));
  const readings = await readingsOf(named);
  return Object.fromEntries(named.map(({ staUuid, words }) => [words, readings[staUuid]!]));
}

/** In English a line goes by its number. */
function namesOf(lineName: string): Names {
  const [, number] = /^([A-Za-z]*\d+[A-Za-z]*)路/.exec(lineName) ?? [];
  return { zh: lineName, yue: lineName, ...(number && { en: `Route ${number}` }) };
}

async function englishNames(keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await db().selectFrom("station").select(["staUuid", "nameEn"]).where("staUuid", "in", keys).execute();
  return new Map(rows.flatMap(({ staUuid, nameEn }): [string, string][] => (nameEn ? [[staUuid, nameEn]] : [])));
}

/** The clips that recipe and line may need: those named, those of the stations, and those that say a name. */
async function clipsFor(recipe: Recipe, line: LineInput, stations: readonly string[]): Promise<Clip[]> {
  const named = recipe.slots.flatMap(({ audioUuid }) => audioUuid ?? []);
  const names = [line, ...line.directions.flatMap((one) => one.stations)].flatMap((one) => Object.values(one.names));
  const found = await sql<Omit<Clip, "crc32" | "staUuid"> & { crc32: string; staUuid: string | null }>`
    select audio_uuid, language, coalesce(text, audio_name) as text, sta_uuid, source, speaker, duration_ms, format, size_bytes, crc32, sha256
    from audio where deleted_at is null and is_valid
      and (audio_uuid = any(${named}) or sta_uuid = any(${[...stations]}) or text = any(${[...names, "上行", "下行", "outbound", "inbound"]}))
    order by audio_uuid`.execute(db());
  return found.rows.map(({ staUuid, crc32, ...clip }) => ({
    ...clip,
    ...(staUuid && { staUuid }),
    crc32: Number.parseInt(crc32, 16),
  }));
}
