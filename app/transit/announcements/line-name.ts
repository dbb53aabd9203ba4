import { pinyin } from "pinyin-pro";

/** In English a line goes by its number, and by what kind it is; a name of its own by its sound. */
export function nameLineInEnglish(lineName: string): string {
  const [, letters = "", kind = "", number] =
    /^([A-Za-z]*)([^\dA-Za-z]*)([A-Za-z]*\d+[A-Za-z]*)路/.exec(lineName) ?? [];
  if (number === undefined) return soundOf(lineName);
  return [kind && (kinds[kind] ?? soundOf(kind)), "Route", letters + number].filter(Boolean).join(" ");
}

const kinds: Record<string, string> = { 夜: "Night", 夜班: "Night", 环: "Loop", 快: "Express", 支: "Branch" };

const soundOf = (name: string) =>
  pinyin(name, { toneType: "none", type: "array", nonZh: "consecutive" })
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(" ");
