import { z } from "zod";
import { text } from "~/kit/page/forms/rules";

export const HeardForm = z.object({
  parts: z.array(z.string().max(32)).max(16).default([]),
  because: text(200).optional(),
  openedAt: z.coerce.number({ error: "请从试听页提交" }),
});
