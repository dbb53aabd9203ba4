import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import type { LeftOut } from "./rows";

const plain = { filters: z.object({}), filterFields: [] };

export const previewFileTable = defineTable<{ key: string; name: string; fileVersion: string; vehicles: number }>()({
  columns: [
    { id: "name", header: "文件" },
    { id: "fileVersion", header: "版本", width: 140 },
    { id: "vehicles", header: "车辆", width: 90, align: "right" },
  ],
  ...plain,
  sortBy: "name",
  rowKey: ({ key }) => key,
});

export const reasonTable = defineTable<{ reason: string; count: number }>()({
  columns: [
    { id: "reason", header: "原因" },
    { id: "count", header: "车辆", width: 90, align: "right" },
  ],
  ...plain,
  sortBy: "reason",
  rowKey: ({ reason }) => reason,
});

export const leftOutTable = defineTable<LeftOut>()({
  columns: [
    {
      id: "busSelfCode",
      header: "车辆",
      width: 200,
      cell: ({ busUuid, busSelfCode, plateNum }) =>
        busUuid ? <a href={`/bus/bus-management/${busUuid}`}>{`${busSelfCode} ${plateNum}`}</a> : busSelfCode,
    },
    { id: "reason", header: "原因" },
  ],
  ...plain,
  sortBy: "busSelfCode",
  rowKey: ({ busUuid, busSelfCode, reason }) => `${busUuid ?? busSelfCode} ${reason}`,
});
