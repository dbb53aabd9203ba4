import { parseBuffer } from "music-metadata";
import { SoundFault } from "../sound";
import { faultOf, hasWord, inPieces, type OpenedSound } from "./opened";

/** Ogg by its pages and what music-metadata reads in its headers. */
export async function openOgg(bytes: Uint8Array): Promise<OpenedSound> {
  const ogg = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { codec: says = "", sampleRate = 0, numberOfChannels: channels = 0, duration } = await readFormat(bytes, "ogg");
  const codec = /^vorbis/i.test(says)
    ? "vorbis"
    : /^opus/i.test(says)
      ? "opus"
      : /^flac/i.test(says)
        ? "flac"
        : undefined;
  if (!codec) throw faultOf.unsupported(` Ogg 里的 ${says || "未知编码"}`);
  if (!hasLastPage(ogg)) throw faultOf.damaged();
  if (isChained(ogg)) throw new SoundFault("是几段 Ogg 接成的，请用同一软件重新导出成一段");
  // Opus is always decoded at this rate; its header has that of the recording.
  const heardRate = codec === "opus" ? 48_000 : sampleRate;
  const samples = duration === undefined ? undefined : Math.round(duration * heardRate);
  return {
    format: "ogg",
    codec,
    sampleRate: heardRate,
    channels,
    samples,
    slack: Math.round(0.03 * heardRate),
    pieces: inPieces(bytes),
  };
}

/** MP4 as phones and players write it, by music-metadata; a program of its own unpacks it. */
export async function openMp4(bytes: Uint8Array): Promise<OpenedSound> {
  const format = await readFormat(bytes, "audio/mp4");
  const { codec = "", numberOfChannels: channels = 0, duration, bitrate } = format;
  // Its field ends at 65,535 Hz and is 0 above; what was unpacked tells the true one.
  const sampleRate = format.sampleRate || 48_000;
  if (format.hasVideo) throw new SoundFault("这是视频，请只上传声音");
  if (/samr|sawb|amr/i.test(codec)) {
    throw faultOf.unsupported(" AMR 录音（手机常用；手机录音设置里可改存为 M4A 或 MP3）");
  }
  if (!/AAC|ALAC/.test(codec)) throw faultOf.unsupported(` MP4 里的 ${codec || "未知编码"}`);
  if (hasWord(bytes, 8, "qt  ")) throw faultOf.unsupported(" QuickTime（MOV）声音");
  if (isInFragments(bytes)) throw faultOf.unsupported("分段的 MP4（网页录音、流媒体）");
  return {
    format: "m4a",
    codec: "aac",
    sampleRate,
    channels,
    bitrate,
    samples: duration === undefined ? undefined : Math.round(duration * sampleRate),
    slack: Math.round(0.05 * sampleRate) + 3200,
    pieces: inPieces(bytes),
  };
}

async function readFormat(bytes: Uint8Array, mimeType: string) {
  try {
    return (await parseBuffer(bytes, { mimeType }, { duration: true, skipCovers: true })).format;
  } catch (error) {
    throw faultOf.damaged(error);
  }
}

function hasLastPage(ogg: Buffer): boolean {
  const page = ogg.lastIndexOf("OggS");
  if (page < 0 || page + 27 > ogg.length || (ogg[page + 5]! & 4) === 0) return false;
  const body = page + 27 + ogg[page + 26]!;
  return body + ogg.subarray(page + 27, body).reduce((sum, length) => sum + length, 0) <= ogg.length;
}

/** Whether a second sound begins behind the end of the first. */
function isChained(ogg: Buffer): boolean {
  const firstEnd = pagesWith(ogg, 4)[0];
  return firstEnd !== undefined && pagesWith(ogg, 2).some((begin) => begin > firstEnd);
}

function pagesWith(ogg: Buffer, flag: number): number[] {
  const found: number[] = [];
  for (let at = ogg.indexOf("OggS"); at >= 0; at = ogg.indexOf("OggS", at + 4)) {
    if (ogg[at + 4] === 0 && (ogg[at + 5]! & flag) !== 0) found.push(at);
  }
  return found;
}

function isInFragments(bytes: Uint8Array): boolean {
  const mp4 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at + 8 <= mp4.length;) {
    const size = mp4.readUInt32BE(at);
    if (mp4.toString("latin1", at + 4, at + 8) === "moof") return true;
    if (size < 8) return false;
    at += size;
  }
  return false;
}
