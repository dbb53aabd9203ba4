import { stationsCalled } from "~/domains/stations/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { groupBy } from "~/kit/ground/group-by";
import { distanceBetween } from "~/transit/geo/lng-lat";
import type { BusNetwork, ImportedStation, ImportProblem } from "~/transit/osm/bus-routes";

type Namesake = Awaited<ReturnType<typeof stationsCalled>>[number];

/** A number means the same station within this many metres, a name within fewer. */
const sameNumber = 2000;
const sameName = 50;

/** Recognises a file's stations among the stored ones, by number, else by name and place; a number that is taken elsewhere is told. */
export async function recognised(viewer: Viewer, file: BusNetwork): Promise<BusNetwork> {
  const stored = await stationsCalled(viewer, {
    numbers: file.stations.flatMap(({ code }) => code ?? []),
    names: [...new Set(file.stations.map(({ staName }) => staName))],
  });
  const byNumber = new Map(stored.map((one) => [one.staSelfCode, one]));
  const byName = groupBy(stored, ({ staName }) => staName);
  const problems: ImportProblem[] = [...file.problems];
  const stations = file.stations.map((station): ImportedStation => {
    const numbered = station.code === undefined ? undefined : byNumber.get(station.code);
    const metres = numbered ? apart(station, numbered) : 0;
    if (numbered && metres <= sameNumber) return { ...station, known: knownAs(numbered, "number") };
    if (numbered)
      problems.push({
        ref: "",
        text: `站点“${station.staName}”的编号 ${station.code} 已用于 ${(metres / 1000).toFixed(1)} 公里外的“${numbered.staName}”，没有视为同一站`,
      });
    const near = (byName.get(station.staName) ?? [])
      .map((one) => ({ one, metres: apart(station, one) }))
      .filter((found) => found.metres <= sameName);
    const [nearest] = near.sort((a, b) => a.metres - b.metres);
    return nearest ? { ...station, known: knownAs(nearest.one, "place") } : station;
  });
  return { ...file, stations, problems };
}

const apart = (a: { lng: number; lat: number }, b: { lng: number; lat: number }) =>
  distanceBetween([a.lng, a.lat], [b.lng, b.lat]);

function knownAs({ staUuid, staName, lng, lat }: Namesake, by: "number" | "place") {
  return { staUuid, staName, lng, lat, by };
}
