import type { PathText } from "./plan-text";

export const textLabels: Record<keyof PathText, string> = {
  path: "路径坐标",
  vias: "途经点",
  freeHand: "手绘段",
  moves: "站点新位置",
};
