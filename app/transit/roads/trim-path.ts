import { metresApart } from "~/transit/geo/metres";
import type { RoadGraph } from "./graph";
import type { withPlaces } from "./path-places";
import { roadsUnder } from "./roads-under";

type Placed = ReturnType<typeof withPlaces>;

/** What of a path lies between its first stop and its last. */
export function trimToStops(graph: RoadGraph, { laid, marks }: Placed): Placed {
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last) return { laid, marks };
  const path = laid.path.slice(first.index, last.index + 1);
  const breaks = laid.breaks.flatMap((piece) => {
    const [from, to] = [Math.max(piece.pathFrom, first.index), Math.min(piece.pathTo, last.index)];
    return from < to
      ? [
          {
            ...piece,
            pathFrom: from - first.index,
            pathTo: to - first.index,
            length: metresApart(laid.path[from]!, laid.path[to]!),
          },
        ]
      : [];
  });
  const moved = marks.map(({ index, distance }) => ({
    index: index - first.index,
    distance: distance - first.distance,
  }));
  return {
    laid: { ...laid, path, breaks, edges: roadsUnder(graph, path).edges, length: last.distance - first.distance },
    marks: moved,
  };
}
