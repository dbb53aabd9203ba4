export const directions = { 1: "上行", 2: "下行" } as const;
export type Direction = keyof typeof directions;

export const events = { 1: "起点出站", 2: "进站", 3: "出站", 4: "终点前站出站", 5: "终点进站" } as const;
export type Event = keyof typeof events;

export const voiceUses = { 1: "进站内音", 2: "进站外音", 3: "出站内音", 4: "出站外音" } as const;
export type VoiceUse = keyof typeof voiceUses;

/** 1普通 2TTS. */
export type VoiceType = 1 | 2;

/** In the order in which they are heard. */
export const languages = { zh: "普通话", yue: "粤语", en: "英语", other: "其他" } as const;
export type Language = keyof typeof languages;

/** What a slot of the direction is said with. */
export const directionWords: Record<Language, readonly [up: string, down: string]> = {
  zh: [directions[1], directions[2]],
  yue: [directions[1], directions[2]],
  en: ["outbound", "inbound"],
  other: [directions[1], directions[2]],
};

export const nodeUses = {
  0: "进站",
  1: "出站",
  2: "限速区",
  3: "安全",
  4: "通知",
  5: "广告",
  6: "其他",
  7: "路口",
  8: "占位",
} as const;
export type NodeUse = keyof typeof nodeUses;

export const parts = {
  clip: "语音",
  station: "本站",
  nextStation: "下一站",
  terminus: "终点站",
  lineName: "线路名",
  direction: "方向",
} as const;
export type Part = keyof typeof parts;

export const packageFormats = { "bus-line-file/1": "标准线路文件", announcer: "报站器资源文件夹" } as const;
export type PackageFormat = keyof typeof packageFormats;

export const charsets = ["UTF-8", "GBK"] as const;
export type Charset = (typeof charsets)[number];
