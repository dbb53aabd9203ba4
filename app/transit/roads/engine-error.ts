export type RoadFault = "no-network" | "timeout" | "crashed" | "closed" | "failed";

/** A call that the engine could not answer; the message is Chinese and fit to be shown. */
export class RoadEngineError extends Error {
  override readonly name = "RoadEngineError";

  constructor(
    readonly fault: RoadFault,
    options?: ErrorOptions,
  ) {
    super(faultTexts[fault], options);
  }
}

const faultTexts: Record<RoadFault, string> = {
  "no-network": "还没有路网数据，请先导入地图",
  timeout: "路径匹配超时，请减少站点后重试",
  crashed: "路径匹配程序意外停止，已重新启动，请重试",
  closed: "路径匹配程序已关闭",
  failed: "路径匹配失败",
};
