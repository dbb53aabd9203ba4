import type { Crs } from "~/transit/geo/coordinates";
import { parseLngLat } from "~/transit/geo/lng-lat";
import type { LngLat } from "~/transit/geo/lng-lat";

/** Which base map a browser shows and how it starts; plain JSON, given to islands as it is. */
export interface MapSettings {
  /** 1: tiles of the operator's own choice from `tileUrl`; 0: one of the kinds of `mapType`. */
  mapModel: 0 | 1;
  /** 0: public tile service; 1: Google-style service; 2: our own roads, no internet; 3: street map. */
  mapType: 0 | 1 | 2 | 3;
  /** Address with {z} {x} {y}; for map types 0, 1 and 3 it stands in for the service's own, say a mirror in the intranet. */
  tileUrl: string;
  /** What the tiles of `tileUrl` are shifted by; WGS84 and EPSG:3857 both mean not at all. Empty: as the kind is known to be. */
  tileCrs: Crs | "";
  /** Kinds of `mapType` that people may switch to. */
  offers: readonly MapSettings["mapType"][];
  centre: LngLat;
  zoom: number;
  minZoom: number;
  maxZoom: number;
}

const DEFAULT_CENTRE: LngLat = [116.38, 39.87];

const DEFAULT_MAP: MapSettings = Object.freeze({
  mapModel: 0,
  mapType: 2,
  tileUrl: "",
  tileCrs: "",
  offers: [],
  centre: DEFAULT_CENTRE,
  zoom: 13,
  minZoom: 1,
  maxZoom: 18,
});

/** The defaults with what is configured laid over them; `centre` may be the parameter's text, a wrong one is the default. */
export function mapSettings(
  configured: Partial<Omit<MapSettings, "centre">> & { centre?: LngLat | string | null } = {},
): MapSettings {
  const { centre, ...rest } = configured;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== null));
  const settings = { ...DEFAULT_MAP, ...given } as MapSettings;
  const place = typeof centre === "string" ? parseLngLat(centre) : centre;
  const minZoom = Math.min(settings.minZoom, settings.maxZoom);
  const zoom = Math.min(settings.maxZoom, Math.max(minZoom, settings.zoom));
  return { ...settings, centre: place ?? DEFAULT_CENTRE, minZoom, zoom };
}
