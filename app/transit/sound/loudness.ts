/** Integrated loudness by ITU-R BS.1770 of sound that comes piece by piece, of one channel or two. */
export class LoudnessMeter {
  private readonly filters: readonly (readonly Biquad[])[];
  private readonly stepLength: number;
  private readonly steps: number[] = [];
  private step = 0;
  private inStep = 0;
  private whole = 0;
  private samples = 0;

  constructor(sampleRate: number, channels: number) {
    this.stepLength = Math.round(sampleRate / 10);
    this.filters = Array.from({ length: channels }, () => [highShelf(sampleRate), highPass(sampleRate)]);
  }

  add(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0;
    for (let at = 0; at < length; at++) {
      let energy = 0;
      for (let channel = 0; channel < this.filters.length; channel++) {
        const [shelf, pass] = this.filters[channel]!;
        const heard = pass!.next(shelf!.next(channels[channel]![at]!));
        energy += heard * heard;
      }
      this.step += energy;
      if (++this.inStep < this.stepLength) continue;
      this.steps.push(this.step);
      this.whole += this.step;
      [this.step, this.inStep] = [0, 0];
    }
    this.samples += length;
  }

  isFinite(): boolean {
    return Number.isFinite(this.whole + this.step);
  }

  /** LUFS, null where it is silent; of less than one block of 400 ms that of all of it. */
  loudness(): number | null {
    if (this.steps.length < 4) return loudnessOf((this.whole + this.step) / Math.max(this.samples, 1));
    const blocks: number[] = [];
    for (let at = 3; at < this.steps.length; at++) {
      const sum = this.steps[at - 3]! + this.steps[at - 2]! + this.steps[at - 1]! + this.steps[at]!;
      blocks.push(sum / (4 * this.stepLength));
    }
    const heard = blocks.filter((power) => power > powerOf(silence));
    const gate = Math.max(mean(heard) / 10, powerOf(silence));
    return loudnessOf(mean(heard.filter((power) => power > gate)));
  }
}

const silence = -70;
const offset = -0.691;
const powerOf = (lufs: number) => 10 ** ((lufs - offset) / 10);
const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function loudnessOf(power: number): number | null {
  return power > powerOf(silence) ? offset + 10 * Math.log10(power) : null;
}

class Biquad {
  private s1 = 0;
  private s2 = 0;

  constructor(
    private readonly b: readonly [number, number, number],
    private readonly a: readonly [number, number],
  ) {}

  next(x: number): number {
    const y = this.b[0] * x + this.s1;
    this.s1 = this.b[1] * x - this.a[0] * y + this.s2;
    this.s2 = this.b[2] * x - this.a[1] * y;
    return y;
  }
}

/** The two filters of the standard, whose numbers it gives for 48 kHz only, at any rate. */
function highShelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const middle = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return new Biquad(
    [(high + (middle * k) / q + k * k) / a0, (2 * (k * k - high)) / a0, (high - (middle * k) / q + k * k) / a0],
    [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  );
}

function highPass(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return new Biquad([1, -2, 1], [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0]);
}
