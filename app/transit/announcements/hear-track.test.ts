import { describe, expect, test } from "vitest";
import { compile } from "./compile";
import { describePackage, describeTrack } from "./describe-package";
import { drivenPath } from "./driven-path";
import { compileInput, directionOver, lineOf } from "./line.sample";
import { readTrack, TrackError } from "./read-track";
import { simulateDrive } from "./simulate-drive";
import { beginTrip, drive, prepareTerminal } from "./terminal";

const there = directionOver([[0, 0], [600, 0]], [0, 300, 600]); // prettier-ignore
const back = directionOver([[600, 8], [0, 8]], [0, 300, 600], 2); // prettier-ignore
const { package: made } = compile(compileInput(lineOf(there, back)));
const zone = "Asia/Shanghai";
const fixes = [...simulateDrive(drivenPath(there))];
const csv = `time,lng,lat,speed,heading\n${fixes.map(({ time, lng, lat, speed, heading }) => [time, lng, lat, speed, heading].join(",")).join("\n")}`;

test("a track says what is heard where, in Chinese", () => {
  expect(describeTrack(made!, readTrack(csv), zone)).toEqual([
    "00:04 上行 1 站1之1 起点出站：出站内音 欢迎乘坐+9路+开往+站1之3+下一站+站1之2",
    "00:31 上行 2 站1之2 进站：进站内音 站1之2+到了；进站外音 9路+开往+站1之3",
    "00:40 上行 3 站1之2 终点前站出站：出站内音 下一站+终点站+站1之3；显示 下一站 站1之3，开往站1之3（8 秒）",
    "01:06 上行 4 站1之3 终点进站：进站内音 终点站+站1之3+到了；进站外音 9路+开往+站1之3",
    `共 ${fixes.length} 个位置，播报 4 次`,
  ]);
});

test("a GPX without headings is heard by its movement", () => {
  const points = fixes.map(
    ({ time, lng, lat }) =>
      `<trkpt lat="${lat}" lon="${lng}"><time>${new Date(time * 1000).toISOString()}</time></trkpt>`,
  );
  const heard = describeTrack(made!, readTrack(`<gpx><trk><trkseg>${points.join("")}</trkseg></trk></gpx>`), zone);
  expect(heard.at(-1)).toBe(`共 ${fixes.length} 个位置，播报 4 次`);
});

test("what was passed in silence is named, what the track does not reach is not", () => {
  const gap = fixes.filter(({ time }) => time < 5 || (time > 38 && time < 50));
  expect(describeTrack(made!, gap, zone).at(-1)).toMatch(/播报 2 次；途经而未播报：上行 2 站1之2 进站$/);
});

test("a package is told line by line", () => {
  const words = describePackage({ format: "bus-line-file/1", line: made!, held: [] });
  expect(words).toContain("线路：9路（9），版本 1.0，语音版本 V1，生成于 2026-11-22 20:00:00");
  expect(words).toContain("上行：3 站，路径 2 个点");
});

test.each([
  ["time,lng\n1,2", /缺少 lat/],
  ["time,lng,lat\n1,x,3", /第 2 行的 lng不是数字/],
  ["time,lng,lat\n1,200,3", /没有正确的经纬度/],
  ["time,lng,lat\nyesterday,117,36", /无法识别/],
  ["time,lng,lat\n", /没有任何位置/],
  ["<gpx><trk>", /完整的 GPX/],
])("a track that cannot be used: %j", (text, message) => {
  expect(() => readTrack(text)).toThrow(TrackError);
  expect(() => readTrack(text)).toThrow(message);
});

describe("the terminal's rule", () => {
  const nodes = made!.nodes;
  const terminal = prepareTerminal(nodes);
  const at = (node: (typeof nodes)[number], time: number, more = {}) => ({
    time,
    lng: node.lng,
    lat: node.lat,
    speed: 30,
    heading: node.azimuth,
    ...more,
  });
  const firedAt = (trip: ReturnType<typeof beginTrip>, fix: ReturnType<typeof at>) => drive(terminal, trip, fix).fired;

  test("distance, heading and once", () => {
    const trip = beginTrip(1);
    expect(firedAt(trip, at(nodes[0]!, 1))).toBe(0);
    expect(firedAt(trip, at(nodes[0]!, 1, { heading: nodes[0]!.azimuth + 69 }))).toBe(0);
    expect(firedAt(trip, at(nodes[0]!, 1, { heading: nodes[0]!.azimuth + 72 }))).toBeNull();
    expect(firedAt(trip, at(nodes[0]!, 1, { lat: nodes[0]!.lat + 0.0003 }))).toBeNull();
    expect(firedAt(drive(terminal, trip, at(nodes[0]!, 1)).trip, at(nodes[0]!, 2))).toBeNull();
  });

  test("the start needs movement, and so does the other direction", () => {
    expect(firedAt(beginTrip(1), at(nodes[0]!, 1, { speed: 1.7 }))).toBeNull();
    expect(firedAt(beginTrip(1), at(nodes[0]!, 1, { speed: 1.8 }))).toBe(0);
    const over = drive(terminal, drive(terminal, beginTrip(null), at(nodes[3]!, 1)).trip, at(nodes[3]!, 2)).trip;
    const start = nodes.findIndex(({ direction, event }) => direction === 2 && event === 1);
    expect(firedAt(over, at(nodes[start]!, 60, { speed: 1 }))).toBeNull();
    expect(firedAt(over, at(nodes[start]!, 60))).toBe(start);
  });

  test("only neighbouring stops, all again after five minutes of silence", () => {
    const far = directionOver([[0, 0], [3000, 0]], [0, 600, 1200, 1800, 2400, 3000]); // prettier-ignore
    const long = compile(compileInput(lineOf(far))).package!.nodes;
    const board = prepareTerminal(long);
    const { trip } = drive(board, beginTrip(1), at(long[0]!, 0));
    const third = long.findIndex(({ staSerial }) => staSerial === 3);
    expect(drive(board, trip, at(long[third]!, 299)).fired).toBeNull();
    expect(drive(board, trip, at(long[third]!, 300)).fired).toBe(third);
    expect(drive(board, beginTrip(1), at(long[third]!, 3000)).fired).toBeNull();
    expect(drive(board, beginTrip(), at(long[third]!, 1)).fired).toBe(third);
  });
});
