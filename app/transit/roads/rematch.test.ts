import { metresApart } from "~/transit/geo/metres";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RoadEdge } from "./edge";
import { buildGraph } from "./graph-build";
import { keptPieces, type OldPath } from "./kept-pieces";
import { type MatchResult, matchStops, searchFor, stopOptions, type Wishes } from "./match";
import { staleGaps } from "./stale-gaps";
import { chequerboard, driven, eastRoad, type Metres, metresOf, oneWay, place, road, square } from "./town.sample";

type Via = [...Metres, gap: number];
const viasOf = (vias: Via[]) => vias.map(([x, y, gap]) => ({ ...place([x, y]), gap }));

function match(edges: RoadEdge[], stops: Metres[], wishes?: Wishes): MatchResult {
  return matchStops(searchFor(buildGraph(edges), stopOptions), stops.map(place), stopOptions, wishes);
}

const oldOf = (result: MatchResult): OldPath => ({ points: result.path, gaps: result.gaps, freeHand: result.freeHand });
const touching = (...gaps: number[]) => new Set(gaps);

function again(edges: RoadEdge[], stops: Metres[], old: OldPath, touched: Set<number>, vias: Via[] = []): MatchResult {
  return match(edges, stops, { vias: viasOf(vias), kept: keptPieces(old, touched, viasOf(vias)), known: old.gaps });
}

const longer = [...square, eastRoad(5, 400, 900)];

describe("points to pass", () => {
  test("a via leads its gap over another street, and only its gap", () => {
    const plain = match(longer, [
      [100, 0],
      [400, 300],
      [400, 100],
    ]);
    expect(driven(plain)).toBe("1+ 2+ 2-");
    const result = match(
      longer,
      [
        [100, 0],
        [400, 300],
        [400, 100],
      ],
      { vias: viasOf([[200, 395, 0]]) },
    );
    expect(driven(result)).toBe("1- 3+ 4+ 2-");
    expect(result.gaps).toHaveLength(2);
    expect(result.gaps[0]).toMatchObject({ broken: false });
    expect(result.gaps[0]!.straightLength).toBeCloseTo(
      metresApart(
        ...line([
          [100, 0],
          [200, 395],
        ]),
      ) +
        metresApart(
          ...line([
            [200, 395],
            [400, 300],
          ]),
        ),
      0,
    );
  });

  test("several vias of one gap are passed in their order, on a loop line too", () => {
    const stops: Metres[] = [
      [100, 0],
      [100, 0],
    ];
    expect(
      driven(
        match(longer, stops, {
          vias: viasOf([
            [400, 200, 0],
            [200, 400, 0],
            [0, 200, 0],
          ]),
        }),
      ),
    ).toBe("1+ 2+ 4- 3- 1+");
    expect(
      driven(
        match(longer, stops, {
          vias: viasOf([
            [0, 200, 0],
            [200, 400, 0],
            [400, 200, 0],
          ]),
        }),
      ),
    ).toBe("1- 3+ 4+ 2- 1-");
  });

  test("a via far from any road breaks its gap, and says so", () => {
    const result = match(
      longer,
      [
        [100, 0],
        [400, 300],
        [400, 100],
      ],
      { vias: viasOf([[200, 1200, 0]]) },
    );
    expect(result.gaps.map(({ broken, reason }) => [broken, reason])).toEqual([
      [true, "附近没有公交可走的道路，已用直线连接"],
      [false, ""],
    ]);
    expect(result.path.map(metresOf)).toContainEqual([200, 1200]);
  });
});

