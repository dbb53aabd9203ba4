import { z } from "zod";
import { date, yesOrNo } from "~/kit/page/forms/rules";

export const eventKinds = [
  { value: 10, label: "进入禁入区" },
  { value: 20, label: "离开禁出区" },
  { value: 30, label: "超速" },
  { value: 40, label: "停车超时" },
] as const;

export interface EventRow {
  eventUuid: string;
  kind: 10 | 20 | 30 | 40;
  beganAt: string;
  endedAt: string | null;
  /** Until now where it goes on. */
  minutes: number;
  fenceUuid: string;
  fenceName: string;
  busUuid: string;
  busSelfCode: string;
  plateNum: string;
  orgName: string;
  lng: number;
  lat: number;
  limitValue: number | null;
  topSpeed: number | null;
}

export const EventFilters = z.object({
  bus: z.string().trim().max(32, "最多 32 个字").optional(),
  fenceUuid: z.string().max(32).optional(),
  orgId: z.string().max(32).optional(),
  kind: z.enum(["10", "20", "30", "40"], { error: "请从列表中选择" }).optional(),
  open: yesOrNo,
  from: date.optional(),
  to: date.optional(),
});
export type EventFilters = z.output<typeof EventFilters>;
