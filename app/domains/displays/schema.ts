import { z } from "zod";
import { requiredText } from "~/kit/page/forms/rules";

export const DisplayForm = z.object({
  displayName: requiredText("名称", 64),
  orgId: z.string({ error: "请选择机构" }).min(1, "请选择机构").max(32, "请从列表中选择机构"),
});
export type DisplayValues = z.output<typeof DisplayForm>;

export interface DisplayRow {
  displayId: string;
  displayName: string;
  orgName: string;
  createdAt: Date;
  createdBy: string;
  lastSeenAt: Date | null;
  endedAt: Date | null;
  endedBy: string | null;
}
