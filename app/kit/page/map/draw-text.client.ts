import type { PlacedLabel } from "./labels";
import { HALO } from "./road-style";
import { FONT } from "./text-font";

interface TextLook {
  size: number;
  bold?: boolean;
  colour: string;
  /** Stands around its place and not on it, in a circle that needs no halo. */
  centred?: boolean;
}

export function drawText(
  pen: CanvasRenderingContext2D,
  text: string,
  { x, y, anchor }: PlacedLabel,
  { size, bold = false, colour, centred = false }: TextLook,
) {
  pen.font = `${bold ? "600 " : ""}${size}px ${FONT}`;
  pen.textAlign = anchor === "middle" ? "center" : anchor;
  pen.textBaseline = centred ? "middle" : "alphabetic";
  pen.lineJoin = "round";
  if (!centred) {
    pen.lineWidth = 3.5;
    pen.strokeStyle = HALO;
    pen.strokeText(text, x, y);
  }
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}
