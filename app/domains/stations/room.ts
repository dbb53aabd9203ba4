import { tables } from "~/domains/record-tables/schema";
import { z } from "zod";
import { bits } from "~/kit/page/forms/bits";
import { lat, lng, plausiblePoint, text } from "~/kit/page/forms/rules";
import { field, optional, withDefault } from "~/kit/room/fields";
import { defineRoom, permissions } from "~/kit/room/room";
import { pictureInWords } from "~/kit/room/words";
import { pinyin } from "pinyin-pro";

/** Numbered pinyin, a syllable a character: chong2 qing4. */
const pronunciationRule = text(255).superRefine((value, context) => {
  for (const syllable of syllablesOf(value)) {
    const fault = faultOf(syllable);
    if (fault) return context.addIssue({ code: "custom", message: fault });
  }
});

/** A name that is all characters is said with one syllable each. */
function soundPronunciation(
  { staName, pronunciation }: { staName?: string; pronunciation?: string | null },
  context: z.core.$RefinementCtx,
) {
  if (!pronunciation || !staName || !/^[\u4e00-\u9fff]+$/.test(staName) || staName.includes("儿")) return;
  const [characters, syllables] = [staName.length, syllablesOf(pronunciation).length];
  if (characters !== syllables)
    context.addIssue({
      code: "custom",
      path: ["pronunciation"],
      message: `站名有 ${characters} 个字，读音有 ${syllables} 个音节，请逐字填写`,
    });
}

/** What is wrong with a reading that is written for a name, undefined where nothing is. */
export const pronunciationFault = (staName: string, pronunciation: string): string | undefined =>
  z
    .object({ staName: z.string(), pronunciation: pronunciationRule })
    .superRefine(soundPronunciation)
    .safeParse({ staName, pronunciation }).error?.issues[0]?.message;

const syllablesOf = (value: string): string[] => value.trim().split(/\s+/).filter(Boolean);

function faultOf(syllable: string): string | undefined {
  const [, letters, tone] = /^([a-zü]+)([1-5]?)$/.exec(syllable.toLowerCase()) ?? [];
  if (!letters) return `“${syllable}”不是拼音，请写成 chong2 qing4 的样子，音节之间空一格`;
  if (!allSyllables().has(letters.replaceAll("v", "ü"))) return `没有“${letters}”这个音节，请检查拼写`;
  return tone ? undefined : `“${syllable}”没有声调，请在后面写 1 到 5（轻声是 5）`;
}

let known: ReadonlySet<string> | undefined;

/** Every syllable that some character is read with. */
function allSyllables(): ReadonlySet<string> {
  if (known) return known;
  const characters = String.fromCodePoint(...Array.from({ length: 0x9fa5 - 0x4e00 }, (_, at) => 0x4e00 + at));
  return (known = new Set(pinyin(characters, { toneType: "none", type: "array", nonZh: "removed" })));
}

export const staKinds = [
  { value: 1, label: "常规" },
  { value: 2, label: "BRT" },
  { value: 3, label: "港湾" },
  { value: 4, label: "枢纽" },
  { value: 5, label: "临时" },
] as const;
export const staStates = [
  { value: 0, label: "未开通" },
  { value: 10, label: "运营" },
  { value: 20, label: "停运" },
] as const;
export const staFacilities = [
  { value: 1, label: "候车亭" },
  { value: 2, label: "电子站牌" },
  { value: 4, label: "座椅" },
] as const;

const station = { ...tables.station, title: "staSelfCode" };
const azimuth = z
  .number({ error: "请输入 0 到 359 的整数" })
  .int("请输入整数")
  .min(0, "方位角在 0 到 359 之间")
  .max(359, "方位角在 0 到 359 之间");
const district = z.string().regex(/^\d{6}$/, "行政区划是 6 位数字，例如 110108");

export const stationRoom = defineRoom({
  name: "stations",
  noun: "站点",
  title: "站点管理",
  url: "/station/station-management",
  key: "staUuid",
  may: permissions("station"),
  named: "staName",
  code: "staSelfCode",
  fields: {
    staSelfCode: field.code("站点编号", 20, { hint: "不与其他站点重复" }),
    staName: field.name("站点名称", 64, { hint: "同名站点可以有多个" }),
    nameEn: field.text("英文名称", 128),
    pronunciation: optional(
      field.ruled("text", "站名读音", pronunciationRule, z.string(), {
        hint: "朗读会读错时填写：带声调的拼音，逐字空格，例如 chong2 qing4 lu4",
      }),
    ),
    lng: field.own("经度", lng, z.number()),
    lat: field.own("纬度", lat, z.number()),
    azimuth: {
      ...optional(field.own("方位角", azimuth, z.number(), { say: (degrees: number) => `${degrees}°` })),
      kind: "number",
      unit: "度",
      hint: "车头方向，正北为 0，顺时针",
    },
    road: field.text("所在道路", 64),
    roadSide: optional(field.word("道路侧", ["东侧", "南侧", "西侧", "北侧", "路中"])),
    oppositeSta: optional(
      field.record("对向站", station, { hint: "马路对面的站，两站互为对向站：保存时对面的站也随之修改" }),
    ),
    district: {
      ...optional(field.own("行政区划", district, z.string(), { hint: "6 位数字，例如 110108" })),
      kind: "text",
    },
    address: field.text("地址", 255, { wide: true }),
    nearby: field.text("周边", 255, { wide: true }),
    staKind: withDefault(field.choice("种类", staKinds), 1),
    state: withDefault(field.choice("状态", staStates), 10),
    facilities: withDefault(field.own("设施", bits(staFacilities), z.number(), { bits: staFacilities }), 0),
    openDate: optional(field.date("启用日期")),
    stopDate: optional(field.date("停用日期")),
    isShare: field.check("与其他单位共用"),
    remark: field.note("备注"),
  },
  more: {
    pinyin: z.string(),
    initials: z.string(),
    source: z.string().nullable(),
    image: z.string().nullable(),
    oppositeCode: z.string().nullable().describe("对向站的编号"),
    oppositeName: z.string().nullable().describe("对向站的名称"),
    /** How many lines call there on the day asked for; and that day, null: today. */
    lineCount: z.number(),
    asOf: z.string().nullable(),
    /** Metres to the point searched around. */
    away: z.number().nullable().optional(),
  },
  picture: "image",
  words: { image: { label: "照片", say: pictureInWords } },
  bulk: ["state", "staKind", "district", "openDate", "stopDate", "isShare"],
  checks: [plausiblePoint, datesInOrder, soundPronunciation],
  pages: ["nearby"],
  recordPages: ["photo"],
  figuresOf: ({ lineCount }: { lineCount: number }) => [{ label: "经过线路", value: `${lineCount} 条` }],
});
export type StationRow = typeof stationRoom.row;

function datesInOrder(
  { openDate, stopDate }: { openDate?: string | null; stopDate?: string | null },
  context: z.core.$RefinementCtx,
) {
  if (openDate && stopDate && openDate > stopDate)
    context.addIssue({ code: "custom", path: ["stopDate"], message: "停用日期不能早于启用日期" });
}
