import { decoder as flac } from "@audio/decode-flac";
import { decoder as mp3 } from "@audio/decode-mp3";
import { decoder as opus } from "@audio/decode-opus";
import { decoder as vorbis } from "@audio/decode-vorbis";
import { decoder as wav } from "@audio/decode-wav";
import type { OpenedSound } from "./formats/opened";

export interface Piece {
  channels: readonly Float32Array[];
  sampleRate: number;
}

/** The sound of an opened file, piece by piece and without what its encoder added at both ends; what cannot be decoded is left out without a word. */
export async function* decode({ codec, channels, samples, skip, pieces }: OpenedSound): AsyncGenerator<Piece> {
  if (codec === "aac") throw new Error("AAC is unpacked by a program of its own");
  const decoder: Decoder = await decoders[codec]();
  let before = skip?.start ?? 0;
  // Behind this there is only what the encoder added, if it added anything.
  let left = skip?.end ? samples! : Infinity;
  const heard = function* ({ channelData, sampleRate }: DecodedSound): Generator<Piece> {
    // Of one channel the decoder of mp3 makes two.
    const all = codec === "mp3" ? channelData.slice(0, channels) : channelData;
    const length = all[0]?.length ?? 0;
    const from = Math.min(before, length);
    const to = Math.min(length, from + left);
    before -= from;
    left -= to - from;
    if (to > from) yield { channels: all.map((channel) => channel.subarray(from, to)), sampleRate };
  };
  try {
    for (const piece of pieces) yield* heard(decoder.decode(piece));
    if (decoder.flush) yield* heard(decoder.flush());
  } finally {
    decoder.free();
  }
}

interface Decoder {
  decode(bytes: Uint8Array): DecodedSound;
  flush?(): DecodedSound;
  free(): void;
}

interface DecodedSound {
  channelData: Float32Array[];
  sampleRate: number;
}

const decoders = { mp3, wav, flac, vorbis, opus };
