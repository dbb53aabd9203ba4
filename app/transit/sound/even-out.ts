import { LoudnessMeter } from "./loudness";
import { makeResampler } from "./resample";

/** Sound of one channel as loud as wished, its peaks held down where they would clip. */
export async function evenOut(samples: Float32Array, sampleRate: number, target: number): Promise<Float32Array> {
  const measured = loudnessOf(samples, sampleRate);
  if (measured === null) return samples;
  let gain = Math.min(ratioOf(target - measured), ratioOf(mostGain));
  if (gain * highest(samples) < ceiling / 2) return samples.map((sample) => sample * gain);
  const reach = Math.round(sampleRate * reachSeconds);
  const tops = highestAround(await truePeaks(samples, sampleRate), reach);
  const made = new Float32Array(samples.length);
  for (let round = 0; round < 4; round++) {
    holdDown(samples, tops, gain, reach, made);
    const missing = target - (loudnessOf(made, sampleRate) ?? target);
    if (Math.abs(missing) < 0.2 || gain * ratioOf(missing) > ratioOf(mostGain)) break;
    gain *= ratioOf(missing);
  }
  return made;
}

/** LUFS to a hundredth, so that machines whose logarithms differ in the last digit agree. */
export function loudnessOf(samples: Float32Array, sampleRate: number): number | null {
  const meter = new LoudnessMeter(sampleRate, 1);
  meter.add([samples]);
  const loudness = meter.loudness();
  return loudness === null ? null : Math.round(loudness * 100) / 100;
}

/** Encoders overshoot a little. */
const ceiling = 10 ** (-1.5 / 20);
const mostGain = 40;
const reachSeconds = 0.005;
const ratioOf = (decibels: number) => 10 ** (decibels / 20);

function highest(samples: Float32Array): number {
  let top = 0;
  for (const sample of samples) top = Math.max(top, Math.abs(sample));
  return top;
}

/** Of every sample the highest of what lies between it and its neighbours, at four times the rate. */
async function truePeaks(samples: Float32Array, sampleRate: number): Promise<Float32Array> {
  const finer = await makeResampler(sampleRate, 4 * sampleRate, 2);
  const peaks = samples.map(Math.abs);
  let at = 0;
  const note = (between: Float32Array) => {
    for (const value of between) {
      const near = Math.min(Math.round(at++ / 4), peaks.length - 1);
      peaks[near] = Math.max(peaks[near]!, Math.abs(value));
    }
  };
  for (let from = 0; from < samples.length; from += 4096) note(finer.add(samples.subarray(from, from + 4096)));
  note(finer.end());
  return peaks;
}

/** Of every sample the highest of those up to `reach` away, put in its place, by a queue that only falls. */
function highestAround(peaks: Float32Array, reach: number): Float32Array {
  const room = 2 * reach + 2;
  const [places, heights] = [new Int32Array(room), new Float32Array(room)];
  let [first, last] = [0, 0];
  for (let at = 0; at < peaks.length + reach; at++) {
    if (at < peaks.length) {
      while (last > first && heights[(last - 1) % room]! <= peaks[at]!) last--;
      places[last % room] = at;
      heights[last++ % room] = peaks[at]!;
    }
    if (places[first % room]! < at - 2 * reach) first++;
    if (at >= reach) peaks[at - reach] = heights[first % room]!;
  }
  return peaks;
}

/** The gain falls before a peak and rises after it, over `reach` samples. */
function holdDown(samples: Float32Array, tops: Float32Array, gain: number, reach: number, made: Float32Array): void {
  const allowed = (at: number) => Math.min(gain, ceiling / (tops[Math.min(Math.max(at, 0), tops.length - 1)]! || 1e-9));
  let sum = 0;
  for (let at = -reach; at <= reach; at++) sum += allowed(at);
  for (let at = 0; at < samples.length; at++) {
    made[at] = (samples[at]! * sum) / (2 * reach + 1);
    sum += allowed(at + reach + 1) - allowed(at - reach);
  }
}
