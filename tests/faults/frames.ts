import { framesThrough } from "../../app/transit/jt808/fuzz.sample";
import { atMost, type Figure } from "../bench/figure";
import type { Program } from "./program";
import { registers } from "./registers";

/** A million frames of JT/T 808, cut, joined and changed, through one stream; what is thrown but the declared error ends the run; then who registers, and who guesses. */
export async function frames(program: Program): Promise<Figure[]> {
  const { frames, refused, grown } = framesThrough(1_000_000, 31);
  console.error(`${frames} frames, ${refused} refused`);
  return [
    atMost("frames of JT/T 808: memory grown over a million", grown / 1e6, 50, "MB"),
    ...(await registers(program)),
  ];
}
