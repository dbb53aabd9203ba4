import type { MapSettings } from "./map-settings";

export interface BaseMap {
  kind: "roads" | "pictures";
  url: string;
  /** `shift` of the tiles' Web Mercator grid: none, or the one of GCJ-02 or BD-09. */
  shift: "none" | "GCJ02" | "BD09";
  maxZoom: number;
  attribution: string;
}

/** The base map that the settings ask for; without any it is our own roads, which need no internet. */
export function baseMap(settings: MapSettings): BaseMap {
  const { mapModel, mapType, tileUrl, tileCrs, maxZoom } = settings;
  if (mapModel === 1 && tileUrl)
    return { kind: "pictures", url: tileUrl, shift: shiftOf(tileCrs || "WGS84"), maxZoom, attribution: "" };
  const known = KINDS[mapModel === 1 ? 2 : mapType];
  if (known.kind === "roads" || !tileUrl) return known;
  return { ...known, url: tileUrl, shift: tileCrs ? shiftOf(tileCrs) : known.shift };
}

export const addressOf = (mapType: MapSettings["mapType"]): string => KINDS[mapType].url;

/** Other origins the base map's tiles come from, for the content security policy; none for our own. */
export function tileOrigins(settings: MapSettings): string[] {
  const { url } = baseMap(settings);
  const range = /\{(\w)-(\w)\}/.exec(url);
  const [first, last] = range ? [range[1]!.charCodeAt(0), range[2]!.charCodeAt(0)] : [0, 0];
  const addresses = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
    url.replace(range?.[0] ?? "", range ? String.fromCharCode(first + i) : ""),
  );
  const absolute = addresses
    .map((address) => address.replace(/\{-?\w+\}/g, "0"))
    .filter((address) => /^https?:/.test(address) && URL.canParse(address));
  return absolute.map((address) => new URL(address).origin);
}

const OWN_ROADS: BaseMap = {
  kind: "roads",
  url: "/map/tiles/{z}/{x}/{y}",
  shift: "none",
  maxZoom: 18,
  attribution: "道路 © OpenStreetMap 贡献者",
};

const KINDS: Record<MapSettings["mapType"], BaseMap> = {
  0: {
    kind: "pictures",
    url: "https://webrd0{1-4}.is.autonavi.com/appmaptile?lang=zh_cn&size=1&scale=1&style=8&x={x}&y={y}&z={z}",
    shift: "GCJ02",
    maxZoom: 18,
    attribution: "© 高德地图",
  },
  1: {
    kind: "pictures",
    url: "https://mt{0-3}.google.com/vt/lyrs=m&hl=zh-CN&gl=cn&x={x}&y={y}&z={z}",
    shift: "GCJ02",
    maxZoom: 20,
    attribution: "© Google",
  },
  2: OWN_ROADS,
  3: {
    kind: "pictures",
    url: "https://tile.openstreetmap.org/{z}/{x}/{y}.png",
    shift: "none",
    maxZoom: 19,
    attribution: "© OpenStreetMap 贡献者",
  },
};

function shiftOf(crs: Exclude<MapSettings["tileCrs"], "">): BaseMap["shift"] {
  return crs === "GCJ02" || crs === "BD09" ? crs : "none";
}
