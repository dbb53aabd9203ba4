import { decode, type Piece } from "./decode";
import { LoudnessMeter } from "./loudness";
import { broken, refuseLength, refuseLonger, type OpenedSound } from "./open-sound";
import { SoundFault } from "./sound";

export interface Listened {
  durationMs: number;
  loudness: number | null;
}

/** Decodes all of an opened sound, refuses one that is not what it says, and hands on each piece. */
export async function listen(
  { codec, seconds, slack, sampleRate, channels }: OpenedSound,
  bytes: Uint8Array,
  take: (piece: Piece) => void = () => undefined,
): Promise<Listened> {
  const meter = new LoudnessMeter(sampleRate, channels);
  let samples = 0;
  try {
    for await (const piece of decode(codec === "aac" ? "wav" : codec, bytes)) {
      // Of one channel the decoder of mp3 makes two.
      const heard = { ...piece, channels: codec === "mp3" ? piece.channels.slice(0, channels) : piece.channels };
      if (piece.sampleRate !== sampleRate || heard.channels.length !== channels) throw new SoundFault(broken);
      samples += heard.channels[0]!.length;
      refuseLonger((samples / sampleRate) * 1000);
      meter.add(heard.channels);
      take(heard);
    }
  } catch (error) {
    throw error instanceof SoundFault ? error : new SoundFault(broken, { cause: error });
  }
  if (samples === 0 || !meter.isFinite()) throw new SoundFault(broken);
  if (Math.abs(samples / sampleRate - seconds) > slack) throw new SoundFault(broken);
  refuseLength((samples / sampleRate) * 1000);
  return { durationMs: Math.round((samples / sampleRate) * 1000), loudness: meter.loudness() };
}
