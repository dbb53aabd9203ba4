import { describe, expect, test } from "vitest";
import { baseMap, tileOrigins } from "./base-maps";
import { mapSettings } from "./map-settings";

describe("map settings", () => {
  test("nothing configured: the specification's defaults and our own roads", () => {
    expect(mapSettings()).toEqual({
      mapModel: 0,
      mapType: 2,
      tileUrl: "",
      tileCrs: "",
      offers: [],
      centre: [116.38, 39.87],
      zoom: 13,
      minZoom: 1,
      maxZoom: 18,
    });
    expect(baseMap(mapSettings())).toMatchObject({ kind: "roads", url: "/map/tiles/{z}/{x}/{y}", shift: "none" });
    expect(tileOrigins(mapSettings())).toEqual([]);
  });

  test("the centre is read from the parameter, a broken one is the default", () => {
    expect(mapSettings({ centre: "114.06,22.54" }).centre).toEqual([114.06, 22.54]);
    expect(mapSettings({ centre: "somewhere" }).centre).toEqual([116.38, 39.87]);
    expect(mapSettings({ zoom: 25, maxZoom: undefined }).zoom).toBe(18);
  });
});

describe("base maps", () => {
  test("custom tiles lie as declared", () => {
    const custom = mapSettings({ mapModel: 1, tileUrl: "http://tiles.intra/{z}/{x}/{y}.png", tileCrs: "GCJ02" });
    expect(baseMap(custom)).toMatchObject({ kind: "pictures", shift: "GCJ02" });
    expect(baseMap({ ...custom, tileCrs: "EPSG:3857" }).shift).toBe("none");
    expect(baseMap({ ...custom, tileUrl: "" }).kind).toBe("roads");
    expect(tileOrigins(custom)).toEqual(["http://tiles.intra"]);
  });

  test("each kind declares its shift; an address of one's own may declare another", () => {
    const shifts = ([0, 1, 2, 3] as const).map((mapType) => baseMap(mapSettings({ mapType })).shift);
    expect(shifts).toEqual(["GCJ02", "GCJ02", "none", "none"]);
    const mirror = mapSettings({ mapType: 0, tileUrl: "/mirror/{z}/{x}/{y}", tileCrs: "WGS84" });
    expect(baseMap(mirror)).toMatchObject({ url: "/mirror/{z}/{x}/{y}", shift: "none" });
    expect(tileOrigins(mirror)).toEqual([]);
    expect(tileOrigins(mapSettings({ mapType: 1 }))).toEqual([0, 1, 2, 3].map((i) => `https://mt${i}.google.com`));
    expect(tileOrigins(mapSettings({ mapType: 3, tileUrl: "http://" }))).toEqual([]);
  });
});
