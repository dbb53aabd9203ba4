import { metresApart } from "~/transit/geo/metres";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RoadEdge } from "./edge";
import { buildGraph } from "./graph-build";
import {
  type MatchOptions,
  type MatchResult,
  matchStops,
  matchTrace,
  searchFor,
  stopOptions,
  traceOptions,
} from "./match";
import { chequerboard, driven, eastRoad, type Metres, metresOf, oneWay, place, road } from "./town.sample";

function match(edges: RoadEdge[], stops: Metres[]): MatchResult {
  return matchStops(searchFor(buildGraph(edges), stopOptions), stops.map(place));
}

function trace(
  edges: RoadEdge[],
  points: Metres[],
  stops: Metres[] = [],
  choice: Partial<MatchOptions> = {},
): MatchResult {
  return matchTrace(searchFor(buildGraph(edges), stopOptions), points.map(place), stops.map(place), {
    ...traceOptions,
    ...choice,
  });
}

const rounded = (values: readonly (number | null)[]) => values.map((value) => value && Math.round(value));

describe("stops", () => {
  test("stops beside one road give the piece of road between them", () => {
    const result = match(
      [eastRoad(1, 0, 1000)],
      [
        [100, -8],
        [500, 6],
        [900, -8],
      ],
    );
    expect(result.path.map(metresOf)).toEqual([
      [100, 0],
      [500, 0],
      [900, 0],
    ]);
    expect(rounded(result.stopDistances)).toEqual([0, 400, 800]);
    expect(rounded(result.stopOffsets)).toEqual([8, 6, 8]);
    expect(driven(result)).toBe("1+");
    expect(result).toMatchObject({ matchedShare: 1, breaks: [] });
    expect(result.gaps.map((gap) => [gap.from, gap.to, gap.pathFrom, gap.pathTo, gap.broken, gap.reason])).toEqual([
      [0, 1, 0, 1, false, ""],
      [1, 2, 1, 2, false, ""],
    ]);
    expect(result.gaps.every((gap) => gap.confidence > 0.9)).toBe(true);
  });

  test("the way back runs on the other side of the same two-way road", () => {
    expect(
      driven(
        match(
          [eastRoad(1, 0, 1000)],
          [
            [900, 8],
            [100, 8],
          ],
        ),
      ),
    ).toBe("1-");
  });

  const oneWayPair = [
    eastRoad(1, 0, 200),
    eastRoad(2, 200, 600, oneWay),
    road(
      3,
      [
        [600, 80],
        [200, 80],
      ],
      oneWay,
    ),
    road(4, [
      [200, 0],
      [200, 80],
    ]),
    road(5, [
      [600, 0],
      [600, 80],
    ]),
    eastRoad(6, 600, 900),
  ];

  test("on parallel one-way carriageways each direction takes its own, even where the other one is nearer", () => {
    expect(
      driven(
        match(oneWayPair, [
          [50, -5],
          [400, 42],
          [800, -5],
        ]),
      ),
    ).toBe("1+ 2+ 6+");
    expect(
      driven(
        match(oneWayPair, [
          [800, 5],
          [400, 38],
          [50, 5],
        ]),
      ),
    ).toBe("6- 5+ 3+ 4- 1-");
  });

  test("a contraflow bus lane is driven against the traffic", () => {
    const contraflow = oneWayPair.map((edge) => (edge.wayId === 2 ? { ...edge, backward: true } : edge));
    expect(
      driven(
        match(contraflow, [
          [800, 5],
          [50, 5],
        ]),
      ),
    ).toBe("6- 2- 1-");
  });

  test("a loop at the end of the line is driven round once", () => {
    const loop = [
      eastRoad(1, 0, 500),
      road(
        2,
        [
          [500, 0],
          [600, 100],
          [700, 0],
          [600, -100],
          [500, 0],
        ],
        oneWay,
      ),
    ];
    const result = match(loop, [
      [100, -5],
      [700, 5],
      [100, 5],
    ]);
    expect(driven(result)).toBe("1+ 2+ 1-");
    expect(result.length).toBeCloseTo(400 + 4 * Math.hypot(100, 100) + 400, -1);
  });

  test("at the head of a dead end the bus turns round, and not in the middle of the road", () => {
    const street = [eastRoad(1, 0, 500), eastRoad(2, 500, 800)];
    const result = match(street, [
      [100, -6],
      [700, -6],
      [100, 6],
    ]);
    expect(driven(result)).toBe("1+ 2+ 2- 1-");
    expect(result.length).toBeCloseTo(700 + 700, -1);
  });

  test("a driveway is driven only to a stop that has no road near", () => {
    const street = [
      eastRoad(1, 0, 600),
      eastRoad(2, 600, 1000),
      road(
        3,
        [
          [600, 0],
          [600, 300],
        ],
        { roadClass: "driveway" },
      ),
    ];
    const past = match(street, [
      [100, 0],
      [602, 30],
      [900, 0],
    ]);
    expect(driven(past)).toBe("1+ 2+");
    const into = match(street, [
      [100, 0],
      [602, 250],
      [900, 0],
    ]);
    expect(driven(into)).toBe("1+ 3+ 3- 2+");
    expect(into.breaks).toEqual([]);
  });

  test("roads that do not meet break the chain, and the break is told", () => {
    const result = match(
      [eastRoad(1, 0, 400), eastRoad(2, 500, 900)],
      [
        [50, 0],
        [350, 0],
        [550, 0],
        [850, 0],
      ],
    );
    expect(result.gaps.map((gap) => gap.broken)).toEqual([false, true, false]);
    expect(result.gaps[1]).toMatchObject({ confidence: 0, reason: "道路不相通，已用直线连接" });
    expect(result.breaks).toHaveLength(1);
    expect(result.path.map(metresOf)).toEqual([
      [50, 0],
      [350, 0],
      [550, 0],
      [850, 0],
    ]);
    expect(result.matchedShare).toBeCloseTo(0.75, 2);
  });

  test("a way that exists only against the traffic is told as such", () => {
    const result = match(
      [eastRoad(1, 0, 1000, oneWay)],
      [
        [900, 0],
        [500, 0],
      ],
    );
    expect(result.gaps[0]!.reason).toContain("请核对单行道");
  });

  test("a stop far from any road stays where it is, between two straight pieces", () => {
    const result = match(
      [eastRoad(1, 0, 1000)],
      [
        [100, 0],
        [500, 400],
        [900, 0],
      ],
    );
    expect(result.gaps.map((gap) => gap.reason)).toEqual([
      "附近没有公交可走的道路，已用直线连接",
      "附近没有公交可走的道路，已用直线连接",
    ]);
    expect(result.path.map(metresOf)).toEqual([
      [100, 0],
      [500, 400],
      [900, 0],
    ]);
    expect(result.stopOffsets[1]).toBeNull();
    expect(result.matchedShare).toBe(0);
  });

  test("a road is looked for up to four times the radius away", () => {
    expect(
      rounded(
        match(
          [eastRoad(1, 0, 1000)],
          [
            [100, 150],
            [900, 0],
          ],
        ).stopOffsets,
      ),
    ).toEqual([150, 0]);
  });

  test("a long way round and a stop off the road are doubtful and say why", () => {
    const detour = [
      road(1, [
        [0, 0],
        [100, 0],
        [100, 900],
        [300, 900],
        [300, 0],
        [400, 0],
      ]),
    ];
    const [gap] = match(detour, [
      [0, 0],
      [400, 45],
    ]).gaps;
    expect(gap!.reason).toMatch(/^绕行较大：路径 2\.2 公里，直线 40\d 米；站点离道路 45 米$/);
    expect(gap!.confidence).toBeLessThan(0.1);
  });

  test("no stop, one stop, and the same stop twice", () => {
    const street = [eastRoad(1, 0, 1000)];
    expect(match(street, [])).toMatchObject({ path: [], edges: [], gaps: [], length: 0, matchedShare: 0 });
    expect(match(street, [[100, 5]]).path.map(metresOf)).toEqual([[100, 0]]);
    expect(
      rounded(
        match(street, [
          [100, 5],
          [100, 5],
          [300, 5],
        ]).stopDistances,
      ),
    ).toEqual([0, 0, 200]);
    expect(
      match(
        [],
        [
          [0, 0],
          [100, 0],
        ],
      ).gaps[0]!.broken,
    ).toBe(true);
    expect(() => match(street, [[NaN, 0]])).toThrow(RangeError);
  });
});

