import { type RawBuilder, sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, plannedOnce } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { lastRankInPicture, roadClassesAt } from "~/kit/page/map/road-classes";
import { beyondFrame } from "~/kit/page/map/road-drawing";
import { boxSize } from "~/transit/geo/coordinates";
import { isInBox } from "~/transit/geo/lng-lat";
import { pointsOf } from "~/transit/geo/shape";
import { boxInFrame, fitViewport } from "~/transit/geo/project";
import { clipLine } from "~/transit/geo/simplify";
import type { RoadEdge } from "~/transit/roads/edge";
import { degreesOf, edgeColumns, type EdgeRow, forBuses, toEdge } from "./edge-row.server";
import type { RoadRectangle } from "./schema";

const widest = { width: 960, height: 380 };

/** Roads answered at once by the API and by the page. */
const mostRoads = 5000;
export const mostRoadsOnPage = 20_000;

/** The roads that run through a rectangle, by way and place in it; refused in words beyond `cap` of them. */
export async function queryRoadByRectangle(
  _viewer: Viewer,
  rectangle: RoadRectangle,
  cap = mostRoads,
): Promise<RoadEdge[]> {
  const near =
    await sql<EdgeRow>`select ${edgeList} from road_edge where bounds && ${boxOf(rectangle)} and ${forBuses} order by way_id, seq limit ${cap + 1}`.execute(
      db(),
    );
  if (near.rows.length > cap) throw tooMany(rectangle, cap);
  return near.rows.map(toEdge).filter((edge) => runsThrough(edge, rectangle));
}

/** Roads to draw under something else, as far as a frame of that shape shows them; of more than `cap` the important ones. Their points are flat degrees, plain JSON. */
export async function roadsForMap(
  _viewer: Viewer,
  rectangle: RoadRectangle,
  frame = widest,
  cap = 6000,
): Promise<{ coords: number[]; roadClass: string; roadName: string }[]> {
  const shown = boxInFrame(rectangle, frame, beyondFrame);
  const zoom = fitViewport(rectangle, frame.width, frame.height, 40).zoom + 0.5;
  const classes = roadClassesAt(zoom, lastRankInPicture(zoom));
  const found = await sql<Pick<EdgeRow, "shape" | "roadClass" | "roadName">>`${plannedOnce}
    select shape, road_class, road_name from road_edge where bounds && ${boxOf(shown)} and ${forBuses} and ${classes ? sql`road_class = any(${classes})` : sql`true`}
    order by array_position(array['motorway', 'trunk', 'primary', 'secondary', 'tertiary'], replace(road_class, '_link', '')), length desc limit ${sql.lit(cap)}`.execute(
    db(),
  );
  return found.rows.map(({ shape, ...road }) => ({ ...road, coords: Array.from(degreesOf(shape)) }));
}

/** The stored network as a whole; `stamp` changes with every change of it and never comes back, in no database. */
export async function roadNetwork(): Promise<{ edges: number; stamp: string; updatedAt: Date }> {
  const { edges, revision, updatedAt } = await db()
    .selectFrom("roadNetworkState")
    .select(["edges", "revision", "updatedAt"])
    .executeTakeFirstOrThrow();
  return { edges, updatedAt, stamp: `${revision}-${updatedAt.getTime().toString(36)}` };
}

export const edgeList = sql.join(edgeColumns.map((name) => sql.ref(name)));

export function boxOf({ minLng, minLat, maxLng, maxLat }: RoadRectangle): RawBuilder<unknown> {
  return sql`box(point(${minLng}, ${minLat}), point(${maxLng}, ${maxLat}))`;
}

function runsThrough({ coords }: RoadEdge, rectangle: RoadRectangle): boolean {
  if (pointsOf(coords).some((point) => isInBox(point, rectangle))) return true;
  const { minLng, minLat, maxLng, maxLat } = rectangle;
  return clipLine(Array.from(coords), [minLng, minLat, maxLng, maxLat]).length > 0;
}

function tooMany(rectangle: RoadRectangle, cap: number) {
  const { width, height } = boxSize(rectangle);
  return problem.field(
    "maxLng",
    `此矩形约 ${kilometres(width)}×${kilometres(height)} 公里，道路超过 ${cap.toLocaleString("en")} 段，请缩小范围后再查找`,
  );
}

const kilometres = (metres: number) => (metres / 1000).toFixed(metres < 10_000 ? 1 : 0);
