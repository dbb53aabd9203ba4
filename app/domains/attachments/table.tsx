import { z } from "zod";
import { sizeText } from "~/kit/data/files/size-text";
import { date, yesOrNo } from "~/kit/page/forms/rules";
import { defineTable } from "~/kit/page/tables/define-table";
import type { Holder } from "~/kit/room/file-holders.server";
import { kindNames, kindOf, kindWords } from "./file-kinds";
import { HolderList } from "./holder-list";
import { fileUrl } from "./policy";

export const FileRow = z.object({
  fileUuid: z.string(),
  fileKey: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  size: z.number(),
  hash: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  createdByName: z.string().nullable(),
  orgId: z.string().nullable(),
  orgName: z.string().nullable(),
  used: z.boolean(),
});
export type FileRow = z.output<typeof FileRow>;
export type ListedFile = FileRow & { holders?: readonly Holder[] };

export const FileFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  type: z.preprocess((value) => value || undefined, z.enum(kindNames, { error: "请从列表中选择" }).optional()),
  from: date.optional(),
  to: date.optional(),
  unused: yesOrNo,
});

export const fileTable = defineTable<ListedFile>()({
  columns: [
    {
      id: "fileName",
      header: "文件名",
      width: 210,
      sortable: true,
      always: true,
      cell: (file) => <a href={fileUrl(file)}>{file.fileName}</a>,
      csv: ({ fileName }) => fileName,
    },
    { id: "contentType", header: "类型", width: 80, cell: ({ contentType }) => kindWords(kindOf(contentType)) },
    { id: "size", header: "大小", width: 90, align: "right", sortable: true, cell: ({ size }) => sizeText(size) },
    {
      id: "used",
      header: "使用",
      cell: ({ used, holders = [] }) =>
        used ? <HolderList holders={holders} /> : <span className="quiet">未使用</span>,
      csv: ({ used }) => (used ? "使用中" : "未使用"),
    },
    { id: "createdByName", header: "上传人", width: 90 },
    { id: "orgName", header: "所属机构", width: 120, aside: true },
    { id: "createdAt", header: "上传时间", width: 140, kind: "time", sortable: true },
    { id: "hash", header: "SHA-256", width: 180, hidden: true },
  ],
  filters: FileFilters,
  filterFields: [
    { name: "keyword", label: "附件", placeholder: "文件名或上传人" },
    {
      name: "type",
      label: "类型",
      kind: "choice",
      choices: kindNames.map((value) => ({ value, label: kindWords(value) })),
    },
    { name: "from", label: "从", kind: "date" },
    { name: "to", label: "到", kind: "date" },
    {
      name: "unused",
      label: "使用",
      kind: "choice",
      choices: [
        { value: "true", label: "未使用" },
        { value: "false", label: "使用中" },
      ],
    },
  ],
  sortBy: "-createdAt",
  rowKey: ({ fileUuid }) => fileUuid,
});
