import { markupOf } from "~/kit/page/islands/render.server";
import type { ClickMapPicture } from "./click-map";
import type { Box } from "~/transit/geo/lng-lat";
import type { SvgMapProps } from "./map-contents";
import { SvgMap } from "./svg-map";
import { FONT } from "./text-font";

export function clickMapPicture(
  drawing: SvgMapProps & { bounds: Box; width: number; height: number },
): ClickMapPicture {
  // As a picture it does not get the page's font.
  const svg = markupOf(<SvgMap {...drawing} />).replace("<svg ", `<svg font-family="${FONT.replaceAll('"', "'")}" `);
  return {
    src: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`,
    width: drawing.width,
    height: drawing.height,
    bounds: drawing.bounds,
  };
}
