import type { LngLat } from "~/transit/geo/lng-lat";
import { LineCollector } from "./assemble";
import { type LineFile } from "./shape";

const unit = 1e4;

/** Whether a document is a list of lines as ECharts' examples have them: whole numbers, the first pair a place, the others steps. */
export function isEchartsLines(document: unknown): document is number[][] {
  return (
    Array.isArray(document) &&
    document.length > 0 &&
    document.every((line) => Array.isArray(line) && line.every((step) => typeof step === "number"))
  );
}

/** Lines without names and stops, in degrees times 10,000, each point but the first as its step from the one before. */
export function readEchartsLines(document: readonly number[][]): LineFile {
  const found = new LineCollector();
  document.forEach((steps, index) => {
    const record = index + 1;
    const where = `第 ${record} 条记录`;
    if (steps.length % 2 === 1) found.tell(where, "坐标个数为奇数，已略去最后一个数");
    const path: LngLat[] = [];
    let [x, y] = [0, 0];
    for (let at = 0; at + 1 < steps.length; at += 2) {
      x += steps[at]!;
      y += steps[at + 1]!;
      path.push([x / unit, y / unit]);
    }
    found.add({ lineName: `第${record}条`, lineKey: `echarts:${record}`, stops: [], path, record, where });
  });
  if (document.length > 0) found.tell("", "文件中只有折线，没有线路名称和站点，只能用来核对坐标系或作为参考线");
  return { kind: "echarts", lines: found.finish(), problems: found.problems, counts: found.counts };
}
