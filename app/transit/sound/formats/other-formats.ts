import { hasWord } from "./opened";

/** In Chinese what a file is that is sound, film or a recording but none of ours; undefined where nothing tells. */
export function otherFormat(bytes: Uint8Array): string | undefined {
  const found = marks.find(({ at = 0, words }) => words.every((word) => hasWord(bytes, at, word)));
  if (found) return found.is;
  const [first = 0, second = 0] = bytes;
  if (first === 0x0b && second === 0x77) return " AC-3 声音";
  // The same sync as an mp3's, of layer 1 or 2.
  if (first === 0xff && (second & 0xe0) === 0xe0 && [2, 3].includes((second >> 1) & 3))
    return " MPEG 第 1、2 层声音（MP2）";
  return undefined;
}

const marks: readonly { at?: number; words: readonly string[]; is: string }[] = [
  { words: ["#!AMR"], is: " AMR 录音（手机、对讲机常用；手机录音设置里可改存为 M4A 或 MP3）" },
  { words: ["#!SILK"], is: "微信语音（SILK）" },
  { words: ["\u0002#!SILK"], is: "微信语音（SILK）" },
  { words: ["FORM"], is: " AIFF 声音" },
  { words: [".snd"], is: " AU 声音" },
  { words: ["caff"], is: " CAF 声音（苹果）" },
  { words: ["riff"], is: " Wave64 声音" },
  { words: ["MThd"], is: " MIDI 乐谱" },
  { words: ["MAC "], is: " APE 声音" },
  { words: ["wvpk"], is: " WavPack 声音" },
  { words: ["0&²u"], is: " WMA 声音或 WMV 视频" },
  { words: ["\u001aEß£"], is: " WebM 或 Matroska 文件（网页录音、视频）" },
  { words: ["FLV"], is: " FLV 视频" },
  { at: 8, words: ["AVI "], is: " AVI 视频" },
];
