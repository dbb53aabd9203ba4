import type { ChosenFile } from "./chosen-files.server";
import type { TaskRow } from "./rows";

export function taskFacts(
  task: TaskRow,
  files: readonly Pick<ChosenFile, "name" | "fileVersion">[],
  shown: (at: string | null) => string | null,
): { label: string; value: string | number | null; wide?: boolean }[] {
  const named = files.slice(0, 10).map(({ name, fileVersion }) => `${name} ${fileVersion}`);
  return [
    { label: "编号", value: task.taskNum },
    { label: "类型", value: task.taskTypeName },
    { label: "所属机构", value: task.orgName },
    { label: "新建", value: [task.createUser, shown(task.createTime)].filter(Boolean).join(" ") },
    { label: "定时", value: shown(task.startTime) },
    { label: "最后一天", value: task.lastDay },
    { label: "新加入的车辆", value: task.joins ? "也下发，直到最后一天" : "不下发" },
    ...(task.approvedBy ? [{ label: "审核", value: `${task.approvedBy} 通过` }] : []),
    { label: "启动", value: shown(task.beginTime) },
    { label: "结束", value: shown(task.endTime) },
    {
      label: "时段",
      value:
        [
          ...task.windows.map(({ from, to }) => `${from}-${to}`),
          ...(task.outsideService ? ["首末班之间不下发"] : []),
        ].join("；") || "全天",
    },
    { label: "分批", value: `${task.stages.map((one) => `${one}%`).join(" → ")}，已放到第 ${task.stage} 批` },
    { label: "自动暂停", value: task.stopAtFailedPercent ? `失败超过 ${task.stopAtFailedPercent}%` : "不自动暂停" },
    { label: "超时和重试", value: `${task.timeoutMinutes} 分钟，重试 ${task.retry} 次` },
    { label: "优先级", value: task.priority },
    { label: "文件", value: `${named.join("、")}${files.length > 10 ? ` 等 ${files.length} 个` : ""}`, wide: true },
  ];
}
