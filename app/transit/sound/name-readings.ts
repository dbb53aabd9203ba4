import { convert } from "pinyin-pro";
import { anyOf, toPinyin } from "./pinyin";
import { placeReadings } from "./place-readings";
import { readAloud } from "./read-aloud";

/** How a Chinese name is read aloud, in numbered pinyin; numbers and Latin letters in it as they are said. */
export const numberedReading = (name: string, pronunciation?: string | null): string =>
  readAloud(name, { language: "zh", pronunciation: pronunciation ?? undefined })
    .parts.map(({ text }) => text)
    .join(" ")
    .replace(/\s*,\s*/g, " ");

/** Numbered pinyin with the signs of its tones: chóng qìng. */
export const toned = (numbered: string): string =>
  numbered.replace(/\b([a-zü]+)([1-5])\b/gi, (_all, letters: string, tone: string) =>
    tone === "5" ? letters : convert(`${letters}${tone}`),
  );

/** How a name is read aloud, for people. */
export const readingInWords = (name: string, pronunciation?: string | null): string =>
  toned(numberedReading(name, pronunciation));

/** A part of a name that is read in several ways, and those in which it is not read now. */
export interface Doubt {
  characters: string;
  others: string[];
}

/** What in a name may be read otherwise than it is: its characters of several readings, but those within words that leave no choice. */
export function doubtsIn(name: string): Doubt[] {
  const found = new Map<string, Doubt>();
  for (const part of name
    .split(certain)
    .filter((piece) => piece && !certainWords.has(piece) && !(piece in placeReadings))) {
    const syllables = toPinyin(part).split(" ");
    for (const { 0: characters, index } of part.matchAll(doubtful)) {
      const now = syllables.length === part.length ? syllables.slice(index, index + characters.length).join(" ") : "";
      found.set(characters, { characters, others: readings[characters]!.filter((one) => one !== toned(now)) });
    }
  }
  return [...found.values()];
}

/** Characters of which the names of places use several readings, and words of them. */
const readings: Readonly<Record<string, readonly string[]>> = {
  行: ["xíng", "háng"],
  长: ["cháng", "zhǎng"],
  重: ["zhòng", "chóng"],
  乐: ["lè", "yuè", "lào"],
  曾: ["zēng", "céng"],
  蔚: ["wèi", "yù"],
  尉: ["wèi", "yù"],
  单: ["dān", "shàn", "chán"],
  堡: ["bǎo", "pù", "bǔ"],
  柏: ["bǎi", "bó"],
  泊: ["bó", "pō"],
  朴: ["pǔ", "piáo", "pò"],
  盖: ["gài", "gě"],
  解: ["jiě", "xiè", "hài"],
  覃: ["qín", "tán", "xún"],
  仇: ["chóu", "qiú"],
  都: ["dōu", "dū"],
  朝: ["cháo", "zhāo"],
  藏: ["cáng", "zàng"],
  降: ["jiàng", "xiáng"],
  栅: ["zhà", "shān", "shi"],
  查: ["chá", "zhā"],
  任: ["rèn", "rén"],
  华: ["huá", "huà"],
  夹: ["jiā", "jiá"],
  监: ["jiān", "jiàn"],
  曲: ["qū", "qǔ"],
  载: ["zài", "zǎi"],
  牟: ["móu", "mù"],
  涡: ["wō", "guō"],
  埔: ["pǔ", "bù"],
  浒: ["hǔ", "xǔ"],
  筠: ["yún", "jūn"],
  蠡: ["lí", "lǐ"],
  圩: ["wéi", "xū"],
  巷: ["xiàng", "hàng"],
  番: ["fān", "pān"],
  浚: ["jùn", "xùn"],
  莘: ["shēn", "xīn"],
  铅: ["qiān", "yán"],
  薄: ["bó", "báo"],
  盛: ["shèng", "chéng"],
  峙: ["zhì", "shì"],
  阆: ["làng", "láng"],
  歙: ["shè", "xī"],
  弹: ["dàn", "tán"],
  种: ["zhǒng", "zhòng", "chóng"],
  传: ["chuán", "zhuàn"],
  翟: ["zhái", "dí"],
  缪: ["miào", "móu"],
  磨: ["mó", "mò"],
  模: ["mó", "mú"],
  坊: ["fāng", "fáng"],
  观: ["guān", "guàn"],
  六合: ["liù hé", "lù hé"],
  天台: ["tiān tái", "tiān tāi"],
  丽水: ["lì shuǐ", "lí shuǐ"],
};

/** Words in which a character of several readings has one. */
const certainWords = new Set(
  "银行 行政 行人 人行 行知 校长 长江 长城 长途 长春 长沙 长乐 长兴 长安 长寿 重点 重型 重工 重庆 重阳 音乐 乐园 乐山 首都 成都 都市 西藏 朝阳 中华 华山 华侨 华强 新华 清华 华夏 华东 华南 华北 华中 华西 精华 繁华 光华 南华 文华 华润 华联 华泰 华府 华城 华园 监狱 监督 检查 曲靖 曲阜 责任 任务 停泊 传媒 传统 种子 模范 规模 磨盘 磨房 观音 观景 观光 参观 道观 潍坊 廊坊 牌坊 街坊 油坊 昌盛 茂盛 盛世 盛大 华盛 安乐 快乐 长青 长虹 长丰 长风 长宁 长征 长龙 长海 长岛 长白 长平 长生 增长 成长 家长 都江堰 解放 解决 单位 单元".split(
    " ",
  ),
);
const certain = anyOf([...certainWords, ...Object.keys(placeReadings)]);
const doubtful = new RegExp(anyOf(Object.keys(readings)), "g");

/** For lists: one name in a hundred of a city's has one of these in it. */
export const doubtfulCharacters = Object.keys(readings);