describe("stretches drawn by hand", () => {
  const yard: Metres[] = [
    [500, 0],
    [550, 60],
    [600, 60],
    [650, 0],
  ];
  const old = (): OldPath => {
    const points = [[100, 0], [400, 0], ...yard, [700, 0], [850, 0]].map((point) => pair(point as unknown as Metres));
    return {
      points,
      freeHand: [[2, 5]],
      gaps: match(longer, [
        [100, 0],
        [700, 0],
        [850, 0],
      ]).gaps.map((gap, i) => ({ ...gap, pathFrom: [0, 6][i]!, pathTo: [6, 7][i]! })),
    };
  };

  test("stay as they were drawn where everything else is matched anew", () => {
    const result = again(
      longer,
      [
        [100, 0],
        [700, 0],
        [850, 0],
      ],
      old(),
      touching(0, 1),
    );
    expect(result.path.map(metresOf)).toEqual([[100, 0], [400, 0], ...yard, [700, 0], [850, 0]]);
    expect(result.freeHand).toEqual([[2, 5]]);
    expect(result.matchedShare).toBeGreaterThan(0.6);
    expect(result.matchedShare).toBeLessThan(0.8);
    expect(result.gaps[0]).toMatchObject({ broken: false });
  });

  test("a stop within one lies on it", () => {
    const drawn: OldPath = {
      ...old(),
      gaps: old().gaps.map((gap, i) => ({ ...gap, pathFrom: [0, 3][i]!, pathTo: [3, 7][i]! })),
    };
    const result = again(
      longer,
      [
        [100, 0],
        [552, 64],
        [850, 0],
      ],
      drawn,
      touching(0, 1),
    );
    expect(result.path.map(metresOf)).toEqual([[100, 0], [400, 0], ...yard, [850, 0]]);
    expect(result.gaps.map(({ pathTo }) => pathTo)).toEqual([3, 6]);
    expect(result.freeHand).toEqual([[2, 5]]);
    expect(result.stopOffsets[1]).toBeCloseTo(Math.hypot(2, 4), 0);
  });

  test("and are gone where nothing is kept", () => {
    expect(
      match(longer, [
        [100, 0],
        [700, 0],
        [850, 0],
      ]).freeHand,
    ).toEqual([]);
  });
});

describe("matching only some gaps", () => {
  test("a closed street changes the gap that used it, the other gaps stay point for point", () => {
    const stops: Metres[] = [
      [50, 0],
      [350, 0],
      [400, 350],
      [50, 400],
    ];
    const old = oldOf(match(longer, stops));
    const closed = longer.map((edge) => (edge.wayId === 2 ? { ...edge, forward: false } : edge));
    const result = again(closed, stops, old, touching(1));
    expect(driven(result)).toContain("1+ 1- 3+ 4+");
    expect(slice(result, 0)).toEqual(slice(old, 0));
    expect(slice(result, 2)).toEqual(slice(old, 2));
  });

  test("a kept gap is left in the direction in which it is driven", () => {
    const street = [
      eastRoad(1, 0, 600),
      road(2, [
        [600, 0],
        [600, 300],
      ]),
      road(3, [
        [600, 300],
        [0, 300],
      ]),
      road(4, [
        [0, 300],
        [0, 0],
      ]),
    ];
    const old = oldOf(
      match(
        street,
        [
          [100, 0],
          [400, 0],
          [200, 0],
        ],
        { vias: viasOf([[600, 50, 0]]) },
      ),
    );
    const stops: Metres[] = [
      [100, 0],
      [400, 0],
      [300, 300],
    ];
    expect(driven(match(street, stops))).toBe("1+ 2+ 3+");
    expect(driven(again(street, stops, old, touching(1)))).toBe("1+ 2+ 2- 1- 4- 3-");
  });

  test("a broken one-way street stays broken where it is kept and is told where it is touched", () => {
    const one = [eastRoad(1, 0, 1000, oneWay)];
    const stops: Metres[] = [
      [100, 0],
      [900, 0],
      [500, 0],
    ];
    const old = oldOf(match(one, stops));
    expect(again(one, stops, old, touching(0)).gaps.map(({ broken }) => broken)).toEqual([false, true]);
    expect(again(one, stops, old, touching(1)).gaps[1]!.reason).toContain("请核对单行道");
  });

  test("two stops only, and all or nothing touched", () => {
    const stops: Metres[] = [
      [100, 0],
      [400, 300],
    ];
    const old = oldOf(match(longer, stops));
    for (const touched of [touching(), touching(0)]) {
      const { stopOffsets: _, ...result } = again(longer, stops, old, touched);
      expect(match(longer, stops)).toMatchObject(result);
    }
  });
});

