import ReactECharts from "echarts-for-react/esm/core";
import { echarts, type ChartOption } from "./parts";

export default function LiveChart({ option, height, label }: { option: ChartOption; height: number; label: string }) {
  return (
    <div role="img" aria-label={label}>
      {/* It takes the place of the same picture: nothing starts again. */}
      <ReactECharts
        echarts={echarts}
        option={{ ...option, animation: false }}
        opts={{ renderer: "svg" }}
        style={{ height }}
      />
    </div>
  );
}
