import { echarts, type ChartOption } from "./parts";

/** Draws a chart to an SVG string of the given size in pixels; without its style sheet, which only colours what the mouse is over and which the page's policy would refuse. */
export function drawChart(option: ChartOption, size: { width: number; height: number }): string {
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, ...size });
  try {
    chart.setOption({ ...option, animation: false });
    return chart.renderToSVGString().replace(/<style[^>]*>[\s\S]*?<\/style>/g, "");
  } finally {
    chart.dispose();
  }
}
