import { z } from "zod";
import { recordKey, requiredLines, whole } from "~/kit/page/forms/rules";
import {
  events,
  type Event,
  type Language,
  type Part,
  parts,
  voiceUses,
  type VoiceUse,
} from "~/transit/announcements/words";
import { allLanguages } from "./recipe-rules";

const numbered = <N extends number>(known: Readonly<Record<N, string>>) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^\d{1,2}$/.test(value) ? Number(value) : value),
    z.number({ error: "请从列表中选择" }).refine((value): value is N => value in known, "请从列表中选择"),
  );

export const place = {
  event: numbered<Event>(events),
  voiceUse: numbered<VoiceUse>(voiceUses),
  language: z.enum(allLanguages as [Language, ...Language[]], { error: "请从列表中选择" }),
};

export const PartShape = z.enum(Object.keys(parts) as [Part, ...Part[]], { error: "请从列表中选择" });
export const emptyKey = z.preprocess((value) => (value === "" ? null : value), recordKey.nullish());
export const GivenPartShape = z.object({ part: PartShape, audioUuid: emptyKey, linkUuid: recordKey.optional() });

export const text = requiredLines("显示文字", 200);
export const seconds = whole(1, 60);
export const order = whole(1, 20);

/** Where something new is said or shown. */
export const newPlace = {
  linkUuid: recordKey.optional(),
  versionUuid: recordKey,
  ...place,
  order: order.optional(),
};

const linked = {
  linkUuid: z.string(),
  versionUuid: z.string(),
  event: z.number(),
  voiceUse: z.number(),
  language: z.string(),
  order: z.number(),
};
export const SlotReply = z.object({
  ...linked,
  part: z.string(),
  audioUuid: z.string().nullable(),
  audioName: z.string().nullable(),
});
export const TextReply = z.object({
  ...linked,
  text: z.string(),
  seconds: z.number(),
});
