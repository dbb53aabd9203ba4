import { expect, it } from "vitest";
import { addDemands, demandOf, intervalIn } from "./model";
import { clashesOf, usualPeriods } from "./periods";

const run = { km: 10, minutes: 40, first: "06:00", last: "22:00" };

it("counts buses by the cycle and kilometres by the trips of a day", () => {
  expect(demandOf([run, { ...run, km: 11, minutes: 44 }], { interval: 8, layover: 5 })).toEqual({
    cycle: 94,
    buses: 12,
    trips: 242,
    km: 2541,
    parts: [{ name: "全天", buses: 12, trips: 242 }],
  });
  expect(demandOf([run], { interval: 15, layover: 5 })).toMatchObject({ cycle: 45, buses: 3, trips: 65, km: 650 });
  expect(demandOf([{ ...run, first: "22:00", last: "02:00" }], { interval: 60, layover: 0 }).trips).toBe(5);
  expect(demandOf([{ ...run, last: "30:00" }], { interval: 60, layover: 0 }).trips).toBe(25);
});

it("knows what it does not know", () => {
  expect(demandOf([{ ...run, first: null }], { interval: 8, layover: 5 })).toMatchObject({
    buses: 6,
    trips: null,
    km: null,
  });
  expect(demandOf([{ ...run, minutes: null }], { interval: 8, layover: 5 }).buses).toBeNull();
  expect(demandOf([run, { ...run, km: null, minutes: null }], { interval: 8, layover: 5 }).cycle).toBe(45);
  expect(demandOf([], { interval: 8, layover: 5 })).toEqual({
    cycle: null,
    buses: null,
    trips: null,
    km: null,
    parts: [],
  });
  const [known, unknown] = [demandOf([run], { interval: 15, layover: 5 }), demandOf([], { interval: 15, layover: 5 })];
  expect(addDemands([known, known, unknown, null])).toEqual({ buses: 6, km: 1300, unknown: 1 });
});

const peak = { period: { name: "早高峰", from: "07:00", to: "09:00", factor: 1.2 }, interval: 5 };
const night = { period: { name: "", from: "21:00", to: "06:00", factor: 0.9 }, interval: 30 };

it("needs the buses of the busiest period and drives the trips of all", () => {
  const day = { interval: 10, layover: 5, periods: [peak, night] };
  expect(demandOf([run, run], day)).toEqual({
    cycle: 106,
    buses: 22,
    trips: 210,
    km: 2100,
    parts: [
      { name: "早高峰", buses: 22, trips: 48 },
      { name: "21:00–06:00", buses: 3, trips: 6 },
      { name: "其余时间", buses: 9, trips: 156 },
    ],
  });
  expect(demandOf([{ ...run, first: "09:00" }], day).parts.map(({ name }) => name)).not.toContain("早高峰");
  expect(demandOf([{ ...run, first: null }], day)).toMatchObject({ buses: 11, trips: null });
  const whole = { period: { name: "白天", from: "00:00", to: "23:59", factor: 1 }, interval: null };
  expect(demandOf([run], { ...day, periods: [whole] })).toEqual({
    ...demandOf([run], { interval: 10, layover: 5 }),
    parts: [{ name: "白天", buses: 5, trips: 97 }],
  });
});

it("lets buses leave by a timetable, and counts those that are out at once", () => {
  const departures = [360, 380, 400, 480, 490, 500];
  const timed = { ...run, departures };
  expect(demandOf([timed], { interval: null, layover: 5 })).toMatchObject({ buses: 3, trips: 6, km: 60 });
  expect(demandOf([timed, { ...timed, departures: [425] }], { interval: null, layover: 5 }).buses).toBe(3);
  expect(demandOf([timed], { interval: null, layover: 5, periods: [peak] }).parts).toEqual([
    { name: "早高峰", buses: 3, trips: 3 },
    { name: "其余时间", buses: 3, trips: 3 },
  ]);
});

it("tells periods that overlap, also past midnight", () => {
  const named = (name: string, from: string, to: string) => ({ name, from, to, factor: 1 });
  expect(clashesOf(usualPeriods)).toEqual([]);
  expect(
    clashesOf([named("夜", "22:00", "05:00"), named("晨", "04:30", "06:00"), named("午", "11:00", "13:00")]),
  ).toEqual(["时段 晨 与 夜 重叠"]);
  expect(clashesOf([named("平峰", "09:00", "17:00"), named("平峰", "19:00", "21:00")])).toEqual(["有两个时段叫 平峰"]);
});

it.each([
  ["高峰5分钟，平峰 10–12 分钟", "早高峰", 5],
  ["高峰5分钟，平峰 10–12 分钟", "平峰", 10],
  ["高峰5分钟，平峰 10–12 分钟", "夜间", null],
  ["10 分钟", "平峰", null],
])("reads of %s what it says of %s", (words, period, minutes) => expect(intervalIn(words, period)).toBe(minutes));

it.each([
  ["高峰 5–8 分钟", 5],
  ["10", 10],
  ["7.5 分钟", 7.5],
  ["按需", null],
  ["999", null],
  [null, null],
])("reads an interval of %s as %s", (words, minutes) => expect(intervalIn(words)).toBe(minutes));
