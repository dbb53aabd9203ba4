import { z } from "zod";
import { chosenNumber, date } from "~/kit/page/forms/rules";
import { defineTable } from "~/kit/page/tables/define-table";
import { stateMark } from "~/kit/page/tables/state-mark";
import { CountsBar } from "./counts-bar";
import type { TaskRow } from "./rows";
import { taskUrl } from "./urls";
import { taskStates, taskTypes } from "./words";

export const TaskFilters = z.object({
  keyword: z.string().trim().max(64, "最多 64 个字").optional(),
  state: chosenNumber,
  taskType: chosenNumber,
  orgId: z.string().max(32).optional(),
  from: date.optional(),
  to: date.optional(),
});
export type TaskFilters = z.output<typeof TaskFilters>;

export const asChoices = (choices: readonly { value: number; label: string }[]) =>
  choices.map(({ value, label }) => ({ value: String(value), label }));

export const taskTable = defineTable<TaskRow>()({
  columns: [
    {
      id: "taskName",
      header: "任务",
      sortable: true,
      always: true,
      cell: (task) => <a href={taskUrl(task)}>{task.taskName}</a>,
      csv: ({ taskName }) => taskName,
    },
    { id: "taskType", header: "类型", width: 90, sortable: true, cell: ({ taskTypeName }) => taskTypeName },
    { id: "state", header: "状态", width: 92, sortable: true, cell: ({ stateName }) => stateMark(stateName) },
    {
      id: "counts",
      header: "车辆",
      width: 220,
      cell: (task) => <CountsBar counts={task} />,
      csv: ({ total }) => String(total),
    },
    { id: "orgName", header: "所属机构", width: 110, aside: true },
    { id: "createUser", header: "新建人", width: 90, aside: true },
    { id: "createTime", header: "新建时间", width: 140, kind: "time", sortable: true },
    { id: "startTime", header: "定时", width: 140, kind: "time", sortable: true, hidden: true },
    { id: "priority", header: "优先级", width: 80, align: "right", sortable: true, hidden: true },
    { id: "taskNum", header: "编号", width: 120, hidden: true },
  ],
  filters: TaskFilters,
  filterFields: [
    { name: "keyword", label: "任务", placeholder: "名称或编号", width: 170 },
    { name: "state", label: "状态", kind: "choice", choices: asChoices(taskStates) },
    { name: "taskType", label: "类型", kind: "choice", choices: asChoices(taskTypes) },
    { name: "orgId", label: "机构", kind: "choice" },
    { name: "from", label: "从", kind: "date" },
    { name: "to", label: "到", kind: "date" },
  ],
  sortBy: "-createTime",
  rowKey: ({ taskUuid }) => taskUuid,
  pageSize: 20,
});
