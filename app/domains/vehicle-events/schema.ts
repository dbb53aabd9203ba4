import { z } from "zod";
import { date, oneOf, requiredText, yesOrNo } from "~/kit/page/forms/rules";
import { alarmKinds } from "~/transit/jt808/alarms";

/** The kind of an alarm is this and the number of its bit. */
export const alarmBase = 100;

export const eventKinds: readonly { value: number; label: string }[] = [
  ...alarmKinds.map(({ bit, words }) => ({ value: alarmBase + bit, label: words })),
  { value: 10, label: "进入禁入区" },
  { value: 20, label: "离开禁出区" },
  { value: 30, label: "超速" },
  { value: 40, label: "停车超时" },
];

/** Kinds on which somebody is to act at once. */
export const urgentKinds: readonly number[] = alarmKinds
  .filter(({ isUrgent }) => isUrgent)
  .map(({ bit }) => alarmBase + bit);

/** Urgent, and nobody has said that it was seen to. */
export const isUrging = ({ kind, acknowledgedAt }: Pick<EventRow, "kind" | "acknowledgedAt">): boolean =>
  urgentKinds.includes(kind) && acknowledgedAt === null;

export interface EventRow {
  eventUuid: string;
  /** Of fences 10 to 40, of a terminal's alarms from 100. */
  kind: number;
  beganAt: string;
  endedAt: string | null;
  /** Until now where it goes on. */
  minutes: number;
  /** Null of an alarm. */
  fenceUuid: string | null;
  fenceName: string | null;
  busUuid: string;
  busSelfCode: string;
  plateNum: string;
  orgName: string;
  /** Null where the terminal did not know. */
  lng: number | null;
  lat: number | null;
  limitValue: number | null;
  topSpeed: number | null;
  /** The vehicle fell silent then: nobody knows when it ended indeed. */
  isLost: boolean;
  acknowledgedAt: string | null;
  acknowledgedByName: string | null;
  acknowledgedNote: string | null;
}

export const EventFilters = z.object({
  bus: z.string().trim().max(32, "最多 32 个字").optional(),
  fenceUuid: z.string().max(32).optional(),
  orgId: z.string().max(32).optional(),
  kind: oneOf(eventKinds).optional(),
  urgent: yesOrNo,
  handled: yesOrNo,
  open: yesOrNo,
  from: date.optional(),
  to: date.optional(),
});
export type EventFilters = z.output<typeof EventFilters>;

export const AcknowledgeForm = z.object({ note: requiredText("处理情况", 200) });
