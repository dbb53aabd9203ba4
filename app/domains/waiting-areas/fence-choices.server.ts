import { findFence, listFences } from "~/domains/fences/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { shapeOf } from "~/transit/geo/shape";
import type { MapShape } from "~/transit/geo/shape";

const mostDrawn = 50;

/** The viewer's fences to draw behind a waiting area: its own, else the first. */
export async function listFencesBehind(viewer: Viewer, fenceUuid?: string): Promise<MapShape[]> {
  const own = fenceUuid ? await findFence(viewer, fenceUuid) : undefined;
  const fences = own
    ? [own]
    : (await listFences(viewer, { page: 1, size: mostDrawn, sort: [{ id: "fenceNum", desc: false }], filters: {} }))
        .rows;
  return fences.flatMap((fence): MapShape[] => {
    const shape = shapeOf(fence);
    return shape ? [{ shape, label: fence.fenceName, frame: true }] : [];
  });
}
