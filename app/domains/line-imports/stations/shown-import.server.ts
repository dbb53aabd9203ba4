import { beginWith, directionsOf } from "~/domains/lines/queries.server";
import { requireVariant, type Variant } from "~/domains/line-versions/queries.server";
import { readLineView } from "~/domains/parameters/queries.server";
import { roadsForMap } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { Problem } from "~/kit/ground/problem";
import { boxOf } from "~/transit/geo/coordinates";
import type { MapRoad } from "~/kit/page/map/line-drawing";
import { showFile } from "~/kit/page/import-flow/shown-file.server";
import { directionChoices } from "./choices-fields";
import type { DirectionPreview } from "./preview";
import { changedSince, findStationImport, type StationImport } from "./station-imports.server";

export type ShownImport = Awaited<ReturnType<typeof shownImport>>;

export async function shownImport(viewer: Viewer, importId: string) {
  const row = await findStationImport(viewer, importId);
  const variant = await livingVariant(viewer, row.choices);
  const lineName = !variant
    ? "已删除的线路"
    : variant.sortType === 1
      ? variant.lineName
      : `${variant.lineName} ${variant.classifyName}`;
  const named = { row: { ...showFile(row), fileKey: null }, lineName };
  if (row.state !== "preview" || !row.preview || !variant)
    return { ...named, preview: null, stale: false, roads: [], directions: [] };
  const [stale, roads, view] = await Promise.all([
    changedSince(viewer, row),
    Promise.all(row.preview.directions.map((one) => roadsAround(viewer, one))),
    readLineView(),
  ]);
  return {
    ...named,
    preview: row.preview,
    stale,
    roads,
    directions: directionChoices(directionsOf(variant.lineType, beginWith(view, variant.own.startDirection))),
  };
}

/** A record of an import outlives its line. */
async function livingVariant(viewer: Viewer, choices: StationImport["choices"]): Promise<Variant | undefined> {
  try {
    return await requireVariant(viewer, choices);
  } catch (error) {
    if (error instanceof Problem && error.reason === "missing") return undefined;
    throw error;
  }
}

/** Roads for the picture of a direction; none where its stations lie so far apart that they would be wrong anyhow. */
async function roadsAround(viewer: Viewer, { rows, path }: DirectionPreview): Promise<MapRoad[]> {
  const box = boxOf([
    ...path,
    ...rows.flatMap(({ lng, lat }) => (lng === null || lat === null ? [] : [[lng, lat] as const])),
  ]);
  return box && box.maxLng - box.minLng < 2 && box.maxLat - box.minLat < 2
    ? roadsForMap(viewer, box, { width: 460, height: 460 })
    : [];
}
