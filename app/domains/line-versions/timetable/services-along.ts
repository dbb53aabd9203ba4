import type { TripService } from "~/transit/gtfs/trip-service";
import type { ImportedVariant } from "~/transit/osm/bus-routes";
import type { DirectionContent } from "../content.server";
import type { Direction } from "~/domains/lines/directions";

export type DirectionService = TripService & { direction: Direction };

/** The timetable that a file gives a variant, running times where there is one for each station; null where the file has none. */
export function servicesAlong(
  { directions }: ImportedVariant,
  content: readonly DirectionContent[],
): DirectionService[] | null {
  if (directions.every(({ services }) => !services)) return null;
  return directions.flatMap(({ direction, services = [] }) => {
    const stations = content[direction - 1]!.rows.length;
    return services.map((one) => ({ ...one, direction, legs: one.legs?.length === stations ? one.legs : null }));
  });
}
