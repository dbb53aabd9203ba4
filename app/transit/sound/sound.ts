/** What a sound file is, found by reading and decoding all of it. `loudness` is LUFS by ITU-R BS.1770, null where it is silent. */
export interface SoundFacts {
  format: SoundFormat;
  sizeBytes: number;
  durationMs: number;
  sampleRate: number;
  channels: number;
  /** Bits a second, on average. */
  bitrate: number;
  loudness: number | null;
  sha256: string;
  crc32: string;
  tags: SoundTags;
}

export const soundFormats = ["mp3", "wav", "flac", "ogg", "m4a", "aac"] as const;
export type SoundFormat = (typeof soundFormats)[number];

/** What each is called where files are sent and read. */
export const soundTypes: Record<SoundFormat, string> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  flac: "audio/flac",
  ogg: "audio/ogg",
  m4a: "audio/mp4",
  aac: "audio/aac",
};

export interface SoundTags {
  title?: string;
  artist?: string;
  album?: string;
  track?: number;
}

/** How a clip is to be made for a model of device. `bitrate` in kbit/s, of mp3 only; `loudness` in LUFS, null leaves it as it is. */
export interface SoundShape {
  codec: "mp3" | "wav";
  sampleRate: number;
  channels: 1;
  bitrate: number;
  loudness: number | null;
}

/** Sample rates at which clips can be made, as mp3 and as wav. */
export const clipRates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;

export const usualShape: SoundShape = { codec: "mp3", sampleRate: 22_050, channels: 1, bitrate: 64, loudness: -16 };

export type MadeSound = Pick<SoundFacts, "durationMs" | "sizeBytes" | "sha256" | "crc32" | "loudness">;

export const soundLimits = { bytes: 10 * 2 ** 20, shortestMs: 100, longestMs: 300_000, channels: 2 } as const;

export type SpokenLanguage = "zh" | "en" | "yue";

/** A text as it is to be heard: `words` for people and other programs, `parts` for our own voice (Chinese in numbered pinyin). */
export interface SpokenText {
  language: SpokenLanguage;
  words: string;
  parts: readonly { language: SpokenLanguage; text: string }[];
}

/** `rate` is in percent of the voice's usual speed, 50 to 200. */
export interface SpeakingWishes {
  language: SpokenLanguage;
  voice: "male" | "female";
  rate: number;
}

/** A refusal of a sound, or of a text to speak, in Chinese and fit to be shown. */
export class SoundFault extends Error {
  override readonly name = "SoundFault";
}
