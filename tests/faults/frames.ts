import { framesThrough } from "../../app/transit/jt808/fuzz.sample";
import { atMost, type Figure } from "../bench/figure";

/** A million frames of JT/T 808, cut, joined and changed, through one stream; what is thrown but the declared error ends the run. */
export async function frames(): Promise<Figure[]> {
  const { frames, refused, grown } = framesThrough(1_000_000, 31);
  console.error(`${frames} frames, ${refused} refused`);
  return [atMost("frames of JT/T 808: memory grown over a million", grown / 1e6, 50, "MB")];
}
