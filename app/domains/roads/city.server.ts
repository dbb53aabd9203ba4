import { readParameters } from "~/domains/parameters/queries.server";
import { mapSettings, type MapSettings } from "~/kernel/map/map-settings";

/** How maps of this room start: at the city's centre (parameter D008, else city_coord). */
export async function cityMap(): Promise<MapSettings> {
  const parameters = await readParameters(["D008", "city_coord"]);
  return mapSettings({ centre: parameters.D008 || parameters.city_coord || null });
}
