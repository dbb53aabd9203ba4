import { expect, test } from "vitest";
import { mapSettings } from "~/kit/page/map/map-settings";
import { baseOffers } from "./base-offers";

const labels = (settings: Parameters<typeof mapSettings>[0]) =>
  baseOffers(mapSettings(settings)).map(({ label }) => label);

test("the editor offers our own roads and none, what is configured, and the kinds that the settings name, each in its coordinate system", () => {
  expect(labels({})).toEqual(["本市道路", "不显示"]);
  expect(labels({ mapType: 0, tileUrl: "/tiles/{z}/{x}/{y}" })).toEqual(["公共瓦片（GCJ02）", "本市道路", "不显示"]);
  expect(labels({ offers: [0, 1, 3] })).toEqual([
    "公共瓦片（GCJ02）",
    "Google 式瓦片（GCJ02）",
    "本市道路",
    "街道图（WGS84）",
    "不显示",
  ]);
  expect(labels({ mapModel: 1, tileUrl: "https://own.example/{z}/{x}/{y}", tileCrs: "BD09", offers: [3] })).toEqual([
    "自定义瓦片（BD09）",
    "本市道路",
    "街道图（WGS84）",
    "不显示",
  ]);
});
