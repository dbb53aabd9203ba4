import { drawLine, type LineDrawingInHand } from "~/kit/page/map/draw-line.client";
import type { MapView } from "~/kit/page/map/map-view.client";
import { drawLeg } from "./edit-path";
import type { Plan } from "./model";

interface LegDrawing {
  preview: (plan: Plan) => void;
  count: (drawn: number) => void;
  /** With the leg as it was drawn; without a point, as it was before. */
  end: (plan: Plan) => void;
}

export function drawLegOn(
  view: MapView,
  plan: () => Plan,
  leg: number,
  { preview, count, end }: LegDrawing,
): LineDrawingInHand {
  let drawn = 0;
  return drawLine(
    view,
    (points, pointer) => {
      preview(drawLeg(plan(), leg, pointer ? [...points, pointer] : points));
      if (points.length !== drawn) count((drawn = points.length));
    },
    // Ended after the click that ends it has run its course.
    (points) => setTimeout(() => end(points.length > 0 ? drawLeg(plan(), leg, points) : plan())),
  );
}
