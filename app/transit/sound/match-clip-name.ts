import type { SoundTags } from "./sound";
import { plainOf } from "./sounds-alike";

/** Whom a clip may be for: a station, or a text. `number` is its code, `text` what the clip says. */
export interface ClipCandidate {
  key: string;
  name: string;
  number?: string;
  text?: string;
  otherNames?: readonly string[];
}

/** `why` is Chinese and fit to be shown; of several that fit equally well none is taken. */
export type ClipMatch =
  | { found: "one"; key: string; why: string }
  | { found: "several"; keys: string[]; why: string }
  | { found: "none"; why: string };

type Way = "name" | "number" | "otherName" | "text";
/** What can be looked up, each way by itself, as many candidates as have it. */
export type ClipIndex = Readonly<Record<Way, ReadonlyMap<string, readonly string[]>>>;

/** Made once for many names. */
export function indexCandidates(candidates: readonly ClipCandidate[]): ClipIndex {
  const index: Record<Way, Map<string, string[]>> = {
    name: new Map(),
    number: new Map(),
    otherName: new Map(),
    text: new Map(),
  };
  for (const { key, name, number, text, otherNames = [] } of candidates) {
    const add = (way: Way, words: string | undefined) => {
      const plain = plainOf(words ?? "");
      if (plain === "") return;
      const keys = index[way].get(plain);
      if (!keys) index[way].set(plain, [key]);
      else if (keys.at(-1) !== key) keys.push(key);
    };
    add("name", name);
    add("number", number);
    add("text", text);
    for (const other of otherNames) add("otherName", other);
  }
  return index;
}

/** Whom a clip is for, by its file's name, else by its tags. */
export function matchClipName(fileName: string, tags: SoundTags, index: ClipIndex): ClipMatch {
  const base = fileName.replace(/^.*[\\/]/, "").replace(/\.[a-z][a-z0-9]{1,3}$/i, "");
  for (const { words, from } of [
    ...readings(base).map((words) => ({ words, from: "文件名" })),
    ...[tags.title ?? ""].flatMap(readings).map((words) => ({ words, from: "声音里的标题" })),
  ]) {
    for (const way of ways) {
      const keys = index[way].get(words);
      if (!keys) continue;
      const why = `因为${from}是${called[way]}`;
      if (keys.length === 1) return { found: "one", key: keys[0]!, why };
      const numbered = keys.filter((key) => index.number.get(numberIn(base))?.includes(key));
      if (numbered.length === 1) return { found: "one", key: numbered[0]!, why: `${why}，又有它的编号` };
      return { found: "several", keys: [...keys], why: `${why}，但有 ${keys.length} 个相同，请选择` };
    }
  }
  return { found: "none", why: "没有名称、编号或文本与它相同的车站或文本" };
}

const ways = ["name", "number", "otherName", "text"] as const;
const called: Record<Way, string> = { name: "站名", number: "编号", otherName: "别名", text: "文本" };

/** A name as it stands, then without what people and programs add: 01_, 站, (2), _001, a language, a copy's number. */
function readings(name: string): string[] {
  const whole = name.normalize("NFKC").trim();
  const bare = whole
    .replace(/^\d{1,4}[\s._-]+/, "")
    .replace(/(?:[\s_-]*(?:\(\d+\)|副本|copy))+$/i, "")
    .replace(/[\s_-]+(?:\d{1,3}|zh|cn|en|yue|普通话|国语|英语|英文|粤语|中文)$/i, "");
  const all = [whole, bare, bare.replace(/站$/, ""), `${bare}站`].map(plainOf);
  return [...new Set([...all, numberIn(whole)])].filter((one) => one !== "");
}

/** What stands before a name, as in 1004_公园. */
function numberIn(name: string): string {
  return plainOf(/^([A-Za-z]{0,4}\d[A-Za-z0-9]*)[\s._-]+\D/.exec(name)?.[1] ?? "");
}
