import { z } from "zod";

export const LinkTokensForm = z.object({
  lines: z.string({ error: "请粘贴设备编号，一行一个" }).max(200_000, "内容过长，一次最多 5,000 台"),
});

export interface LinkTokenRow {
  tokenId: string;
  devUuid: string;
  devSelfCode: string;
  createdAt: Date;
  createdBy: string;
  lastUsedAt: Date | null;
  endedAt: Date | null;
  endedBy: string | null;
}