describe("traces", () => {
  const street = [
    eastRoad(1, 0, 500),
    road(2, [
      [500, 0],
      [500, 500],
    ]),
  ];

  const round: Metres[] = [
    [0, 0],
    [200, 0],
    [400, 0],
    [500, 150],
    [500, 400],
  ];
  const beside: Metres[] = [
    [50, -9],
    [300, 8],
    [508, 200],
  ];

  test("points out of line by some metres lie on the road, also slightly behind one another", () => {
    const result = trace(street, [
      [0, 4],
      [100, -7],
      [80, 6],
      [250, 3],
      [490, -5],
      [506, 120],
      [494, 300],
    ]);
    expect(driven(result)).toBe("1+ 2+");
    expect(result.length).toBeCloseTo(800, -1);
  });

  test("stops are put on the trace in their order, as points of the path", () => {
    const result = trace(street, round, beside);
    expect(rounded(result.stopDistances)).toEqual([50, 300, 700]);
    expect(rounded(result.stopOffsets)).toEqual([9, 8, 8]);
    expect(
      result.gaps.map((gap) => [metresOf(result.path[gap.pathFrom]!), metresOf(result.path[gap.pathTo]!)]),
    ).toEqual([
      [
        [50, 0],
        [300, 0],
      ],
      [
        [300, 0],
        [500, 200],
      ],
    ]);
  });

  test("on a road driven out and back each stop comes to lie on its own leg", () => {
    const out: Metres[] = [
      [0, 0],
      [250, 0],
      [500, 0],
      [500, 250],
      [500, 500],
      [500, 250],
      [500, 0],
      [250, 0],
      [0, 0],
    ];
    const result = trace(street, out, [
      [100, -5],
      [495, 480],
      [300, 5],
      [100, 5],
    ]);
    expect(rounded(result.stopDistances)).toEqual([100, 980, 1700, 1900]);
  });

  test("what a trace has beyond the end stops is left off where that is asked for", () => {
    const result = trace(street, round, beside, { trim: true });
    expect(result.path.map(metresOf)).toEqual([[50, 0], ...result.path.slice(1, -1).map(metresOf), [500, 200]]);
    expect(rounded(result.stopDistances)).toEqual([0, 250, 650]);
    expect([driven(result), Math.round(result.length), result.gaps[0]!.pathFrom]).toEqual(["1+ 2+", 650, 0]);
  });

  test("of two roads side by side the trace keeps to the way that is named", () => {
    const both = [
      eastRoad(7, 0, 500),
      road(8, [
        [0, 12],
        [500, 12],
      ]),
    ];
    const points: Metres[] = [
      [0, 2],
      [100, 2],
      [300, 2],
      [500, 2],
    ];
    expect(driven(trace(both, points))).toBe("7+");
    expect(driven(trace(both, points, [], { ways: [8] }))).toBe("8+");
  });

  test("a break lies in the gap of the stops around it", () => {
    const apart = [eastRoad(1, 0, 400), eastRoad(2, 500, 900)];
    const points: Metres[] = Array.from({ length: 19 }, (_, i) => [i * 50, 0]);
    const result = trace(apart, points, [
      [100, 0],
      [300, 0],
      [600, 0],
      [800, 0],
    ]);
    expect(result.breaks.length).toBeGreaterThan(0);
    expect(result.gaps.map((gap) => gap.broken)).toEqual([false, true, false]);
  });
});

