import { parseBuffer, type IAudioMetadata } from "music-metadata";
import type { Codec } from "./decode";
import { SoundFault, soundFormats, soundLimits, type SoundFormat, type SoundTags } from "./sound";
import { endsWithinFrame } from "./mpeg-frames";

/** What a file says of itself, before it is decoded. */
export interface OpenedSound {
  format: SoundFormat;
  codec: Codec | "aac";
  seconds: number;
  /** By how much the sound may be shorter or longer than that. */
  slack: number;
  sampleRate: number;
  channels: number;
  bitrate: number | undefined;
  tags: SoundTags;
}

export async function openSound(bytes: Uint8Array, fileName: string): Promise<OpenedSound> {
  const { format: says, common } = await readTags(bytes);
  const [format, codec] = formatOf(says);
  refuseOtherEnding(format, fileName);
  const { numberOfChannels: channels = 0, duration: seconds = 0, bitrate } = says;
  // Opus is always decoded at this rate; its header has that of the recording.
  const sampleRate = codec === "opus" ? 48_000 : (says.sampleRate ?? 0);
  if (says.hasVideo) throw new SoundFault("这是视频，请只上传声音");
  if (channels > soundLimits.channels) {
    throw new SoundFault(`声道太多（${channels} 个），最多 ${soundLimits.channels} 个，请先混成立体声或单声道`);
  }
  if (!(channels > 0 && sampleRate > 0)) throw new SoundFault(broken);
  if (sampleRate < 8000 || sampleRate > 192_000) {
    throw new SoundFault(`采样率是 ${sampleRate} Hz，应在 8000 到 192000 Hz 之间`);
  }
  refuseLonger(seconds * 1000);
  if (isCutOff(format, bytes)) throw new SoundFault(broken);
  const slack = slackOf(format, bytes, sampleRate);
  const { title, artist, album, track } = common;
  const tags: SoundTags = { title, artist, album, track: track.no ?? undefined };
  return { format, codec, seconds, slack, sampleRate, channels, bitrate, tags: cleaned(tags) };
}

export const broken = "文件残缺或已损坏，请重新导出后再上传";

export function refuseLength(milliseconds: number): void {
  refuseLonger(milliseconds);
  if (milliseconds < soundLimits.shortestMs) {
    throw new SoundFault(`声音太短（${Math.round(milliseconds)} 毫秒），至少 ${soundLimits.shortestMs} 毫秒`);
  }
}

export function refuseLonger(milliseconds: number): void {
  if (milliseconds > soundLimits.longestMs) {
    throw new SoundFault(`声音太长（超过 ${soundLimits.longestMs / 1000} 秒），请剪短`);
  }
}

async function readTags(bytes: Uint8Array): Promise<IAudioMetadata> {
  try {
    return await parseBuffer(bytes, undefined, { duration: true, skipCovers: true });
  } catch (error) {
    const { name } = error as Error;
    if (name === "CouldNotDetermineFileTypeError" || name === "UnsupportedFileTypeError") {
      throw new SoundFault(`不是声音文件，或格式不受支持；请上传 ${soundFormats.join("、")}`);
    }
    throw new SoundFault(broken, { cause: error });
  }
}

function formatOf({ container = "", codec = "" }: IAudioMetadata["format"]): [SoundFormat, OpenedSound["codec"]] {
  if (container === "MPEG" && /Layer 3$/.test(codec)) return ["mp3", "mp3"];
  if (container === "WAVE") return ["wav", "wav"];
  if (container === "FLAC") return ["flac", "flac"];
  if (container === "Ogg" && codec.startsWith("Vorbis")) return ["ogg", "vorbis"];
  if (container === "Ogg" && codec === "Opus") return ["ogg", "opus"];
  if (/^(M4A|M4B|mp4|isom|iso\d|qt)/i.test(container) && /AAC|ALAC/.test(codec)) return ["m4a", "aac"];
  const what = [container, codec].filter(Boolean).join(" ");
  throw new SoundFault(`不支持这种声音（${what}），请上传 ${soundFormats.join("、")}`);
}

function refuseOtherEnding(format: SoundFormat, fileName: string): void {
  const [, ending] = /\.([a-z][a-z0-9]{1,3})$/i.exec(fileName) ?? [];
  if (ending === undefined || endings[format].includes(ending.toLowerCase())) return;
  throw new SoundFault(`扩展名与内容不符：文件名以 .${ending} 结尾，内容却是 ${format}`);
}

const endings: Record<SoundFormat, readonly string[]> = {
  mp3: ["mp3"],
  wav: ["wav", "wave"],
  flac: ["flac"],
  ogg: ["ogg", "oga", "opus"],
  m4a: ["m4a", "mp4", "m4b", "mov"],
};

function slackOf(format: SoundFormat, bytes: Uint8Array, sampleRate: number): number {
  if (format === "mp3") return hasLengthTag(bytes) ? 0.03 + 2600 / sampleRate : 0.01;
  return format === "m4a" ? 0.05 + 3200 / sampleRate : 0.03;
}

/** A frame before the sound that tells its length, and what to leave out of it at both ends. */
function hasLengthTag(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return ["Xing", "Info", "VBRI"].some((word) => start.includes(word));
}

function cleaned(tags: SoundTags): SoundTags {
  const kept = Object.entries(tags).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === "number") return Number.isSafeInteger(value) ? [[name, value]] : [];
    const text =
      typeof value === "string"
        ? value
            .replace(/[\u0000-\u001f\u007f]/g, " ")
            .trim()
            .slice(0, 200)
        : "";
    return text === "" ? [] : [[name, text]];
  });
  return Object.fromEntries(kept) as SoundTags;
}

/** Whether a file ends before its sound does, as far as its own words tell. */
function isCutOff(format: SoundFormat, bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (format === "mp3") return endsWithinFrame(file);
  if (format === "wav") return isShorterThanItSays(file);
  return format === "ogg" && !hasLastPage(file);
}

/** A program that does not know the length yet writes none, or the largest. */
function isShorterThanItSays(wav: Buffer): boolean {
  const says = wav.readUInt32LE(4);
  return says < 0x7fffffff && says + 8 > wav.length + 8;
}

function hasLastPage(ogg: Buffer): boolean {
  const page = ogg.lastIndexOf("OggS");
  if (page < 0 || page + 27 > ogg.length || (ogg[page + 5]! & 4) === 0) return false;
  const body = page + 27 + ogg[page + 26]!;
  return body + ogg.subarray(page + 27, body).reduce((sum, length) => sum + length, 0) <= ogg.length;
}
