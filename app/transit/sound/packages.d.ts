declare module "@echogarden/speex-resampler-wasm" {
  /** Addresses are bytes of one memory, whose views are replaced when it grows. */
  interface Speex {
    HEAPF32: Float32Array;
    HEAPU32: Uint32Array;
    _malloc(bytes: number): number;
    _speex_resampler_init(channels: number, from: number, to: number, quality: number, fault: number): number;
    _speex_resampler_skip_zeros(state: number): number;
    _speex_resampler_get_input_latency(state: number): number;
    _speex_resampler_process_float(
      ...given: [state: number, channel: number, input: number, taken: number, output: number, given: number]
    ): number;
    _speex_resampler_destroy(state: number): void;
  }
  export default function load(): Promise<Speex>;
}

declare module "@echogarden/espeak-ng-emscripten" {
  interface Espeak {
    set_voice(name: string): number;
    set_rate(wordsAMinute: number): void;
    get_samplerate(): number;
    synthesize(text: string, heard: (samples: Int16Array | null) => boolean): void;
  }
  export default function load(): Promise<{ eSpeakNGWorker: new () => Espeak }>;
}
