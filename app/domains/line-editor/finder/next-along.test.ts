import fc from "fast-check";
import { expect, test } from "vitest";
import { demoCity } from "~/seed/demo-city";
import { clearFirst, isAhead, orderAlong, rankInTurn, type Stop } from "./next-along";

const east = (n: number): Stop => ({ staUuid: `e${n}`, lng: 116 + n * 0.007, lat: 40, azimuth: 90 });
const west = (n: number): Stop => ({ staUuid: `w${n}`, lng: 116 + n * 0.007, lat: 40.0002, azimuth: 270 });

test("of the two stops of each name, those on the side that is driven are the likeliest, either way", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(30), { minLength: 2, maxLength: 12 }), fc.boolean(), (places, back) => {
      const order = places.sort((a, b) => (back ? b - a : a - b));
      const ranked = rankInTurn(
        undefined,
        order.map((n) => [west(n), east(n)]),
      );
      expect(ranked.map((one) => clearFirst(one)?.staUuid)).toEqual(order.map((n) => `${back ? "w" : "e"}${n}`));
    }),
  );
});

test("the last stop of the line decides for a name alone, the next one where it is put in between", () => {
  const of = (from?: Stop, to?: Stop) => clearFirst(rankInTurn(from, [[west(5), east(5)]], to)[0]!)?.staUuid;
  expect([of(east(4)), of(west(6)), of(undefined, east(6)), of(undefined, west(4)), of()]).toEqual([
    "e5",
    "w5",
    "e5",
    "w5",
    undefined,
  ]);
});

test("stops that say nothing of how they face are not chosen between, and an empty list breaks no turn", () => {
  const plain = [west(5), east(5)].map((stop) => ({ ...stop, azimuth: null }));
  const ranked = rankInTurn(east(3), [plain, [], [west(6), east(6)]]);
  expect(ranked.map((one) => clearFirst(one)?.staUuid)).toEqual([undefined, undefined, "e6"]);
});

test("the next along the road comes first, the way back last", () => {
  const stops = [east(9), west(5), east(6), east(5), west(9), east(7)];
  expect(orderAlong(east(4), stops).map(({ staUuid }) => staUuid)).toEqual(["e5", "e6", "e7", "e9", "w9", "w5"]);
  expect([east(5), west(5), east(3), west(3)].map((stop) => isAhead(east(4), stop))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("names alone find the stops of the demo city's lines, all but a few", () => {
  const city = demoCity();
  const stops = city.stations.map((station) => ({ ...station, staUuid: station.staSelfCode }));
  const nameOf = new Map(stops.map(({ staSelfCode, staName }) => [staSelfCode, staName]));
  let [right, wrong, open] = [0, 0, 0];
  for (const { stations } of city.lines.flatMap(({ versions }) => versions[0]!.directions)) {
    const wanted = stations.map(({ staSelfCode }) => staSelfCode);
    const ranked = rankInTurn(
      undefined,
      wanted.map((code) => stops.filter(({ staName }) => staName === nameOf.get(code))),
    );
    ranked.forEach((one, at) => {
      const chosen = clearFirst(one)?.staUuid;
      if (chosen === undefined) open += 1;
      else if (chosen === wanted[at]) right += 1;
      else wrong += 1;
    });
  }
  expect([right > 200, wrong <= 1, open <= 2]).toEqual([true, true, true]);
});
