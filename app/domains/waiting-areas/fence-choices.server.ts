import { findFence, listFences } from "~/domains/fences/queries.server";
import type { Viewer } from "~/kernel/access/viewer";
import type { Choice } from "~/kernel/forms/field";
import { shapeOf } from "~/kernel/map/shape";
import type { MapShape } from "~/kernel/map/shape";

/** Offered in a select; more are found by their own page, which leads here. */
const mostOffered = 500;
const mostDrawn = 50;

/** The viewer's fences to choose from, and those to draw behind a waiting area: its own, else the first. */
export async function fencesToLieIn(viewer: Viewer, fenceUuid?: string): Promise<{ fences: Choice[]; around: MapShape[] }> {
  const [{ rows }, own] = await Promise.all([listFences(viewer, { page: 1, size: mostOffered, sort: [{ id: "fenceNum", desc: false }], filters: {} }), fenceUuid ? findFence(viewer, fenceUuid) : undefined]);
  const offered = own && !rows.some((fence) => fence.fenceUuid === own.fenceUuid) ? [own, ...rows] : rows;
  const around = (own ? [own] : rows.slice(0, mostDrawn)).flatMap((fence): MapShape[] => {
    const shape = shapeOf(fence);
    return shape ? [{ shape, label: fence.fenceName, frame: true }] : [];
  });
  return { fences: offered.map(({ fenceUuid: value, fenceNum, fenceName }) => ({ value, label: `${fenceNum} ${fenceName}` })), around };
}
