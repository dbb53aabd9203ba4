import { tables } from "~/domains/record-tables/schema";
import { z } from "zod";
import { field, optional, withDefault } from "~/kit/room/fields";
import { defineRoom, permissions } from "~/kit/room/room";
import { languages, nodeUses } from "~/transit/announcements/words";
import { soundLimits } from "~/transit/sound/sound";
import { durationWords } from "~/transit/sound/duration-words";

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

export const audioUses = optionsOf(nodeUses).map(({ value, label }) => ({ value: Number(value), label }));
export const audioLanguages = optionsOf(languages);
const voices = [
  { value: 0, label: "男声" },
  { value: 1, label: "女声" },
] as const;
const speakers = [
  { value: 0, label: "车内" },
  { value: 1, label: "车外" },
  { value: 2, label: "车内和车外" },
] as const;
const sources = [
  { value: "recorded", label: "录音" },
  { value: "spoken", label: "朗读" },
] as const;

export const audioRoom = defineRoom({
  name: "audio-clips",
  noun: "音频",
  title: "语音库",
  url: "/voice/voice-library",
  key: "audioUuid",
  may: permissions("audio"),
  named: "audioName",
  code: "audioNum",
  fields: {
    audioNum: optional(field.code("编号", 32, { hint: "留空时自动编号" })),
    audioName: field.name("名称", 64),
    text: field.note("文稿", 500, { rows: 2, hint: "说的是什么：用于朗读、字幕和查找" }),
    language: withDefault(field.word("语言", audioLanguages), "zh"),
    use: withDefault(field.choice("用途", audioUses), 6),
    typeUuid: optional(field.record("类型", tables.audioType, { as: "typeName" })),
    staUuid: optional(
      field.record("站点", tables.station, {
        hint: "这段音频说的是哪个站的站名",
        placeholder: "不是站名",
        as: "staName",
        held: { label: "音频", blocking: false },
      }),
    ),
    voiceType: withDefault(field.choice("声音", voices), 0),
    speaker: withDefault(field.choice("喇叭", speakers), 2),
    source: withDefault(field.word("来源", sources, { hint: "朗读由程序合成，是机器人的声音" }), "recorded"),
    fileUuid: field.file("声音文件", {
      most: soundLimits.bytes,
      hint: "MP3、WAV、FLAC、OGG、M4A 或 AAC；来源是朗读时不用选择",
    }),
    isValid: field.enabled(),
    remark: field.note("备注"),
  },
  more: {
    fileName: z.string(),
    format: z.string(),
    sizeBytes: z.number(),
    durationMs: z.number(),
    sampleRate: z.number(),
    channels: z.number(),
    bitrate: z.number().nullable(),
    loudness: z.number().nullable(),
    sha256: z.string(),
    crc32: z.string(),
    /** The voice of what the program had spoken. */
    spokenBy: z.string().nullable(),
    /** Places of recipes and of nodes that hold it. */
    usedCount: z.number(),
    /** Other clips of the same content. */
    sameCount: z.number(),
  },
  words: { durationMs: { label: "时长", say: durationWords } },
  bulk: ["use", "typeUuid", "speaker", "isValid"],
  checks: [sayable],
  pages: ["audio-types", "import", "speak"],
  recordPages: ["sound", "replace"],
});
export type AudioRow = typeof audioRoom.row;
export type AudioValues = typeof audioRoom.values;

/** What is spoken needs words in a language that the program can speak. */
function sayable(
  { source, text, language }: { source?: string; text?: string | null; language?: string },
  context: z.core.$RefinementCtx,
) {
  if (source !== "spoken") return;
  if (!text) context.addIssue({ code: "custom", path: ["text"], message: "请输入要朗读的文稿" });
  if (language === "other")
    context.addIssue({
      code: "custom",
      path: ["language"],
      message: "只能朗读普通话、粤语和英语，请选择语言或上传录音",
    });
}
