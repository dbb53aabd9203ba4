import { BarChart, LineChart, PieChart } from "echarts/charts";
import { GridComponent, LegendComponent, TitleComponent, TooltipComponent } from "echarts/components";
import * as core from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import type { EChartsOption } from "echarts";

export const echarts = withParts();

/** An ECharts option that is plain JSON: no functions, so that server and browser draw the same picture. */
export type ChartOption = EChartsOption;

function withParts(): typeof core {
  core.use([
    BarChart,
    LineChart,
    PieChart,
    GridComponent,
    LegendComponent,
    TitleComponent,
    TooltipComponent,
    SVGRenderer,
  ]);
  return core;
}
