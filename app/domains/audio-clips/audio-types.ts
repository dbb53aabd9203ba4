import { z } from "zod";
import { oneOf, recordKey, requiredText } from "~/kit/page/forms/rules";
import { audioUses } from "./room";

const mostTypes = 200;

export const AudioType = z.object({
  typeUuid: recordKey,
  typeName: requiredText("类型名称", 32),
  use: oneOf(audioUses),
  sort: z.number({ error: "请输入整数" }).int("请输入整数").min(0, "0 到 9999 的整数").max(9999, "0 到 9999 的整数"),
  isValid: z.boolean(),
  /** Clips of it, those in the bin left out. */
  audioCount: z.number(),
});
export type AudioType = z.output<typeof AudioType>;

const Sent = AudioType.omit({ audioCount: true }).extend({
  typeUuid: recordKey.optional(),
  use: AudioType.shape.use.default(6),
  sort: AudioType.shape.sort.default(0),
  isValid: z.boolean().default(true),
});
export type SentType = z.output<typeof Sent>;
const listOf = <S extends z.ZodType<SentType>>(one: S) =>
  z.array(one).max(mostTypes, `最多 ${mostTypes} 种`).superRefine(noRepeats);
export const AudioTypes = listOf(Sent);
/** Of a form a box that is not ticked is sent as nothing. */
export const FormTypes = listOf(Sent.extend({ isValid: z.boolean().default(false) }));

function noRepeats(list: readonly SentType[], context: z.core.$RefinementCtx): void {
  const seen = { typeName: new Set<string>(), typeUuid: new Set<string>() };
  for (const [at, one] of list.entries())
    for (const name of ["typeName", "typeUuid"] as const) {
      const value = one[name];
      if (value === undefined) continue;
      if (seen[name].has(value))
        context.addIssue({
          code: "custom",
          path: [at, name],
          message: `${name === "typeName" ? "类型名称" : "类型"}“${value}”重复`,
        });
      seen[name].add(value);
    }
}
