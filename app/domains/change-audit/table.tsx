import { z } from "zod";
import { date } from "~/kit/page/forms/rules";
import { type Difference, differenceInWords, historyActions } from "~/kit/page/screens";
import { defineTable } from "~/kit/page/tables/define-table";
import styles from "./change-audit.module.css";

export interface ChangeRow {
  historyId: string;
  at: string;
  userName: string;
  room: string;
  recordKey: string;
  action: string;
  reason: string | null;
  title: string;
  living: boolean;
  href?: string;
  differences: Difference[];
}

const actions = Object.keys(historyActions) as [string];
const word = (most: number) => z.string().trim().max(most, `最多 ${most} 个字`).optional();

export const ChangeFilters = z.object({
  room: word(32),
  who: word(32),
  action: z.enum(actions, { error: "请从列表中选择" }).optional(),
  keyword: word(64),
  from: date.optional(),
  to: date.optional(),
  recordKey: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{32}$/, "应为 32 位小写十六进制数字")
    .optional(),
});

export const changeTable = defineTable<ChangeRow>()({
  columns: [
    { id: "at", header: "时间", width: 130, kind: "time", sortable: true, always: true },
    { id: "userName", header: "操作人", width: 90 },
    { id: "room", header: "类别", width: 84 },
    {
      id: "title",
      header: "记录",
      width: 190,
      cell: ({ title, href, living }) => (href ? <a href={href}>{title}</a> : `${title}${living ? "" : "（已删除）"}`),
    },
    { id: "action", header: "操作", width: 56, cell: ({ action }) => historyActions[action] ?? action },
    {
      id: "differences",
      header: "修改内容",
      cell: ({ differences }) => <Differences differences={differences} />,
      csv: ({ differences }) => differences.map(differenceInWords).join("；"),
    },
    { id: "reason", header: "修改原因", width: 120, aside: true },
    { id: "recordKey", header: "记录主键", width: 270, hidden: true },
  ],
  filters: ChangeFilters,
  filterFields: [
    { name: "room", label: "类别", kind: "choice" },
    { name: "who", label: "操作人", placeholder: "账号或姓名", width: 110 },
    { name: "action", label: "操作", kind: "choice", choices: choicesOf(historyActions) },
    { name: "keyword", label: "关键字", placeholder: "记录名称、编号，或完整的旧值、新值", width: 230 },
    { name: "from", label: "从", kind: "date" },
    { name: "to", label: "到", kind: "date" },
    { name: "recordKey", label: "记录主键", more: true, width: 270 },
  ],
  sortBy: "-at",
  rowKey: ({ historyId }) => historyId,
});

function choicesOf(labels: Record<string, string>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

function Differences({ differences }: Pick<ChangeRow, "differences">) {
  const words = differences.map(differenceInWords);
  if (words.length < 2 && (words[0] ?? "").length < 40) return <>{words[0] ?? "没有字段变化"}</>;
  return (
    <details className={styles.differences}>
      <summary>{words.join("；").slice(0, 200)}</summary>
      <ul>
        {words.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </details>
  );
}
