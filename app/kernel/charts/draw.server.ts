import { echarts, type ChartOption } from "./parts";

/** Draws a chart to an SVG string of the given size in pixels. */
export function drawChart(option: ChartOption, size: { width: number; height: number }): string {
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, ...size });
  try {
    chart.setOption({ ...option, animation: false });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
