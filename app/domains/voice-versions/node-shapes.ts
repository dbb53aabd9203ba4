import { z } from "zod";
import { text as plainText } from "~/kit/page/forms/rules";
import { emptyKey, place, seconds, text } from "./call-shapes";
import { mostParts, textFault } from "./recipe-rules";

export const GivenItem = z.object({ audioUuid: z.string().nullable(), text: z.string().nullable() });

/** A clip, or words that the vehicle speaks itself. */
const Item = z
  .object({ audioUuid: emptyKey, text: plainText(200).nullish() })
  .superRefine(({ audioUuid, text: words }, context) => {
    if (audioUuid ? words : !words)
      context.addIssue({
        code: "custom",
        path: [audioUuid ? "text" : "audioUuid"],
        message: "请给出语音或要朗读的文字，二者之一",
      });
  });

export const nodePlaylists = z
  .array(
    z.object({
      voiceUse: place.voiceUse,
      items: z.array(Item).min(1, "请至少给出一段").max(mostParts, `最多 ${mostParts} 段`),
    }),
  )
  .max(4, "每个喇叭只能有一个播放列表")
  .superRefine((lists, context) => {
    lists.forEach(({ voiceUse }, at) => {
      if (lists.findIndex((one) => one.voiceUse === voiceUse) < at)
        context.addIssue({ code: "custom", path: [at, "voiceUse"], message: "每个喇叭只能有一个播放列表" });
    });
  });

/** Such a node is heard at no stop, so that it has no name to put in. */
export const nodeText = text.superRefine((words, context) => {
  const fault = /[{}]/.test(words) ? (textFault(1, words) ?? "公共节点不在站点上，不能用占位词") : undefined;
  if (fault) context.addIssue({ code: "custom", message: fault });
});

export const nodeTexts = z
  .array(z.object({ language: place.language, text: nodeText, seconds: seconds.default(5) }))
  .max(mostParts, `最多 ${mostParts} 段文字`);