const shut = { forward: false, backward: false };
test.each([
  ["a closed road between two stops", { ...shut }, "“2号路”不许公交通行，已用直线连接，请核对封闭的道路"],
  ["a road that is being built", { ...shut, roadClass: "construction" }, "“2号路”在建，尚未通车，已用直线连接"],
  ["a nameless one", { ...shut, roadName: "" }, "无名道路（OSM 2）不许公交通行，已用直线连接，请核对封闭的道路"],
])("%s is named as the reason of the break", (_, facts, reason) => {
  const { breaks, gaps } = match(
    [eastRoad(1, 0, 400), eastRoad(2, 400, 800, facts), eastRoad(3, 800, 1200)],
    [
      [100, 0],
      [1000, 0],
    ],
  );
  expect([breaks.map((one) => one.reason), gaps[0]!.reason]).toEqual([[reason], reason]);
});

test("a stop beside a closed road alone says so, before and after it", () => {
  const { gaps } = match(
    [eastRoad(1, 0, 400), eastRoad(2, 400, 1200, { ...shut, roadName: "内部路" })],
    [
      [100, 0],
      [1000, 0],
      [200, 0],
    ],
  );
  expect(gaps.map(({ reason }) => reason)).toEqual(
    Array(2).fill("“内部路”不许公交通行，已用直线连接，请核对封闭的道路"),
  );
});

const stopsAnywhere = fc.array(fc.tuple(fc.integer({ min: -300, max: 1100 }), fc.integer({ min: -300, max: 1100 })), {
  minLength: 2,
  maxLength: 12,
});
const streets = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 40, maxLength: 40 }).map((kinds) =>
  chequerboard(5, 5)
    .map((edge, i) => ({ ...edge, forward: kinds[i]! !== 1, backward: kinds[i]! !== 2 }))
    .filter((_, i) => kinds[i] !== 4),
);

test("whatever the streets and stops, distances never go back, the path is whole and its figures agree", () => {
  fc.assert(
    fc.property(streets, stopsAnywhere, (edges, stops) => {
      const result = match(edges, stops);
      const steps = result.path.slice(1).map((point, i) => metresApart(result.path[i]!, point));
      expect(steps.reduce((sum, step) => sum + step, 0)).toBeCloseTo(result.length, 0);
      result.stopDistances.forEach((distance, i) =>
        expect(distance).toBeGreaterThanOrEqual(result.stopDistances[i - 1] ?? 0),
      );
      const onRoad = steps.filter((_, i) => !result.breaks.some((piece) => piece.pathFrom <= i && i < piece.pathTo));
      expect(Math.max(0, ...onRoad)).toBeLessThan(201);
      expect(result.gaps).toHaveLength(stops.length - 1);
      for (const gap of result.gaps) expect(gap.broken).toBe(gap.confidence === 0 && gap.reason !== "");
    }),
    { numRuns: 100 },
  );
});

test("the result does not depend on the order of the edges", () => {
  const town = chequerboard(5, 5);
  fc.assert(
    fc.property(fc.shuffledSubarray(town, { minLength: town.length }), stopsAnywhere, (shuffled, stops) => {
      expect(match(shuffled, stops)).toEqual(match(town, stops));
    }),
    { numRuns: 30 },
  );
});
