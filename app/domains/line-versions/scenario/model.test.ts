import { expect, it } from "vitest";
import { addDemands, demandOf, intervalIn } from "./model";

const run = { km: 10, minutes: 40, first: "06:00", last: "22:00" };

it("counts buses by the cycle and kilometres by the trips of a day", () => {
  expect(demandOf([run, { ...run, km: 11, minutes: 44 }], { interval: 8, layover: 5 })).toEqual({
    ...{ cycle: 94, buses: 12 },
    ...{ trips: 242, km: 2541 },
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
  expect(demandOf([], { interval: 8, layover: 5 })).toEqual({ cycle: null, buses: null, trips: null, km: null });
  const [known, unknown] = [demandOf([run], { interval: 15, layover: 5 }), demandOf([], { interval: 15, layover: 5 })];
  expect(addDemands([known, known, unknown, null])).toEqual({ buses: 6, km: 1300, unknown: 1 });
});

it.each([
  ["高峰 5–8 分钟", 5],
  ["10", 10],
  ["7.5 分钟", 7.5],
  ["按需", null],
  ["999", null],
  [null, null],
])("reads an interval of %s as %s", (words, minutes) => expect(intervalIn(words)).toBe(minutes));
