import ReactECharts from "echarts-for-react/esm/core";
import { echarts, type ChartOption } from "./parts";

export default function LiveChart({ option, height, label }: { option: ChartOption; height: number; label: string }) {
  return (
    <div role="img" aria-label={label}>
      <ReactECharts echarts={echarts} option={option} opts={{ renderer: "svg" }} style={{ height }} />
    </div>
  );
}
