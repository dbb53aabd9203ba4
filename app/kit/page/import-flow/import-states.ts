import type { Column } from "~/kit/page/tables/define-table";

export const importStates = {
  waiting: "等待读取",
  reading: "正在读取",
  preview: "等待确认",
  applying: "正在导入",
  done: "已导入",
  failed: "失败",
  cancelled: "已取消",
} as const;
export type ImportState = keyof typeof importStates;

/** Ways in: tables of a room's records, files of lines and their stations, maps, sounds. */
export type ImportDoor = "sheet" | "line" | "map" | "audio";

export interface ImportFacts<Preview = unknown, Result = unknown> {
  importId: string;
  fileName: string;
  fileKey: string | null;
  fileSize: number;
  state: ImportState;
  /** 0 to 1. */
  progress: number;
  phase: string;
  orgId: string | null;
  preview: Preview | null;
  result: Result | null;
  error: string | null;
  createdAt: Date;
  createdBy: string;
  createdByName: string;
  confirmedByName: string | null;
  finishedAt: Date | null;
}

export type ListedFile = Pick<
  ImportFacts,
  "importId" | "fileName" | "state" | "progress" | "createdByName" | "error"
> & {
  size: string;
  created: string;
  /** Of imports that can be taken back. */
  undoing?: boolean;
  undoneAt?: Date | string | null;
};

/** What stands of a file handed in behind its name and what it is. */
export const fileColumns: Column<ListedFile>[] = [
  { id: "state", header: "状态", width: 120, cell: stateInWords },
  { id: "size", header: "大小", width: 80, align: "right" },
  { id: "createdByName", header: "上传人", width: 110 },
  { id: "created", header: "上传时间", width: 140 },
  { id: "error", header: "说明", cell: (row) => row.error ?? "" },
];

function stateInWords({ state, progress, undoing, undoneAt }: ListedFile): string {
  if (undoneAt) return "已撤销";
  const name = undoing && state === "applying" ? "正在撤销" : importStates[state];
  return state === "reading" || state === "applying" ? `${name} ${Math.round(progress * 100)}%` : name;
}

/** Whether something is being done with it right now, so that its page is to be refreshed. */
export function isBusy(state: ImportState): boolean {
  return state === "waiting" || state === "reading" || state === "applying";
}

export function refusalOf(state: ImportState): string {
  if (state === "waiting" || state === "reading") return "文件还在读取，请稍候";
  if (state === "preview") return "请先确认预览";
  if (state === "applying") return "导入已经开始，不能取消";
  if (state === "done") return "导入已经完成";
  if (state === "cancelled") return "导入已被取消，请重新上传文件";
  return "导入没有成功，请重新读取或重新上传";
}
