import { SoundFault, soundFormats, soundLimits, type SoundFormat } from "../sound";

/** A file as it lies, before it is decoded: what its frames or headers say, and the bytes that its decoder is given. */
export interface OpenedSound {
  format: SoundFormat;
  codec: Codec;
  sampleRate: number;
  channels: number;
  /** Bits a second; where undefined, those of the whole file. */
  bitrate?: number;
  /** Samples of one channel that must come out; undefined where nothing in the file tells. */
  samples?: number;
  /** By how many samples the sound may be shorter or longer than that. */
  slack: number;
  /** Samples that an encoder put before and behind the sound, and that nobody is to hear. */
  skip?: { start: number; end: number };
  pieces: Iterable<Uint8Array>;
}

export type Codec = "mp3" | "wav" | "flac" | "vorbis" | "opus" | "aac";

/** The four ways in which a file is no clip, beside those of its length: each says what to do. */
export const faultOf = {
  noSound: () => new SoundFault(`不是声音文件；请上传 ${soundFormats.join("、")}`),
  unsupported: (what: string) => new SoundFault(`这是${what}，这里读不了；请用格式转换软件转成 MP3 或 WAV 后再上传`),
  damaged: (cause?: unknown) => new SoundFault(broken, { cause }),
  silentFile: () => new SoundFault("文件里没有声音（0 秒），请重新录制或导出"),
};

export const broken = "文件残缺或已损坏，请重新导出后再上传";

/** Few bytes at a time: of silence, flac packs thousands of seconds into some kilobytes. */
export function* inPieces(bytes: Uint8Array, size = 2048): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export function refuseShape({ channels, sampleRate }: Pick<OpenedSound, "channels" | "sampleRate">): void {
  if (channels > soundLimits.channels) {
    throw new SoundFault(`声道太多（${channels} 个），最多 ${soundLimits.channels} 个，请先混成立体声或单声道`);
  }
  if (!(channels > 0 && sampleRate > 0)) throw faultOf.damaged();
  if (sampleRate < 8000 || sampleRate > 192_000) {
    throw new SoundFault(`采样率是 ${sampleRate} Hz，应在 8000 到 192000 Hz 之间`);
  }
}

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

/** The length of an ID3v2 tag at a place, 0 where there is none; its length has seven bits a byte. */
export function id3Length(bytes: Uint8Array, at = 0): number {
  if (!hasWord(bytes, at, "ID3") || at + 10 > bytes.length) return 0;
  const body = bytes.subarray(at + 6, at + 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
  return 10 + body + (bytes[at + 5]! & 0x10 ? 10 : 0);
}

export function hasWord(bytes: Uint8Array, at: number, word: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1", at, at + word.length) === word;
}
