import { drawChart } from "~/kit/page/charts/draw.server";
import type { ChartOption } from "~/kit/page/charts/parts";
import type { Viewer } from "~/kit/data/access/viewer";
import { readForm, refused, type Reply } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { mostRoadsOnPage, queryRoadByRectangle, roadsForMap } from "./rectangle.server";
import { roadView } from "./road-view";
import { roadClassName, RoadRectangle } from "./schema";
import type { RoadRow } from "./tables";

export interface FoundRoads {
  box: RoadRectangle;
  count: number;
  kilometres: string;
  /** The longest class first. */
  classes: { name: string; count: number; kilometres: string }[];
  chart: { option: ChartOption; svg: string; height: number };
  /** The first 500. */
  rows: RoadRow[];
  drawn: { coords: number[]; roadClass: string }[];
}

export async function foundRoads(viewer: Viewer, url: URL): Promise<{ reply?: Reply; found?: FoundRoads }> {
  const asked = new FormData();
  for (const side of ["minLng", "minLat", "maxLng", "maxLat"])
    if (url.searchParams.has(side)) asked.set(side, url.searchParams.get(side)!);
  if ([...asked.keys()].length === 0) return {};
  const sent = await readForm(asked, RoadRectangle);
  if (sent.status !== "success") return { reply: sent.reply };
  const box = sent.value;
  const answer = await attempt(() => queryRoadByRectangle(viewer, box, mostRoadsOnPage));
  if (!answer.ok) return { reply: refused(sent, answer.problem).reply };
  const edges = answer.value;
  const classes = new Map<string, { count: number; metres: number }>();
  for (const { roadClass, length } of edges) {
    const sum = classes.get(roadClass) ?? { count: 0, metres: 0 };
    classes.set(roadClass, { count: sum.count + 1, metres: sum.metres + length });
  }
  const sums = [...classes]
    .sort(([, a], [, b]) => b.metres - a.metres)
    .map(([roadClass, sum]) => ({ name: roadClassName(roadClass), ...sum }));
  const option = lengthChart(sums);
  const found: FoundRoads = {
    box,
    count: edges.length,
    kilometres: kilometres(edges.reduce((sum, edge) => sum + edge.length, 0)),
    classes: sums.map(({ name, count, metres }) => ({ name, count, kilometres: kilometres(metres) })),
    chart: { option, svg: drawChart(option, chartSize), height: chartSize.height },
    rows: edges.slice(0, 500).map((edge) => {
      const { coordinates: _, ...row } = roadView(edge);
      return row;
    }),
    drawn: await roadsForMap(viewer, box),
  };
  return { reply: sent.reply, found };
}

const chartSize = { width: 760, height: 220 };

function lengthChart(sums: { name: string; metres: number }[]): ChartOption {
  return {
    grid: { left: 8, right: 48, top: 8, bottom: 8, containLabel: true },
    xAxis: { type: "value", name: "公里" },
    yAxis: { type: "category", inverse: true, data: sums.map(({ name }) => name) },
    tooltip: {},
    series: [{ type: "bar", barMaxWidth: 18, data: sums.map(({ metres }) => Number((metres / 1000).toFixed(2))) }],
  };
}

const kilometres = (metres: number) => (metres / 1000).toFixed(metres < 10_000 ? 2 : 1);
