import load from "@echogarden/speex-resampler-wasm";

/** Sound of one channel at another rate, piece by piece; `end` answers what is still held. */
export interface Resampler {
  add(samples: Float32Array): Float32Array;
  end(): Float32Array;
}

export async function makeResampler(from: number, to: number, quality = 8): Promise<Resampler> {
  const speex = await load();
  const fault = speex._malloc(4);
  const state = speex._speex_resampler_init(1, from, to, quality, fault);
  if (state === 0) throw new Error(`no resampling from ${from} to ${to}`);
  speex._speex_resampler_skip_zeros(state);
  const room = Math.ceil((pieceLength * to) / from) + 64;
  const [input, output, taken, given] = [pieceLength * 4, room * 4, 4, 4].map((bytes) => speex._malloc(bytes)) as [
    number,
    number,
    number,
    number,
  ];
  let [read, written] = [0, 0];
  const add = (samples: Float32Array) => {
    const parts: Float32Array[] = [];
    for (let at = 0; at < samples.length;) {
      const piece = samples.subarray(at, at + pieceLength);
      speex.HEAPF32.set(piece, input / 4);
      speex.HEAPU32[taken / 4] = piece.length;
      speex.HEAPU32[given / 4] = room;
      speex._speex_resampler_process_float(state, 0, input, taken, output, given);
      at += speex.HEAPU32[taken / 4]!;
      parts.push(speex.HEAPF32.slice(output / 4, output / 4 + speex.HEAPU32[given / 4]!));
    }
    const made = join(parts);
    read += samples.length;
    written += made.length;
    return made;
  };
  const end = () => {
    const missing = Math.round((read * to) / from) - written;
    const rest = add(new Float32Array(speex._speex_resampler_get_input_latency(state) + pieceLength));
    speex._speex_resampler_destroy(state);
    return rest.subarray(0, Math.max(missing, 0));
  };
  return { add, end };
}

const pieceLength = 4096;

export function join(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
