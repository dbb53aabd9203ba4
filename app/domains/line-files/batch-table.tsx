import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import type { Batch, BatchLine } from "./batches.server";
import { FaultList } from "~/kit/page/screens/fault-list";
import { batchUrl, fileUrl } from "./urls";

export const batchStates: Record<string, string> = {
  waiting: "等待开始",
  running: "正在生成",
  done: "已完成",
  cancelled: "已取消",
};

export const batchTable = defineTable<Batch & { created: string }>()({
  columns: [
    { id: "created", header: "开始时间", width: 160, cell: (row) => <a href={batchUrl(row)}>{row.created}</a> },
    { id: "createdByName", header: "发起人", width: 120 },
    { id: "state", header: "状态", width: 110, cell: (row) => batchStates[row.state] },
    { id: "done", header: "进度", width: 110, align: "right", cell: (row) => `${row.done} / ${row.total}` },
    { id: "refused", header: "没有生成", width: 90, align: "right" },
  ],
  filters: z.object({}),
  filterFields: [],
  sortBy: "-created",
  rowKey: (row) => row.batchUuid,
});

/** What was found, each fault in words; warnings are told on the file's page. */
function Why({ message, errors, warnings, fileUuid }: BatchLine) {
  if (errors.length > 1)
    return (
      <details>
        <summary>{message}</summary>
        <FaultList faults={errors} />
      </details>
    );
  if (message !== null) return message;
  if (warnings === 0 || !fileUuid) return null;
  return <a href={fileUrl({ fileUuid })}>{warnings} 处提醒</a>;
}

export const batchLineTable = defineTable<BatchLine>()({
  columns: [
    {
      id: "lineName",
      header: "线路",
      width: 200,
      cell: (row) => {
        const name = `${row.lineName} ${row.classifyName}`;
        return row.fileUuid ? <a href={fileUrl({ fileUuid: row.fileUuid })}>{name}</a> : name;
      },
    },
    { id: "state", header: "结果", width: 100, cell: (row) => lineStates[row.state] },
    { id: "fileVersion", header: "版本号", width: 120 },
    {
      id: "message",
      header: "说明",
      cell: (row) => <Why {...row} />,
    },
  ],
  filters: z.object({}),
  filterFields: [],
  sortBy: "lineName",
  rowKey: (row) => row.classifySid,
});

const lineStates: Record<string, string> = { waiting: "等待", done: "已生成", refused: "没有生成" };
