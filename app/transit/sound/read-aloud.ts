import { readPinyin, toPinyin } from "./pinyin";
import type { SpokenLanguage, SpokenText } from "./sound";

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

/** English with its short forms written out, numbers of three figures and more one by one, and letters apart from numbers. */
function sayInEnglish(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/(?<!\d)(\d{1,2}):00(?!\d)/g, "$1 o'clock")
    .replace(/(?<!\d)(\d{1,2}):0(\d)(?!\d)/g, "$1 oh $2")
    .replace(/(?<!\d)(\d{1,2}):(\d\d)(?!\d)/g, "$1 $2")
    .replace(/([A-Za-z])(?=\d)|(\d)(?=[A-Z])/g, "$1$2 ")
    .replace(/\d{3,}/g, (number) => [...number].join(" "))
    .replace(/\b[A-Z]{2,4}\b/g, (letters) => (/[AEIOUY]/.test(letters) ? letters : [...letters].join(" ")))
    .replace(/\b(Rd|Ave|Blvd|No|Hosp|Univ|Stn|Sq)\b\.?/g, (short) => written[short.replace(".", "")]!)
    .replace(/&/g, " and ")
    .replace(/[()[\]{}<>"/|;:~→·_-]+/g, ", ")
    .replace(/\s*,[\s,]*/g, ", ")
    .replace(/\s+/g, " ")
    .replace(/^[,\s]+|[,\s]+$/g, "");
}

const written: Record<string, string> = {
  Rd: "Road",
  Ave: "Avenue",
  Blvd: "Boulevard",
  No: "Number",
  Hosp: "Hospital",
  Univ: "University",
  Stn: "Station",
  Sq: "Square",
};

const digits = "零一二三四五六七八九";

/** 438 as 四三八. */
function digitByDigit(number: string): string {
  return [...number].map((digit) => digits[Number(digit)] ?? "").join("");
}

/** 438 as 四百三十八; of more than eight figures one by one. */
function asAmount(number: string): string {
  const [whole = "", part] = number.split(".");
  if (whole.length > 8) return digitByDigit(whole);
  const value = Number(whole);
  const [high, low] = [Math.floor(value / 10_000), value % 10_000];
  const upper = high > 0 ? `${belowTenThousand(high)}万` : "";
  const lower = low > 0 ? (high > 0 && low < 1000 ? "零" : "") + belowTenThousand(low) : "";
  const read = (upper + lower || "零").replace(/^一十/, "十");
  return part ? `${read}点${digitByDigit(part)}` : read;
}

function belowTenThousand(value: number): string {
  let read = "";
  for (const [unit, word] of [
    [1000, "千"],
    [100, "百"],
    [10, "十"],
    [1, ""],
  ] as const) {
    const digit = Math.floor(value / unit) % 10;
    if (digit > 0) read += digits[digit]! + word;
    else if (read !== "" && !read.endsWith("零") && value % unit > 0) read += "零";
  }
  return read;
}

/** A number of things: two of them are 两. */
function asCount(number: string): string {
  return number === "2" ? "两" : asAmount(number);
}

/** A number that names something: of three figures and more, one by one. */
function asName(number: string): string {
  return number.length <= 2 && !/^0\d/.test(number) ? asAmount(number) : digitByDigit(number);
}

function asTime(hours: string, minutes: string): string {
  const past = Number(minutes);
  const hour = hours === "2" || hours === "02" ? "两点" : `${asAmount(String(Number(hours)))}点`;
  if (past === 0) return `${hour}整`;
  return `${hour}${past < 10 ? "零" : ""}${asAmount(String(past))}分`;
}
