import { z } from "zod";
import { type SecurityEventKind, securityEventKinds } from "~/kit/data/access/security-event-kinds";
import { date } from "~/kit/page/forms/rules";
import { defineTable } from "~/kit/page/tables/define-table";

export interface EventRow {
  eventId: string;
  at: string;
  kind: SecurityEventKind;
  userAccount: string | null;
  userName: string | null;
  address: string | null;
  session: string | null;
  requestId: string | null;
  detail: string;
}

const kinds = Object.entries(securityEventKinds).map(([value, label]) => ({ value, label }));
const whole = z.string().trim().max(64).optional();

export const EventFilters = z.object({
  kind: z.enum(Object.keys(securityEventKinds) as [SecurityEventKind], { error: "请从列表中选择" }).optional(),
  userAccount: whole,
  address: whole,
  from: date.optional(),
  to: date.optional(),
});

export const eventTable = defineTable<EventRow>()({
  columns: [
    { id: "at", header: "时间", width: 150, kind: "time", sortable: true, always: true },
    { id: "kind", header: "事件", width: 110, cell: ({ kind }) => securityEventKinds[kind] ?? kind },
    { id: "userAccount", header: "账号", width: 130 },
    { id: "userName", header: "姓名", width: 110 },
    { id: "address", header: "地址", width: 130 },
    { id: "detail", header: "说明" },
    { id: "session", header: "会话", width: 90, aside: true },
    { id: "requestId", header: "请求编号", width: 290, aside: true },
  ],
  filters: EventFilters,
  filterFields: [
    { name: "kind", label: "事件", kind: "choice", choices: kinds },
    { name: "userAccount", label: "账号", placeholder: "完整的账号" },
    { name: "address", label: "地址", placeholder: "完整的 IP 地址" },
    { name: "from", label: "从", kind: "date" },
    { name: "to", label: "到", kind: "date" },
  ],
  sortBy: "-at",
  rowKey: ({ eventId }) => eventId,
});
