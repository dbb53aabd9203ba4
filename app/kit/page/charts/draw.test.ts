import { expect, it } from "vitest";
import { drawChart } from "./draw.server";

it("draws a chart as SVG without a browser", () => {
  const svg = drawChart(
    { xAxis: { type: "category", data: ["周一"] }, yAxis: {}, series: [{ type: "bar", data: [3] }] },
    { width: 300, height: 120 },
  );
  expect(svg).toMatch(/^<svg width="300" height="120"/);
  expect(svg).toContain("周一");
  expect(svg).not.toContain("<style");
});
