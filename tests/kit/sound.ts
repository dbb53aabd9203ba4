import { encodePcm } from "../../app/transit/sound/encode-wav";

/** A wav of a tone: another pitch is another content. */
export function toneWav(hertz: number, seconds = 0.5, rate = 8000): Uint8Array {
  const samples = Float32Array.from(
    { length: seconds * rate },
    (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / rate),
  );
  return encodePcm([[samples]], rate);
}

export const toneFile = (hertz: number, name = `${hertz}.wav`, seconds?: number) =>
  new File([toneWav(hertz, seconds) as BlobPart], name, { type: "audio/wav" });
