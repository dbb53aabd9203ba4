import { stationsCalled } from "~/domains/stations/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { groupBy } from "~/kit/ground/group-by";
import type { LineFile } from "~/transit/line-files/shape";
import { distanceBetween } from "~/transit/geo/lng-lat";
import { likelyCrs, type LikelyCrs } from "~/transit/geo/likely-crs";

const mostStops = 600;

/** How far a file's stops lie from the stored stations of the same name under each coordinate system: the evidence where no roads are known. */
export async function offsetsToStations(viewer: Viewer, { lines }: LineFile): Promise<LikelyCrs> {
  const stops = [
    ...new Map(
      lines.flatMap(({ directions }) => directions.flatMap((one) => one.stops)).map((stop) => [stop.key, stop]),
    ).values(),
  ];
  const names = [...new Set(stops.map(({ name }) => name))];
  const stored = groupBy(await stationsCalled(viewer, { numbers: [], names }), ({ staName }) => staName);
  const known = stops
    .filter(({ name }) => stored.has(name))
    .filter(({ lng }) => !Number.isNaN(lng))
    .slice(0, mostStops);
  return likelyCrs(
    known.map(({ lng, lat }) => [lng, lat] as const),
    async (places, reach) =>
      places.map((place, at) => {
        const nearest = Math.min(
          ...stored.get(known[at]!.name)!.map(({ lng, lat }) => distanceBetween([lng, lat], place)),
        );
        return nearest <= reach ? nearest : null;
      }),
  );
}
