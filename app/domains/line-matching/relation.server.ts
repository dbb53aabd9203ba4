import { roadsOfWays } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { distanceBetween, type LngLat } from "~/transit/geo/lng-lat";
import { lineNameOf, refOf } from "~/transit/osm/line-names";
import { onRoads, shapesOfRoads } from "~/transit/osm/road-shapes";
import type { RouteRelation } from "~/transit/osm/route-relation";
import { type Run, runsOf } from "~/transit/osm/runs";
import type { KnownStation, Variant } from "~/domains/line-versions/queries.server";

export interface Trace {
  path: readonly LngLat[];
  ways?: number[];
  note: string;
}

/** The ways of the OSM route relation that runs between a direction's end stations, or in words why there is none. */
export async function relationTrace(
  viewer: Viewer,
  { lineUuid, lineName }: Variant,
  stations: readonly KnownStation[],
): Promise<Trace | string> {
  const [stored, line] = await Promise.all([
    db().selectFrom("lineSource").select("relations").where("lineUuid", "=", lineUuid).executeTakeFirst(),
    db().selectFrom("line").select("lineId").where("lineUuid", "=", lineUuid).executeTakeFirst(),
  ]);
  const relations = (stored?.relations ?? []) as unknown as RouteRelation[];
  if (relations.length === 0) return "导入的地图文件里没有这条线路";
  const named = relations.filter((relation) => namesLine(relation, [lineName, line?.lineId ?? ""]));
  if (named.length === 0) return `地图中的线路叫“${lineNameOf(relations) || refOf(relations)}”，与线路名称、编号不符`;
  const ids = [...new Set(named.flatMap(({ ways }) => ways.map(({ id }) => id)))];
  const shapes = shapesOfRoads(await roadsOfWays(viewer, ids));
  const runs = named.flatMap((relation) => runsOf(onRoads(relation, shapes)));
  const ends = [stations[0]!, stations.at(-1)!] as const;
  const [run] = runs.filter((one) => between(one, ends)).sort((a, b) => apart(a, ends) - apart(b, ends));
  if (!run)
    return `首末站不符：地图中是 ${[...new Set(runs.map(endsText))].slice(0, 2).join("、") || "未知的两站"}，本方向是 ${ends[0].staName}—${ends[1].staName}`;
  const ways = run.relation.ways;
  const absent = ways.filter(({ shape }) => !shape).length;
  if (run.path.length < 2) return "关系中的道路都不在已导入的路网里";
  return {
    path: run.path,
    ways: ways.map(({ id }) => id),
    note: `关系 ${run.relation.id}，${ways.length} 条道路${absent > 0 ? `（${absent} 条不在路网里）` : ""}`,
  };
}

/** "438" names 438路, 438 and 438路（京城公交）; spelling aside. */
function namesLine(relation: RouteRelation, names: readonly string[]): boolean {
  const said = [refOf([relation]), lineNameOf([relation])].map(plain).filter(Boolean);
  return names.map(plain).some((name) => name !== "" && said.includes(name));
}

const plain = (name: string) =>
  name
    .normalize("NFKC")
    .toUpperCase()
    .replace(/\(.*$|\s|路$/g, "");

/** Metres between an end station and the relation's within which they are the same, and where also their names are. */
const near = 150;
const nearNamed = 600;

function between({ places }: Run, ends: readonly [KnownStation, KnownStation]): boolean {
  return [places[0], places.at(-1)].every((end, i) => {
    const place = end?.place;
    return (
      place &&
      distanceBetween([place.lng, place.lat], [ends[i]!.lng, ends[i]!.lat]) <=
        (place.name !== "" && plain(place.name) === plain(ends[i]!.staName) ? nearNamed : near)
    );
  });
}

function apart({ places }: Run, ends: readonly [KnownStation, KnownStation]): number {
  return [places[0], places.at(-1)].reduce(
    (sum, end, i) => sum + distanceBetween([end!.place!.lng, end!.place!.lat], [ends[i]!.lng, ends[i]!.lat]),
    0,
  );
}

const endsText = ({ places, from, to }: Run) =>
  `${places[0]?.place?.name || from || "?"}—${places.at(-1)?.place?.name || to || "?"}`;
