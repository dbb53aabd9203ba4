import { taskStates, taskTypes } from "./words";

export const changeLabels = {
  taskName: "任务名称",
  taskType: "类型",
  state: "状态",
  stoppedBecause: "停止的原因",
  startTime: "定时",
  lastDay: "最后一天",
  joins: "新加入的车辆也下发",
  approvedByName: "审核人",
  windows: "时段",
  outsideService: "首末班之间不下发",
  priority: "优先级",
  stages: "分批",
  retry: "重试次数",
  timeoutMinutes: "超时（分钟）",
  effectiveMinutes: "生效等待（分钟）",
  nextStagePercent: "下一批要求的成功率",
  stopAtFailedPercent: "自动暂停的失败率",
};

export function changeWords(name: string, value: unknown): string {
  const choices = { state: taskStates, taskType: taskTypes }[name as "state"];
  const label = choices?.find((choice) => choice.value === value)?.label;
  if (label) return label;
  if (typeof value === "boolean") return value ? "是" : "否";
  return typeof value === "object" ? JSON.stringify(value ?? "") : String(value as string | number);
}
