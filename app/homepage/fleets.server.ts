import type { GroupCount } from "~/domains/monitor/schema";
import { drawChart } from "~/kit/page/charts/draw.server";
import type { Fleets } from "./fleets";

const mostFleets = 8;

/** The organisations with the most buses, drawn; undefined where there is nothing to draw. */
export function drawFleets(groups: readonly GroupCount[]): Fleets | undefined {
  const shown = [...groups].sort((one, other) => other.total - one.total).slice(0, mostFleets);
  if (shown.length === 0) return undefined;
  const names = shown.map(({ name }) => name ?? "");
  const bars = (name: string, data: number[]) => ({
    name,
    data,
    type: "bar" as const,
    stack: "all",
    barMaxWidth: 16,
    label: { show: true, fontSize: 12 },
  });
  const svg = drawChart(
    {
      color: ["#2f6fb3", "#c9d2dc"],
      grid: { left: 4, right: 12, top: 26, bottom: 2, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
      legend: { top: 0, right: 8, textStyle: { fontSize: 12 } },
      xAxis: { type: "value", minInterval: 1, splitLine: { lineStyle: { color: "#e6eaef" } } },
      yAxis: {
        type: "category",
        inverse: true,
        data: names,
        axisTick: { show: false },
        axisLabel: { width: 110, overflow: "truncate", color: "#1f2733", fontSize: 12 },
      },
      series: [
        bars(
          "在线",
          shown.map(({ online }) => online),
        ),
        bars(
          "离线",
          shown.map(({ online, total }) => total - online),
        ),
      ],
    },
    { width: 640, height: 40 + 26 * shown.length },
  );
  return {
    svg,
    words: shown.map(({ name, online, total }) => `${name ?? ""} 在线 ${online}，离线 ${total - online}`).join("；"),
    left: groups.length - shown.length,
  };
}
