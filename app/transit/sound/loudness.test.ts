import { describe, expect, it } from "vitest";
import { LoudnessMeter } from "./loudness";

/** The signals of EBU Tech 3341, section 2.9, as far as one or two channels hold them. */
describe("the loudness of the standard's signals", () => {
  it.each([
    ["1: 20 s at -23", [[20, -23]], -23],
    ["2: 20 s at -33", [[20, -33]], -33],
    [
      "3: quiet before and after is left out",
      [
        [10, -36],
        [60, -23],
        [10, -36],
      ],
      -23,
    ],
    [
      "4: so is what is nearly silent",
      [
        [10, -72],
        [10, -36],
        [60, -23],
        [10, -36],
        [10, -72],
      ],
      -23,
    ],
    [
      "5: and nothing else",
      [
        [20, -26],
        [20.1, -20],
        [20, -26],
      ],
      -23,
    ],
  ] as const)("%s", (_name, parts, lufs) => {
    for (const sampleRate of [48_000, 22_050]) {
      expect(Math.abs(measure(sampleRate, 2, parts)! - lufs), `${sampleRate} Hz`).toBeLessThan(0.1);
    }
  });

  it("is 3 LU less of one channel", () => expect(measure(48_000, 1, [[5, -23]])).toBeCloseTo(-26.01, 1));

  it("is none of silence", () => expect(measure(22_050, 1, [[2, -200]])).toBeNull());

  it("is told of less than a block too", () => expect(measure(48_000, 2, [[0.3, -23]])).toBeCloseTo(-23, 0));
});

function measure(rate: number, channels: number, parts: readonly (readonly [seconds: number, dbfs: number])[]) {
  const meter = new LoudnessMeter(rate, channels);
  for (const [seconds, dbfs] of parts) {
    const peak = 10 ** (dbfs / 20);
    const tone = Float32Array.from(
      { length: seconds * rate },
      (_, at) => peak * Math.sin((2000 * Math.PI * at) / rate),
    );
    for (let at = 0; at < tone.length; at += 1000) meter.add(Array(channels).fill(tone.subarray(at, at + 1000)));
  }
  return meter.loudness();
}
