import { decoder as flac } from "@audio/decode-flac";
import { decoder as mp3 } from "@audio/decode-mp3";
import { decoder as opus } from "@audio/decode-opus";
import { decoder as vorbis } from "@audio/decode-vorbis";
import { decoder as wav } from "@audio/decode-wav";

export interface Piece {
  channels: readonly Float32Array[];
  sampleRate: number;
}

export type Codec = keyof typeof decoders;

/** The sound of a file, piece by piece; what cannot be decoded is left out without a word. */
export async function* decode(codec: Codec, bytes: Uint8Array): AsyncGenerator<Piece> {
  const decoder: Decoder = await decoders[codec]();
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      yield* pieceOf(decoder.decode(bytes.subarray(at, at + pieceBytes)));
    }
    if (decoder.flush) yield* pieceOf(decoder.flush());
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

/** Few: of silence, flac packs thousands of seconds into some kilobytes. */
const pieceBytes = 2048;

function* pieceOf({ channelData, sampleRate }: DecodedSound): Generator<Piece> {
  if (channelData[0]?.length) yield { channels: channelData, sampleRate };
}
