import type { Browser, ElementHandle, Page } from "puppeteer-core";
import { GROUND, roadStrokes } from "../../app/kit/page/map/road-style";

/** Pixels in the colours of roads, and pixels of any colour at all: neither the ground nor grey. */
export interface Painted {
  roads: number;
  coloured: number;
}

const zooms = Array.from({ length: 41 }, (_, half) => half / 2);
const strokes = zooms.flatMap((zoom) => [0, 1, 2, 3, 4, 5, 6].map((rank) => roadStrokes(rank, zoom)));
const colours = strokes.flatMap(({ casing, fill }) => [casing?.color ?? GROUND, fill?.color ?? GROUND]);
// White stands in buttons and letters too.
const roadColours = [...new Set(colours)].filter((colour) => colour !== GROUND && colour !== "#ffffff").map(numbered);

/** Counts the pixels of a place on a page as a person sees it; the browser reads its own picture, on an empty page kept for it. */
export function pixelCounter(browser: Browser): (place: ElementHandle) => Promise<Painted> {
  let desk: Promise<Page> | undefined;
  return async (place) => {
    desk ??= browser.newPage();
    const png = (await place.screenshot({ encoding: "base64" })) as string;
    return (await (await desk).evaluate(countPixels, png, numbered(GROUND), roadColours)) as Painted;
  };
}

function numbered(colour: string): number {
  return Number.parseInt(colour.slice(1), 16);
}

async function countPixels(png: string, ground: number, roadColours: number[]): Promise<Painted> {
  const read = await fetch(`data:image/png;base64,${png}`);
  const picture = await createImageBitmap(await read.blob());
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height];
  const pen = canvas.getContext("2d")!;
  pen.drawImage(picture, 0, 0);
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  const painted = { roads: 0, coloured: 0 };
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
    const colour = red * 65_536 + green * 256 + blue;
    if (roadColours.includes(colour)) painted.roads++;
    if (colour !== ground && Math.max(red, green, blue) - Math.min(red, green, blue) > 24) painted.coloured++;
  }
  return painted;
}
