import { SoundFault } from "../sound";
import { walkFrames, type WalkedFrames } from "./mpeg-frames";
import { faultOf, inPieces, type OpenedSound } from "./opened";

/** An mp3 by its frames; undefined where nothing in the bytes is one. Its tag of the length is believed only as far as the frames agree. */
export function openMp3(bytes: Uint8Array): OpenedSound | undefined {
  const walked = walkFrames(bytes);
  if (!walked) return undefined;
  const { first, frames, bits, ranges, tags, changed, behind } = walked;
  if (changed) throw new SoundFault(changedWords(walked, changed));
  if (walked.isCut || walked.spoiltAfter !== undefined) throw faultOf.damaged();
  if (frames === 0) throw faultOf.silentFile();
  const [tag] = tags;
  const said = tags.length === 1 ? tag!.frames : undefined;
  // Some encoders count the frame of the tag, too.
  if (said !== undefined && frames < said - 1) throw faultOf.damaged();
  if (said === undefined && behind > mostBehind) throw faultOf.damaged();
  const isWhole = said !== undefined && frames <= said;
  // A decoder begins this much late (the filters of layer 3).
  const start = tag && tag.before + tag.behind > 0 ? tag.before + decoderDelay : 0;
  const end = tag && isWhole ? Math.max(0, tag.behind - decoderDelay) : 0;
  const samples = frames * first.samples - start - end;
  return {
    format: "mp3",
    codec: "mp3",
    sampleRate: first.sampleRate,
    channels: first.channels,
    bitrate: Math.round((bits * first.sampleRate) / (frames * first.samples)),
    samples,
    slack: 0,
    skip: { start, end },
    pieces: soundBytes(bytes, ranges),
  };
}

const decoderDelay = 529;
/** Of a file that says nothing of its length, so many bytes behind its last frame may be its own lost sound. */
const mostBehind = 16_384;

function* soundBytes(bytes: Uint8Array, ranges: WalkedFrames["ranges"]): Generator<Uint8Array> {
  for (const [from, to] of ranges) yield* inPieces(bytes.subarray(from, to));
}

function changedWords({ first }: WalkedFrames, { to, after }: NonNullable<WalkedFrames["changed"]>): string {
  const seconds = ((after * first.samples) / first.sampleRate).toFixed(1);
  const what = (frame: { sampleRate: number; channels: number }) =>
    `${frame.sampleRate} Hz ${frame.channels === 1 ? "单声道" : "立体声"}`;
  return `是不同的录音接成的：第 ${seconds} 秒处由 ${what(first)} 变成 ${what(to)}，请用同一采样率和声道重新导出`;
}
