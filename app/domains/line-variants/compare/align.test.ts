import { describe, expect, it } from "vitest";
import { alignStations } from "./align";
import { farApart } from "./differences";
import { splitPath } from "./split-paths";

const calls = (names: string) => [...names].map((staUuid, at) => ({ staUuid, serial: at + 1 }));
const told = (left: string, right: string) =>
  alignStations(calls(left), calls(right))
    .map(
      ({ left: a, right: b, kind, otherSerial }) =>
        `${a?.staUuid ?? "-"}${b?.staUuid ?? "-"}${kind === "moved" ? otherSerial : kind === "same" ? "" : kind[0]}`,
    )
    .join(" ");

describe("two sequences side by side", () => {
  it("pair what is the same in order and tell the rest apart", () => {
    expect(told("abcd", "abcd")).toBe("aa bb cc dd");
    expect(told("abcd", "acd")).toBe("aa b-l cc dd");
    expect(told("acd", "abcd")).toBe("aa -br cc dd");
    expect(told("abcd", "acbd").split(" ")).toHaveLength(5);
    expect(told("abcd", "acbd")).toMatch(/b-3|c-2/);
    expect(told("", "ab")).toBe("-ar -br");
    expect(told("abca", "abca")).toBe("aa bb cc aa");
  });

  it("count spacings as alike that differ by rounding only", () => {
    expect([farApart(0.473, 0.474), farApart(null, null), farApart(0.483, 1.13), farApart(0.4, null)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it("are no trouble with 500 stations each", () => {
    const many = Array.from({ length: 500 }, (_, n) => ({ staUuid: String(n), serial: n + 1 }));
    const rows = alignStations(
      many,
      many.toReversed().map((one, at) => ({ ...one, serial: at + 1 })),
    );
    expect(rows.filter(({ kind }) => kind === "same")).toHaveLength(1);
    expect(rows.filter(({ kind }) => kind === "moved")).toHaveLength(998);
  });
});

describe("two paths on one map", () => {
  it("are no trouble where they run round the earth, or in two heaps side by side", () => {
    const globe = Array.from({ length: 20_000 }, (_, n): [number, number] => [n % 2 ? 179 : -179, (n % 160) - 80]);
    const heap = (lng: number) =>
      Array.from({ length: 20_000 }, (_, n): [number, number] => [
        lng + (n % 140) * 1e-6,
        39.9 + Math.floor(n / 140) * 1e-6,
      ]);
    const mirrored = splitPath(
      globe,
      globe.map(([lng, lat]): [number, number] => [-lng, lat]),
    );
    expect([...mirrored.common, ...mirrored.apart].flat().length).toBeLessThan(200_000);
    expect(splitPath(heap(116.4), heap(116.4007)).common).toEqual([]);
  }, 20_000);

  it("are split where one leaves the other and comes back", () => {
    const straight: [number, number][] = [
      [116.38, 39.87],
      [116.4, 39.87],
    ];
    const round: [number, number][] = [
      [116.38, 39.87],
      [116.387, 39.87],
      [116.387, 39.873],
      [116.393, 39.873],
      [116.393, 39.87],
      [116.4, 39.87],
    ];
    const split = splitPath(round, straight);
    expect([split.common.length, split.apart.length]).toEqual([2, 1]);
    expect(split.apart[0]!.some(([, lat]) => lat > 39.872)).toBe(true);
    expect(splitPath(straight, straight).apart).toEqual([]);
    expect(splitPath(straight, []).common).toEqual([]);
    expect(splitPath([], straight)).toEqual({ common: [], apart: [] });
  });
});
