import { describe, expect, it } from "vitest";
import type { LngLat } from "~/transit/geo/lng-lat";
import { isInOrder, orderAlong } from "./order-along";

const at = (east: number, north: number): LngLat => [116 + east / 1000, 40 + north / 1000];
/** East for 850 metres, north for 330, west again: its two long sides lie apart. */
const loop = [at(0, 0), at(10, 0), at(10, 3), at(0, 3)];
/** East along a street for 1,700 metres, and back along the same street. */
const thereAndBack = [at(0, 0), at(20, 0), at(0, 0)];

describe("stops along a path", () => {
  it("are in order where the path passes them so, within 100 metres", () => {
    expect(isInOrder(loop, [at(1, -0.1), at(9, -0.1), at(5, 3.1)])).toBe(true);
    expect(isInOrder(loop, [at(9, -0.1), at(1, -0.1), at(5, 3.1)])).toBe(false);
    expect(isInOrder(loop, [at(1, -0.1), at(5, -2)])).toBe(false);
  });

  it("are brought into its order", () => {
    expect(orderAlong(loop, [at(5, 3.1), at(1, -0.1), at(9, -0.1)])).toEqual([1, 2, 0]);
  });

  it("stand on the side of the road where the others stand, where the path comes by twice", () => {
    const stops = [at(15, 0.1), at(5, -0.1), at(15, -0.1), at(20.05, 0), at(5, 0.1)];
    expect(orderAlong(thereAndBack, stops)).toBeNull();
    const spur = [at(-10, 0), ...thereAndBack, at(0, -10)];
    const alone = [at(-2, -0.1), at(-8, -0.1), at(-0.1, -8), at(-5, -0.1)];
    expect(orderAlong(spur, [...alone, at(10, 0.1), at(10, -0.1)])).toEqual([1, 3, 0, 5, 4, 2]);
  });

  it("stay as they are where one lies off, or where nearly all stand the other way round", () => {
    expect(orderAlong(loop, [at(9, -0.1), at(1, -2), at(5, 3.1)])).toBeNull();
    expect(orderAlong(loop, [at(5, 3.1), at(9, -0.1), at(4, -0.1), at(1, -0.1)])).toBeNull();
  });
});
