import { markupOf } from "~/kernel/islands/render.server";
import type { ClickMapPicture } from "./click-map";
import type { Box } from "./lng-lat";
import { SvgMap, type SvgMapProps } from "./svg-map";

/** Draws what `ClickMap` shows. */
export function clickMapPicture(drawing: SvgMapProps & { bounds: Box; width: number; height: number }): ClickMapPicture {
  const svg = markupOf(<SvgMap {...drawing} />);
  return { src: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`, width: drawing.width, height: drawing.height, bounds: drawing.bounds };
}
