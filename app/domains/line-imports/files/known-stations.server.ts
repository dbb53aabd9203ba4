import { findLinks } from "~/domains/data-sources/queries.server";
import type { DataSource } from "~/domains/data-sources/schema";
import { stationsCalled } from "~/domains/stations/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { groupBy } from "~/kit/ground/group-by";
import { distanceBetween } from "~/transit/geo/lng-lat";
import type { BusNetwork, ImportedStation, ImportProblem } from "~/transit/osm/bus-routes";
import { agreementOf } from "../network/agreement";
import { bareName, metresText, spellings } from "../stations/match";

type Namesake = Awaited<ReturnType<typeof stationsCalled>>[number];

/** A number means the same station within so many metres, a name within fewer. */
const sameNumber = 2000;
const sameName = 50;

/** Recognises those of a file's stations whose number the source has not used before among the stored ones: by the number that people know them by, else by name and place, the nearest. */
export async function recognised(viewer: Viewer, file: BusNetwork, source: DataSource): Promise<BusNetwork> {
  const links = await findLinks(
    db(),
    source,
    "station",
    file.stations.map(({ key }) => key),
  );
  const unlinked = file.stations.filter(({ key }) => !links.has(key));
  const stored = await stationsCalled(viewer, {
    numbers: unlinked.flatMap(({ code }) => code ?? []),
    names: [...new Set(file.stations.flatMap(({ staName }) => spellings(staName)))],
  });
  const byNumber = new Map(stored.map((one) => [one.staSelfCode, one]));
  const byName = groupBy(stored, ({ staName }) => bareName(staName));
  const problems: ImportProblem[] = [...file.problems];
  const stations = file.stations.map((station): ImportedStation => {
    const numbered = links.has(station.key) || station.code === undefined ? undefined : byNumber.get(station.code);
    if (numbered) {
      const { same, told } = sameByNumber(station, numbered);
      if (told) problems.push({ ref: "", text: told });
      if (same) return { ...station, known: knownAs(numbered, "number") };
    }
    const near = (byName.get(bareName(station.staName)) ?? [])
      .map((one) => ({ one, metres: apart(station, one) }))
      .filter((found) => found.metres <= sameName);
    const [nearest] = near.sort((a, b) => a.metres - b.metres);
    return nearest ? { ...station, known: knownAs(nearest.one, "place") } : station;
  });
  return { ...file, stations, problems };
}

/** Whether a station of the number a file gives is the one it means, and in words what of it is another. */
function sameByNumber(station: ImportedStation, numbered: Namesake): { same: boolean; told?: string } {
  const agreement = agreementOf(placeOf(station), [placeOf(numbered)]);
  const metres = metresText(apart(station, numbered));
  const of = `站点“${station.staName}”的编号 ${station.code}`;
  if (agreement === "other" || apart(station, numbered) > sameNumber)
    return { same: false, told: `${of} 已用于 ${metres}外的“${numbered.staName}”，没有视为同一站` };
  if (agreement === "renamed") return { same: true, told: `${of} 是已有站点“${numbered.staName}”，沿用已有站名` };
  if (agreement === "moved") return { same: true, told: `${of} 的已有站点在 ${metres}外，沿用已有位置` };
  return { same: true };
}

const placeOf = ({ staName: name, lng, lat }: Pick<Namesake, "staName" | "lng" | "lat">) => ({ name, lng, lat });

const apart = (a: { lng: number; lat: number }, b: { lng: number; lat: number }) =>
  distanceBetween([a.lng, a.lat], [b.lng, b.lat]);

function knownAs({ staUuid, staName, lng, lat }: Namesake, by: "number" | "place") {
  return { staUuid, staName, lng, lat, by };
}
