import { readParameters } from "~/kit/data/db/parameters.server";
import { settings, type Settings } from "~/kit/ground/settings.server";
import { addressOf } from "./base-maps";
import type { Crs } from "~/transit/geo/coordinates";
import { mapSettings, type MapSettings } from "./map-settings";

/** Every address that base maps may be loaded from. */
export function tileUrls({ MAP_TILE_URL, MAP_OFFERS }: Pick<Settings, "MAP_TILE_URL" | "MAP_OFFERS">): string[] {
  return [...(MAP_TILE_URL ? [MAP_TILE_URL] : []), ...offered(MAP_OFFERS).map(addressOf)];
}

const offered = (kinds: string) => kinds.split(",").filter(Boolean).map(Number) as MapSettings["mapType"][];

const systems: Record<string, Crs> = { wgs84: "WGS84", gcj02: "GCJ02", bd09: "BD09" };

/** The base map that this installation is set up for, centred where the parameters say (D008, else city_coord, else the default). */
export async function operatorMap(): Promise<MapSettings> {
  const { MAP_MODEL, MAP_TYPE, MAP_TILE_URL, MAP_TILE_CRS, MAP_OFFERS } = settings();
  const parameters = await readParameters(["D008", "city_coord"]);
  return mapSettings({
    mapModel: MAP_MODEL as MapSettings["mapModel"],
    mapType: MAP_TYPE as MapSettings["mapType"],
    tileUrl: MAP_TILE_URL ?? "",
    tileCrs: MAP_TILE_URL ? (systems[MAP_TILE_CRS] ?? "") : "",
    offers: offered(MAP_OFFERS),
    centre: parameters.D008 || parameters.city_coord || null,
  });
}
