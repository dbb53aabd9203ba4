import { tileOrigins } from "~/kit/page/map/base-maps";
import { mapSettings, type MapSettings } from "~/kit/page/map/map-settings";

export interface BaseOffer {
  label: string;
  settings: MapSettings | null;
}

const KINDS = ["公共瓦片（GCJ02）", "Google 式瓦片（GCJ02）", "本市道路", "街道图（WGS84）"] as const;

/** The base maps that a browser may load here: what is configured, our own roads, what the settings offer, and other kinds served from the same places. */
export function baseOffers(settings: MapSettings): BaseOffer[] {
  const allowed = new Set(tileOrigins(settings));
  const configured =
    settings.mapModel === 1 && settings.tileUrl
      ? [{ label: `自定义瓦片（${settings.tileCrs || "WGS84"}）`, settings }]
      : [];
  const kinds = KINDS.map((label, mapType): BaseOffer => ({
    label,
    settings: mapSettings({
      ...settings,
      mapModel: 0,
      mapType: mapType as MapSettings["mapType"],
      ...(mapType !== settings.mapType && { tileUrl: "", tileCrs: "" as const }),
    }),
  }));
  const reachable = kinds.filter(
    (one, mapType) =>
      mapType === 2 ||
      settings.offers.includes(mapType as MapSettings["mapType"]) ||
      (settings.mapModel === 0 && mapType === settings.mapType) ||
      tileOrigins(one.settings!).every((origin) => allowed.has(origin)),
  );
  return [...configured, ...reachable, { label: "不显示", settings: null }];
}
