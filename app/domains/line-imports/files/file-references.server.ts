import { linesNamed } from "~/domains/line-matching/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { variantsOf } from "~/transit/line-files/pair";
import type { FileDirection, LineFile } from "~/transit/line-files/shape";
import { distanceBetween, type LngLat } from "~/transit/geo/lng-lat";
import { type FileCrs, fromFile } from "~/transit/geo/file-crs";
import { createYielder } from "~/kit/ground/yield-regularly";

interface FoundReference {
  lineUuid: string;
  lineName: string;
  direction: 1 | 2;
  referenceName: string;
  path: LngLat[];
}

/** The drawn lines of a file for the stored lines of the same name: the file's primary variant, each direction where its ends lie nearest to the line's. */
export async function referencesFor(
  viewer: Viewer,
  file: LineFile,
  crs: FileCrs,
): Promise<{ found: FoundReference[]; missing: string[] }> {
  const lines = await linesNamed(
    viewer,
    file.lines.map(({ name }) => name),
  );
  const turn = createYielder();
  const found: FoundReference[] = [];
  const missing: string[] = [];
  for (const one of file.lines) {
    await turn();
    const drawn = one.directions.filter(({ path }) => path.length > 1);
    if (drawn.length === 0) continue;
    const line = lines.get(one.name);
    if (!line) {
      missing.push(one.name);
      continue;
    }
    const [primary] = variantsOf({ ...one, directions: drawn }).variants;
    const paths = [primary!.up, primary!.down]
      .filter((direction): direction is FileDirection => direction !== null)
      .map((direction) => ({ direction, path: fromFile(direction.path, crs) }));
    const straight = apart(paths[0]!.path, line.up) + (paths[1] ? apart(paths[1].path, line.down) : 0);
    const swapped = apart(paths[0]!.path, line.down) + (paths[1] ? apart(paths[1].path, line.up) : 0);
    const turned = line.lineType !== 2 && swapped < straight;
    paths.forEach(({ direction, path }, index) => {
      if (line.lineType === 2 && index > 0) return;
      const referenceName = direction.name ?? [direction.from, direction.to].filter(Boolean).join("—") ?? one.name;
      found.push({
        lineUuid: line.lineUuid,
        lineName: line.lineName,
        direction: (index === 0) === turned ? 2 : 1,
        referenceName: referenceName || one.name,
        path,
      });
    });
  }
  return { found, missing };
}

/** Metres between both ends of a path and of a sequence of stations; what has no stations is far. */
function apart(path: readonly LngLat[], stations: readonly LngLat[]): number {
  if (stations.length === 0) return 50_000;
  return distanceBetween(path[0]!, stations[0]!) + distanceBetween(path.at(-1)!, stations.at(-1)!);
}
