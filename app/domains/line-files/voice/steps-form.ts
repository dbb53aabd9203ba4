import { z } from "zod";
import { recordKey, version, whole } from "~/kit/page/forms/rules";
import { mostSteps } from "./node-steps";

/** What was done to the nodes of a direction on the map, step by step. */
export const StepsForm = z.object({
  version,
  steps: z
    .array(
      z.object({
        nodeUuid: recordKey,
        distance: z.number({ error: "请输入数字" }).min(0).max(400_000).optional(),
        radius: whole(10, 500).optional(),
        azimuth: whole(0, 359).optional(),
      }),
    )
    .min(1, "还没有移动节点")
    .max(mostSteps, `一次最多保存 ${mostSteps} 步`),
});
