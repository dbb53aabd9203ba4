import { describe, expect, it } from "vitest";
import { joinWays } from "./path";
import { driveAlong } from "./path-search";
import type { RouteWay, WayShape } from "./route-relation";

const way = (id: number, nodes: number[], oneway: WayShape["oneway"] = 0, side: RouteWay["side"] = ""): RouteWay => ({
  id,
  side,
  shape: { nodes, coords: nodes.map((node) => [node / 1000, (node % 10) / 1000] as const), oneway, whole: true },
});
const gone = (id: number): RouteWay => ({ id, side: "", shape: null });
const drive = (...ways: RouteWay[]) => {
  const { path, breaks } = joinWays(ways);
  return { nodes: path.map(([lng]) => Math.round(lng * 1000)), breaks };
};

describe("a path out of ordered ways", () => {
  it("turns each way as the next one asks", () => {
    expect(drive(way(1, [3, 2, 1]), way(2, [3, 4]), way(3, [6, 5, 4]))).toEqual({
      nodes: [1, 2, 3, 4, 5, 6],
      breaks: [],
    });
  });

  it("drives a single way along its one-way direction", () => {
    expect(drive(way(1, [1, 2])).nodes).toEqual([1, 2]);
    expect(drive(way(1, [1, 2], -1)).nodes).toEqual([2, 1]);
    expect(drive(way(1, [1, 2], 0, "backward")).nodes).toEqual([2, 1]);
  });

  it("drives a roundabout from entry to exit, past its first node", () => {
    const ring = way(2, [11, 12, 13, 14, 11], 1);
    expect(drive(way(1, [1, 13]), ring, way(3, [12, 2])).nodes).toEqual([1, 13, 14, 11, 12, 2]);
    expect(drive(way(1, [1, 12]), ring, way(3, [13, 2])).nodes).toEqual([1, 12, 13, 2]);
    expect(drive(way(1, [1, 12]), ring, way(1, [1, 12])).nodes).toEqual([1, 12, 13, 14, 11, 12, 1]);
  });

  it("takes the shorter side of a loop that is no one-way", () => {
    expect(drive(way(1, [1, 11]), way(2, [11, 12, 18, 15, 11]), way(3, [15, 2])).nodes).toEqual([1, 11, 15, 2]);
  });

  it("turns round at the end of a way listed twice", () => {
    expect(drive(way(1, [1, 2]), way(2, [2, 3]), way(2, [2, 3]), way(1, [1, 2])).nodes).toEqual([1, 2, 3, 2, 1]);
  });

  it("joins ways that meet in the middle", () => {
    expect(drive(way(1, [1, 2, 3]), way(2, [2, 5])).nodes).toEqual([1, 2, 5]);
    expect(drive(way(1, [1, 2]), way(2, [8, 2, 5]), way(3, [5, 6])).nodes).toEqual([1, 2, 5, 6]);
  });

  it("chooses the far end where two ways meet twice", () => {
    expect(drive(way(1, [1, 2]), way(2, [2, 3, 4]), way(3, [2, 9, 4]), way(4, [2, 8])).nodes).toEqual([
      1, 2, 3, 4, 9, 2, 8,
    ]);
    expect(drive(way(1, [1, 2, 3], 1), way(2, [3, 4, 1], 1)).nodes).toEqual([1, 2, 3, 4, 1]);
  });

  it("notes where ways are missing or do not meet", () => {
    const { nodes, breaks } = drive(gone(9), way(1, [1, 2]), gone(8), way(2, [3, 4]), way(3, [5, 6]), gone(7));
    expect(nodes).toEqual([1, 2, 3, 4, 5, 6]);
    expect(breaks.map(({ at, reason }) => [at, reason])).toEqual([
      [2, "outside-file"],
      [4, "not-connected"],
    ]);
    expect(breaks[0]!.metres).toBeGreaterThan(100);
    expect(drive()).toEqual({ nodes: [], breaks: [] });
  });
});

describe("a drive along the ways of an old relation", () => {
  it("keeps to each direction's own carriageway", () => {
    const ways = [way(1, [1, 2]), way(2, [2, 3, 4], 1, "forward"), way(3, [4, 5, 2], 1, "forward"), way(4, [4, 6])];
    const nodes = (from: number, to: number) =>
      driveAlong(ways, [from / 1000, from / 1000], [to / 1000, to / 1000])?.map(([lng]) => Math.round(lng * 1000));
    expect(nodes(1, 6)).toEqual([1, 2, 3, 4, 6]);
    expect(nodes(6, 1)).toEqual([6, 4, 5, 2, 1]);
    expect(driveAlong([...ways, gone(9)], [0, 0], [1, 1])).toBeUndefined();
    expect(driveAlong([way(1, [1, 2], 1)], [0.002, 0.002], [0.001, 0.001])).toBeUndefined();
  });
});