describe("gaps that no longer hold", () => {
  const stops: Metres[] = [
    [50, 0],
    [350, 0],
    [400, 350],
    [50, 400],
  ];
  const old = () => oldOf(match(longer, stops));
  const stale = (edges: RoadEdge[], now: Metres[], path = old()) => staleGaps(buildGraph(edges), path, now.map(pair));

  test("none, where nothing has changed", () => {
    expect(stale(longer, stops)).toEqual([]);
  });

  test("those beside a stop that has moved, along the road or away from it", () => {
    expect(stale(longer, [stops[0]!, [290, 0], ...stops.slice(2)])).toEqual([0, 1]);
    expect(stale(longer, [...stops.slice(0, 3), [50, 520]])).toEqual([2]);
  });

  test("those on a road that is gone, or one-way the other way now, unless drawn by hand", () => {
    expect(
      stale(
        longer.filter(({ wayId }) => wayId !== 4),
        stops,
      ),
    ).toEqual([2]);
    const against = longer.map((edge) => (edge.wayId === 2 ? { ...edge, forward: false } : edge));
    expect(stale(against, stops)).toEqual([1, 2]);
    const { pathFrom, pathTo } = old().gaps[1]!;
    expect(stale(against, stops, { ...old(), freeHand: [[pathFrom, pathTo]] })).toEqual([2]);
  });

  test("broken ones", () => {
    const apart: Metres[] = [
      [50, 0],
      [350, 0],
      [350, 3000],
    ];
    expect(stale(longer, apart, oldOf(match(longer, apart)))).toEqual([1]);
  });
});

const streets = fc
  .array(fc.integer({ min: 0, max: 8 }), { minLength: 40, maxLength: 40 })
  .map((kinds) =>
    chequerboard(5, 5).map((edge, i) => ({ ...edge, forward: kinds[i]! !== 1, backward: kinds[i]! !== 2 })),
  );
const anywhere = fc.tuple(fc.integer({ min: -20, max: 820 }), fc.integer({ min: -20, max: 820 }));

test("whatever is touched, moved or passed: the other gaps are bit-identical, the path joins and distances rise", () => {
  fc.assert(
    fc.property(
      streets,
      fc.array(anywhere, { minLength: 3, maxLength: 10 }),
      fc.nat(),
      fc.option(anywhere),
      fc.array(anywhere, { maxLength: 2 }),
      (edges, stops, which, moved, vias) => {
        const old = oldOf(match(edges, stops));
        const stop = which % stops.length;
        const now = stops.map((at, i) => (i === stop && moved ? moved : at));
        const touched = new Set([stop - 1, stop].filter((gap) => gap >= 0 && gap < stops.length - 1));
        const result = again(
          edges,
          now,
          old,
          touched,
          vias.map(([x, y]): Via => [x, y, [...touched][0]!]),
        );
        old.gaps.forEach((gap, i) => {
          if (touched.has(i)) return;
          expect(slice(result, i)).toEqual(slice(old, i));
          expect({ ...result.gaps[i], pathFrom: 0, pathTo: 0 }).toEqual({ ...gap, pathFrom: 0, pathTo: 0 });
        });
        result.stopDistances.forEach((distance, i) =>
          expect(distance).toBeGreaterThanOrEqual(result.stopDistances[i - 1] ?? 0),
        );
        result.gaps.forEach(({ pathFrom, pathTo }, i) =>
          expect([pathFrom, pathFrom <= pathTo]).toEqual([result.gaps[i - 1]?.pathTo ?? pathFrom, true]),
        );
        const within = (i: number) =>
          [...result.breaks, ...result.gaps.filter(({ broken }) => broken)].some(
            (piece) => piece.pathFrom <= i && i < piece.pathTo,
          );
        result.path
          .slice(1)
          .forEach((point, i) => expect(within(i) || metresApart(result.path[i]!, point) < 201).toBe(true));
      },
    ),
    { numRuns: 150 },
  );
});

function pair(point: Metres): readonly [number, number] {
  const { lng, lat } = place(point);
  return [lng, lat];
}

function line([a, b]: [Metres, Metres]): [readonly [number, number], readonly [number, number]] {
  return [pair(a), pair(b)];
}

function slice(of: MatchResult | OldPath, gap: number): (readonly [number, number])[] {
  const { pathFrom, pathTo } = of.gaps[gap]!;
  return ("path" in of ? of.path : of.points).slice(pathFrom, pathTo + 1) as (readonly [number, number])[];
}
