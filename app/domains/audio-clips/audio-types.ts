import { z } from "zod";
import { oneOf, recordKey, requiredText } from "~/kit/page/forms/rules";
import { audioUses } from "./room";

const mostTypes = 200;

/** What a new type has where nothing is said. */
export const newType = { use: 6, sort: 0, isValid: true };

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

const Fields = AudioType.omit({ audioCount: true });
/** Of one that is there what is left out stays as it is. */
const Sent = Fields.partial().refine(({ typeUuid, typeName }) => typeUuid ?? typeName, {
  path: ["typeName"],
  message: "请输入类型名称",
});
export type SentType = z.output<typeof Sent>;
const listOf = <S extends z.ZodType<SentType>>(one: S) =>
  z
    .array(one)
    .max(mostTypes, `最多 ${mostTypes} 种`)
    .superRefine((list, context) => {
      for (const { path, message } of findRepeats(list)) context.addIssue({ code: "custom", path, message });
    });
export const AudioTypes = listOf(Sent);
/** Of a form a box that is not ticked is sent as nothing. */
export const FormTypes = listOf(
  Fields.extend({
    typeUuid: recordKey.optional(),
    use: AudioType.shape.use.default(newType.use),
    sort: AudioType.shape.sort.default(newType.sort),
    isValid: z.boolean().default(false),
  }),
);

/** Names and keys that stand in the list twice, each at its second place. */
export function* findRepeats(list: readonly SentType[]): Generator<{ path: (string | number)[]; message: string }> {
  const seen = { typeName: new Set<string>(), typeUuid: new Set<string>() };
  for (const [at, one] of list.entries())
    for (const name of ["typeName", "typeUuid"] as const) {
      const value = one[name];
      if (value === undefined) continue;
      if (seen[name].has(value))
        yield { path: [at, name], message: `${name === "typeName" ? "类型名称" : "类型"}“${value}”重复` };
      seen[name].add(value);
    }
}
