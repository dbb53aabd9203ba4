import { expect, test } from "vitest";
import { clickedPlace } from "./click-map";
import { clickMapPicture } from "./click-map.server";
import { fitViewport } from "~/transit/geo/project";

const bounds = { minLng: 116.38, minLat: 39.87, maxLng: 116.4, maxLat: 39.88 };
const sent = (x: number | string, y: number | string, more = "540,400") =>
  new URLSearchParams({ "at.x": String(x), "at.y": String(y), "at.bounds": `116.38,39.87,116.4,39.88,${more}` });

test("a click is the place drawn there, to the pixel", () => {
  const view = fitViewport(bounds, 540, 400, 40);
  const [x, y] = view.project([116.3912, 39.8745]).map(Math.round) as [number, number];
  const [lng, lat] = clickedPlace(sent(x, y), "at")!;
  const pixel = view.metresPerPixel / 111_000;
  expect(Math.abs(lng - 116.3912)).toBeLessThan(pixel * 1.4);
  expect(Math.abs(lat - 39.8745)).toBeLessThan(pixel);
});

test("what is no click is none", () => {
  expect(clickedPlace(new URLSearchParams(), "at")).toBeUndefined();
  expect(clickedPlace(sent("x", 3), "at")).toBeUndefined();
  expect(clickedPlace(sent(3, 3, "540"), "at")).toBeUndefined();
});

test("the picture is a whole drawing in an address", () => {
  const { src } = clickMapPicture({ title: "图", bounds, width: 540, height: 400 });
  expect(Buffer.from(src.split(",")[1]!, "base64").toString()).toMatch(/^<svg[^>]*width="540"/);
});
