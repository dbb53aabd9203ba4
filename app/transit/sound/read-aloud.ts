import { readPinyin, toPinyin } from "./pinyin";
import { asAmount, asCount, asName, asTime, digitByDigit } from "./say-numbers";
import type { SpokenLanguage, SpokenText } from "./sound";
import { sayInEnglish } from "./say-in-english";

/** How a text is heard. `pronunciation` is the whole of it in pinyin (chóng qìng or chong2 qing4) or in characters that sound right, and wins. */
export function readAloud(
  text: string,
  { language, pronunciation = "" }: { language: SpokenLanguage; pronunciation?: string },
): SpokenText {
  const syllables = language === "zh" ? readPinyin(pronunciation) : undefined;
  const written = pronunciation.trim() === "" || syllables ? text : pronunciation;
  const words = language === "en" ? sayInEnglish(written) : sayInChinese(written);
  if (syllables) return { language, words, parts: [{ language, text: syllables }] };
  return { language, words, parts: partsOf(words, language) };
}

function sayInChinese(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/(?<!\d)([01]?\d|2[0-4]):([0-5]\d)(?!\d)/g, (_all, hours: string, minutes: string) =>
      asTime(hours, minutes),
    )
    .replace(/(\d+(?:\.\d+)?)%/g, (_all, number: string) => `百分之${asAmount(number)}`)
    .replace(/(\d{4})(?=年)/g, digitByDigit)
    .replace(new RegExp(`(\\d+(?:\\.\\d+)?)(?=${counted})`, "g"), asCount)
    .replace(/\d+\.\d+/g, asAmount)
    .replace(/\d+/g, asName)
    .replace(/#/g, "号")
    .replace(/&/g, "和")
    .replace(/[()[\]{}<>《》【】“”"/|;:、—~→·-]+/g, "，")
    .replace(/[A-Z]{2,4}(?![A-Za-z])/g, (letters) => [...letters].join(" "))
    .replace(/\s*[,，]\s*/g, "，")
    .replace(/^[，\s]+|[，\s]+$/g, "");
}

/** What is counted, unlike what is called by a number. */
const counted = "(?:元|角|块|米|公里|千米|分钟|小时|秒|个|位|人|次|天|站地|周|倍|层|岁|折|辆|张|件)";

/** Runs of one language each: Latin letters among Chinese are English. */
function partsOf(words: string, language: SpokenLanguage): SpokenText["parts"] {
  const other = language === "en" ? "zh" : language;
  const runs =
    words.match(/[\u2e80-\u9fff\u{20000}-\u{2ffff}，。！？!?\s]+|[^\u2e80-\u9fff\u{20000}-\u{2ffff}，。！？]+/gu) ?? [];
  return runs.flatMap((run): SpokenText["parts"] => {
    if (/[A-Za-z0-9]/.test(run)) return [{ language: "en", text: run.trim() }];
    const text = other === "yue" ? run.trim() : withPauses(run);
    return /[\p{L}\p{N}]/u.test(text) ? [{ language: other, text }] : [];
  });
}

function withPauses(characters: string): string {
  return characters
    .split(/([，。！？!?]+)/)
    .map((part, at) => (at % 2 === 0 ? toPinyin(part) : ", "))
    .join("")
    .replace(/^[,\s]+|[,\s]+$/g, "");
}
