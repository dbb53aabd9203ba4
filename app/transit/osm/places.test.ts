import { describe, expect, it } from "vitest";
import { placesOf, stationKey } from "./places";
import type { RouteStop } from "./route-relation";

const stop = (id: number, kind: RouteStop["kind"], name?: string, at = id % 100): RouteStop => ({
  type: "node",
  id,
  kind,
  side: "",
  order: null,
  onRequest: false,
  boarding: "both",
  platform: null,
  place: name === undefined ? null : { lng: 116 + at / 100, lat: 40, name, nameEn: "", road: "" },
});
const ids = (stops: RouteStop[]) => placesOf(stops).map((place) => place.id);

describe("stopping places", () => {
  it("joins stop positions and platforms listed in turn", () => {
    expect(ids([stop(1, "stop"), stop(101, "platform"), stop(2, "stop"), stop(102, "platform")])).toEqual([101, 102]);
    expect(ids([stop(101, "platform"), stop(1, "stop"), stop(102, "platform"), stop(2, "stop")])).toEqual([101, 102]);
    expect(
      ids([
        stop(1, "stop"),
        stop(101, "platform"),
        stop(102, "platform"),
        stop(3, "stop"),
        stop(4, "stop"),
        stop(104, "platform"),
      ]),
    ).toEqual([101, 102, 3, 104]);
  });

  it("joins all stops and then as many platforms", () => {
    expect(ids([stop(1, "stop"), stop(2, "stop"), stop(101, "platform"), stop(102, "platform")])).toEqual([101, 102]);
  });

  it("gives the same places whether members are in the file or not", () => {
    const whole = [
      stop(1, "stop", "甲"),
      stop(101, "platform", "甲"),
      stop(2, "stop", "乙"),
      stop(102, "platform", "乙"),
    ];
    const cut = whole.map((member, index) => (index % 3 ? { ...member, place: null } : member));
    expect(ids(cut)).toEqual(ids(whole));
  });

  it("joins by name and distance where the layout does not tell", () => {
    const stops = [stop(1, "stop", "甲"), stop(2, "stop", "乙"), stop(3, "stop", "丙"), stop(103, "platform", "丙")];
    expect(ids(stops)).toEqual([1, 2, 103]);
    expect(ids([...stops, stop(150, "platform", "丁")])).toEqual([1, 2, 103, 150]);
    expect(ids([stop(1, "plain", "甲", 1), stop(101, "platform", "甲", 1), stop(102, "platform", "乙", 2)])).toEqual([
      101, 102,
    ]);
  });

  it("does not join places of other names or far apart", () => {
    expect(ids([stop(1, "stop", "甲", 1), stop(101, "platform", "乙", 1)])).toEqual([1, 101]);
    expect(ids([stop(1, "stop", "甲", 1), stop(101, "platform", "甲", 2)])).toEqual([1, 101]);
  });

  it("takes the platform's position and the stop position's name", () => {
    const [place] = placesOf([
      stop(1, "stop", "甲", 1),
      { ...stop(101, "platform", "", 1), boarding: "entry", onRequest: true },
    ]);
    expect(place).toMatchObject({ id: 101, alias: "OSM1", boarding: "entry", onRequest: true, place: { name: "甲" } });
  });

  it("stands for the platform that the file shows beside it", () => {
    const beside = { type: "way" as const, id: 7, place: { lng: 1, lat: 2, name: "甲", nameEn: "", road: "" } };
    expect(placesOf([{ ...stop(1, "stop", "甲"), platform: beside }])).toMatchObject([
      { type: "way", id: 7, alias: "OSM1" },
    ]);
  });

  it("leaves out a place repeated in a row, but keeps one that recurs", () => {
    expect(ids([stop(1, "platform"), stop(1, "platform"), stop(2, "platform"), stop(1, "platform")])).toEqual([
      1, 2, 1,
    ]);
  });

  it("gives nodes, ways and relations their own keys", () => {
    expect(["node", "way", "relation"].map((type) => stationKey(type as "node", 5))).toEqual([
      "OSM5",
      "OSMW5",
      "OSMR5",
    ]);
  });
});
