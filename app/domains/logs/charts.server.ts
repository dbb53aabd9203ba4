import type { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { drawChart } from "~/kit/page/charts/draw.server";
import type { ChartOption } from "~/kit/page/charts/parts";
import type { Table } from "~/kit/page/tables/define-table";
import { type Bar, chartTables, type ChartName, type FunctionSum, type LoginDay } from "./chart-tables";
import type { Range } from "./range";
import { countLogins, countRequests, sumFunctions } from "./sums.server";

interface Chart<Row> {
  load(viewer: Viewer, range: Range): Promise<Row[]>;
  isEmpty(rows: readonly Row[]): boolean;
  draw(rows: readonly Row[]): ChartOption;
}

const noBars = (bars: readonly { count: number }[]) => bars.every(({ count }) => count === 0);

const charts: { [Name in ChartName]: Chart<RowOf<Name>> } = {
  logins: {
    load: countLogins,
    isEmpty: (rows: readonly LoginDay[]) => rows.every(({ success, failed }) => success + failed === 0),
    draw: (rows: readonly LoginDay[]) =>
      upright(
        rows.map(({ day }) => day.slice(5)),
        [
          { name: "成功", data: rows.map(({ success }) => success) },
          { name: "失败", data: rows.map(({ failed }) => failed) },
        ],
      ),
  },
  days: {
    load: (viewer, range) => countRequests(viewer, range, "day"),
    isEmpty: noBars,
    draw: (bars) =>
      upright(
        bars.map(({ name }) => name.slice(5)),
        goodAndBad(bars),
      ),
  },
  hours: {
    load: (viewer, range) => countRequests(viewer, range, "hour"),
    isEmpty: noBars,
    draw: (bars) =>
      upright(
        bars.map(({ key }) => key),
        goodAndBad(bars),
      ),
  },
  organisations: {
    load: (viewer, range) => countRequests(viewer, range, "organisation"),
    isEmpty: noBars,
    draw: (bars) =>
      lying(
        bars.slice(0, mostBars).map(({ name }) => name),
        goodAndBad(bars.slice(0, mostBars)),
      ),
  },
  functions: {
    load: sumFunctions,
    isEmpty: noBars,
    draw: (sums: readonly FunctionSum[]) =>
      lying(
        sums.slice(0, mostBars).map(({ functionName }) => functionName),
        goodAndBad(sums.slice(0, mostBars)),
      ),
  },
};

type RowOf<Name extends ChartName> =
  (typeof chartTables)[Name]["table"] extends Table<infer Row, z.ZodObject> ? Row : never;
export type ChartRow = Bar | FunctionSum | LoginDay;

const mostBars = 15;
const size = { width: 440, height: 210 };

export const loadChart = (name: ChartName, viewer: Viewer, range: Range): Promise<ChartRow[]> =>
  charts[name].load(viewer, range);

export interface DrawnChart {
  name: ChartName;
  rows: ChartRow[];
  /** Absent where there is nothing to draw. */
  drawn?: { option: ChartOption; svg: string; height: number };
}

/** A chart with its figures: the server's drawing, and what the browser draws it anew from. */
export async function chartOf(name: ChartName, viewer: Viewer, range: Range): Promise<DrawnChart> {
  const { isEmpty, draw } = charts[name] as Chart<ChartRow>;
  const rows = await loadChart(name, viewer, range);
  if (isEmpty(rows)) return { name, rows: [] };
  const option = draw(rows);
  return { name, rows, drawn: { option, svg: drawChart(option, size), height: size.height } };
}

interface Series {
  name: string;
  data: number[];
}

const goodAndBad = (bars: readonly { count: number; errors: number }[]): Series[] => [
  { name: "正常", data: bars.map(({ count, errors }) => count - errors) },
  { name: "出错", data: bars.map(({ errors }) => errors) },
];

const colours = ["#2f6fb3", "#c2491d"];

function option(series: Series[]): ChartOption {
  return {
    color: colours,
    grid: { left: 8, right: 24, top: 34, bottom: 8, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
    legend: { top: 0, right: 8 },
    tooltip: { trigger: "axis", axisPointer: { type: "shadow" } },
    series: series.map((one) => ({ type: "bar", stack: "all", barMaxWidth: 26, ...one })),
  };
}

const upright = (names: string[], series: Series[]): ChartOption => ({
  ...option(series),
  xAxis: { type: "category", data: names },
  yAxis: { type: "value", minInterval: 1 },
});

const lying = (names: string[], series: Series[]): ChartOption => ({
  ...option(series),
  xAxis: { type: "value", minInterval: 1 },
  yAxis: { type: "category", inverse: true, data: names, axisLabel: { width: 190, overflow: "truncate" } },
});
